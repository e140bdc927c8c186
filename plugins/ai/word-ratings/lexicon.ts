import { openWords } from "hub/data-file";
import file from "vader-sentiment/vader_lexicon.txt" with { type: "text" };

/** Amount that a degree word adds to the rating of the word it modifies. */
const increment = 0.293;

/** Amount that capitals add if not all words are in capitals. */
export const capitals = 0.733;

/** The factor of a negation. */
export const negation = -0.74;

const lists = openWords(new URL("./lexicon.txt", import.meta.url), [
  "more",
  "less",
  "negations",
  "contracted negations",
  "idioms",
  "amended",
])();

/** Degree words, including two of two words. */
export const degrees: ReadonlyMap<string, number> = new Map([
  ...[...lists.more].map((word) => [word, increment] as const),
  ...[...lists.less].map((word) => [word, -increment] as const),
]);

/** Words that negate what follows. Any word with "n't" does too. */
export const negations: ReadonlySet<string> = new Set([
  ...lists.negations,
  ...[...lists["contracted negations"]].map((word) => `${word}t`),
]);

/** Phrases with a rating of their own. */
export const idioms: ReadonlyMap<string, number> = new Map(readRatings(lists.idioms));

/** Mean ratings of words and emoticons by ten people, from −4 to 4: Hutto and Gilbert (2014). */
export const lexicon: ReadonlyMap<string, number> = new Map([
  // TypeScript treats an imported ".txt" file as a module, but this import attribute returns its text.
  ...readRatings((file as unknown as string).split("\n")),
  ...readRatings(lists.amended),
]);

function* readRatings(lines: Iterable<string>): Generator<[string, number]> {
  for (const line of lines) {
    const [word, rating] = line.split("\t", 2);
    if (word && rating) yield [word, Number(rating)];
  }
}
