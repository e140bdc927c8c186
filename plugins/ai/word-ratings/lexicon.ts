import file from "vader-sentiment/vader_lexicon.txt" with { type: "text" };
import { readWords } from "../text/word-lists.ts";

/** Amount that a degree word adds to the rating of the word it modifies. */
const increment = 0.293;

/** Amount that capitals add if not all words are in capitals. */
export const capitals = 0.733;

/** The factor of a negation. */
export const negation = -0.74;

const more =
  "absolutely amazingly awfully completely considerable considerably decidedly deeply effing enormous " +
  "enormously entirely especially exceptional exceptionally extreme extremely fabulously flipping flippin " +
  "frackin fracking fricking frickin frigging friggin fully fuckin fucking fuggin fugging greatly hella " +
  "highly hugely incredible incredibly intensely major majorly more most particularly purely quite really " +
  "remarkably so substantially thoroughly total totally tremendous tremendously uber unbelievably unusually " +
  "utter utterly very";

const less =
  "almost barely hardly kinda kindof kind-of less little marginal marginally occasional occasionally " +
  "partly scarce scarcely slight slightly somewhat sorta sortof sort-of";

/** Degree words, including two of two words. */
export const degrees: ReadonlyMap<string, number> = new Map([
  ...readWords(more).map((word) => [word, increment] as const),
  ...[...readWords(less), "just enough", "kind of", "sort of"].map(
    (word) => [word, -increment] as const,
  ),
]);

const contracted =
  "ain aren can couldn daren didn doesn don hadn hasn haven isn mightn mustn needn oughtn shan shouldn " +
  "wasn weren won wouldn";

/** Words that negate what follows. Any word with "n't" does too. */
export const negations: ReadonlySet<string> = new Set([
  ...readWords(
    "cannot neither never none nope nor not nothing nowhere rarely seldom despite without uhuh uh-uh",
  ),
  ...readWords(contracted).map((word) => `${word}t`),
]);

/** Phrases with a rating of their own. */
export const idioms: ReadonlyMap<string, number> = new Map([
  ["the shit", 3],
  ["the bomb", 3],
  ["bad ass", 1.5],
  ["bus stop", 0],
  ["yeah right", -2],
  ["kiss of death", -1.5],
  ["to die for", 3],
  ["beating heart", 3.1],
  ["broken heart", -2.9],
]);

// The file is from 2014. The authors have since added these and inverted "badass", as their published example
// scores show.
const amended: readonly [string, number][] = [
  ["badass", 1.4],
  ["heart", 3.2],
  ["hearts", 3.3],
];

/** Mean ratings of words and emoticons by ten people, from −4 to 4: Hutto and Gilbert (2014). */
export const lexicon: ReadonlyMap<string, number> = new Map([...entries(), ...amended]);

function* entries(): Generator<[string, number]> {
  // TypeScript treats an imported ".txt" file as a module, but this import attribute returns its text.
  for (const line of (file as unknown as string).split("\n")) {
    const [word, rating] = line.split("\t", 2);
    if (word && rating) yield [word, Number(rating)];
  }
}
