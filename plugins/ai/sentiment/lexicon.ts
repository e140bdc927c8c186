import file from "vader-sentiment/vader_lexicon.txt" with { type: "text" };
import { readWords } from "../text/word-lists.ts";

/** How much a word of degree adds to the rating of what it stands before. */
const increment = 0.293;

/** What capitals add where not all is in capitals. */
export const capitals = 0.733;

/** What a negation multiplies by. */
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

/** Words of degree, with the two of two words. */
export const degrees: ReadonlyMap<string, number> = new Map([
  ...readWords(more).map((word) => [word, increment] as const),
  ...[...readWords(less), "just enough", "kind of", "sort of"].map(
    (word) => [word, -increment] as const,
  ),
]);

const contracted =
  "ain aren can couldn daren didn doesn don hadn hasn haven isn mightn mustn needn oughtn shan shouldn " +
  "wasn weren won wouldn";

/** Words that deny what follows; any word with "n't" does too. */
export const negations: ReadonlySet<string> = new Set([
  ...readWords(
    "cannot neither never none nope nor not nothing nowhere rarely seldom despite without uhuh uh-uh",
  ),
  ...readWords(contracted).map((word) => `${word}t`),
]);

/** Phrases whose rating is not that of their words. */
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

// The file is of 2014; the authors have since added these and turned "badass" round, as the scores
// that they publish for their examples show.
const amended: readonly [string, number][] = [
  ["badass", 1.4],
  ["heart", 3.2],
  ["hearts", 3.3],
];

/** Mean ratings of words and emoticons by ten people, from −4 to 4: Hutto and Gilbert (2014). */
export const lexicon: ReadonlyMap<string, number> = new Map([...entries(), ...amended]);

function* entries(): Generator<[string, number]> {
  // TypeScript takes what a ".txt" file is imported as for a module: with this type it is its text.
  for (const line of (file as unknown as string).split("\n")) {
    const [word, rating] = line.split("\t", 2);
    if (word && rating) yield [word, Number(rating)];
  }
}
