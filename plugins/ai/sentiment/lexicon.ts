import file from "vader-sentiment/vader_lexicon.txt" with { type: "text" };

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
  for (const line of (file as unknown as string).split("\n")) {
    const [word, rating] = line.split("\t", 2);
    if (word && rating) yield [word, Number(rating)];
  }
}
