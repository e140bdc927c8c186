/**
 * Turns of phrase that a technical writer doesn't use, each with the wording to use instead. A sample: a text without
 * them can still be unclear. `\b(where …)` is a condition; "where" of a place is fine.
 */
const habits: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(who|what|where|which|when)ever\b/i, "any, or name the thing"],
  [/\b(no|some|any)body\b(?![`@])/i, "no caller, a user, any caller"],
  [/\banew\b/i, "again"],
  [/\bbesides?\b/i, "next to, in addition"],
  [/\bheed(s|ed)?\b/i, "respect, ignore"],
  [/\bfares\b/i, "status"],
  [/\b(told|tells|telling)\b/i, "notify, report, log, say"],
  [/\bwhere (there|it|that|they|one|no|the) (is|are|has|have|was|can|may|does|wants)\b/i, "if"],
  [/\b(is|are|was|were) to (be|have|go|look)\b/i, "must, will, should"],
  [/(?<!\bthere )\b(is|are) none\b/i, "isn't a …"],
  [/\bof whom\b/i, "a relative clause with a subject and a verb"],
  [
    /\b(in place of|by turns|as it was|no more(?! ([a-z]+ )?than))\b/i,
    "instead of, alternately, no longer",
  ],
  [/\bstands (in|there|beside|still|alone|once|here)\b/i, "is"],
  [/\b(he|his|him|himself)\b/i, "they"],
  [/\b(dice|fulfil|spoilt|equip|begun)\b/i, "the field's word"],
];

/** Matches comments that describe their subject by a clause. */
const clause =
  /^\W*((What|Who|Whom|Whose|By what|How long|How many|How often) (?!is Bun\b)\w+[^?]*$|(Has (a|the|what|it|some|all)|Lets what|Says what|Tells)\b)/;

/** A habit in a text. */
export interface Habit {
  /** The words that match. */
  words: string;
  /** The wording to use instead. */
  instead: string;
  /** The position of the first word in the text, in characters. */
  start: number;
}

/** Returns the habits in a text that users read: Markdown, a page, a message or a description. */
export function findHabits(text: string): Habit[] {
  return habits.flatMap(([pattern, instead]) =>
    [...text.matchAll(new RegExp(pattern, "gi"))].map((match) => ({
      words: match[0],
      instead,
      start: match.index,
    })),
  );
}

/** Returns the habits in a comment, which must not start with a clause either. */
export function findCommentHabits(comment: string): Habit[] {
  const paragraphs = comment.replaceAll(/^\s*\*+/gm, "");
  const [first = ""] = paragraphs.trim().split("\n");
  const opening = clause.test(first)
    ? [{ words: first.slice(0, 40), instead: "a verb or a noun phrase", start: 0 }]
    : [];
  return [...opening, ...findHabits(paragraphs)];
}
