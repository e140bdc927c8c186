/**
 * Turns of phrase that a technical writer doesn't use, each with the wording to use instead. A sample: a text without
 * them can still be unclear. `\b(where …)` is a condition; "where" of a place is fine.
 */
const habits: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(who|what|where|which|when)ever\b/gi, "any, or name the thing"],
  [/\b(no|some|any)body\b(?![`@])/gi, "no caller, a user, any caller"],
  [/\banew\b/gi, "again"],
  [/\bbesides?\b/gi, "next to, in addition"],
  [/\bheed(s|ed)?\b/gi, "respect, ignore"],
  [/\bfares\b/gi, "status"],
  [/\b(told|tells|telling)\b/gi, "notify, report, log, say"],
  [/\bwhere (there|it|that|they|one|no|the) (is|are|has|have|was|can|may|does|wants)\b/gi, "if"],
  [/\b(is|are|was|were) to (be|have|go|look)\b/gi, "must, will, should"],
  [/(?<!\bthere )\b(is|are) none\b/gi, "isn't a …"],
  [/\bof whom\b/gi, "a relative clause with a subject and a verb"],
  [
    /\b(in place of|by turns|as it was|no more(?! ([a-z]+ )?than))\b/gi,
    "instead of, alternately, no longer",
  ],
  [/\bstands (in|there|beside|still|alone|once|here)\b/gi, "is"],
  [/\b(he|his|him|himself)\b/gi, "they"],
  [/\b(dice|fulfil|spoilt|equip|begun)\b/gi, "the field's word"],
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
    Array.from(text.matchAll(pattern), (match) => ({
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

/** Returns the words of a habit with the wording to use instead. */
export function describeHabit({ words, instead }: Habit): string {
  return `"${words}": write ${instead}`;
}

/** Returns the line of a position in a text, starting at 1. */
export function getLine(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}
