import { summarize } from "../../../plugins/ai/summarize/summarize.ts";
import { score } from "../../../plugins/ai/word-ratings/score.ts";
import { median } from "./load.ts";

const rounds = 7;
const sentences = [
  "VADER is VERY SMART, uber handsome, and FRIGGIN FUNNY!!!",
  "The plot was good, but the characters are uncompelling and the dialog is not great.",
  "Today only kinda sux! But I'll get by, lol",
  "The parcel arrived on Tuesday and was put in front of the door.",
];
const scored = 5000;
const wordsMin = 5000;

/**
 * Measures scored sentences per second, compared with npm packages, and the summary of 5,000 words. Runs in this
 * process.
 */
export async function benchAi(): Promise<Record<string, string>> {
  const scorers: [string, (text: string) => unknown][] = [["ours", score], ...(await peers())];
  const times = measure(
    scorers.map(([, scorer]) => () => {
      for (let count = 0; count < scored; count++) scorer(sentences[count % sentences.length]!);
    }),
  );
  const [ours = 0, ...theirs] = times.map((time) => (scored / time) * 1000);
  const text = article();
  const [summing = 0] = measure([
    () => summarize({ text, language: "en", format: "paragraph", keywords: 5, sentences: 5 }),
  ]);
  const figures = {
    "sentiment (at least 5,000 sentences/s)": `${Math.round(ours)} sentences/s`,
    "summary of 5,000 words (at most 150 ms)": `${summing.toFixed(0)} ms`,
  };
  const comparisons = scorers.slice(1).flatMap(([name], index) => [
    [name, `${Math.round(theirs[index]!)} sentences/s`],
    [`ours / ${name} (at least 1)`, (ours / theirs[index]!).toFixed(2)],
  ]);
  return { ...figures, ...Object.fromEntries(comparisons) };
}

/** Returns VADER's rules in JavaScript, and two packages that add up word ratings. None of them explains its score. */
async function peers(): Promise<[string, (text: string) => unknown][]> {
  const from = async (path: string) =>
    (await import(`${import.meta.dir}/../node_modules/${path}`)).default;
  const { SentimentIntensityAnalyzer } = await from("vader-sentiment");
  const wink = await from("wink-sentiment");
  const sentiment = new (await from("sentiment"))();
  return [
    ["vader-sentiment", (text) => SentimentIntensityAnalyzer.polarity_scores(text)],
    ["wink-sentiment", wink],
    ["sentiment", (text) => sentiment.analyze(text)],
  ];
}

/** Returns the median processor time of each function, in milliseconds. The functions run alternately. */
function measure(works: readonly (() => void)[]): number[] {
  const seen = works.map((): number[] => []);
  for (let round = 0; round <= rounds; round++)
    for (const [index, work] of works.entries()) {
      const begin = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(begin);
      // The first round warms up.
      if (round > 0) seen[index]!.push((user + system) / 1000);
    }
  return seen.map(median);
}

/** Returns sentences from a vocabulary with a few frequent words, like prose. */
function article(): string {
  const words = Array.from({ length: 900 }, (_, index) => `w${(index * 7919).toString(36)}ord`);
  let seed = 1;
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const lines: string[] = [];
  for (let count = 0; count < wordsMin; ) {
    const length = 12 + Math.floor(next() * 16);
    const line = Array.from({ length }, (_, index) =>
      index % 3 === 1 ? "the" : words[Math.floor(next() ** 3 * words.length)],
    );
    lines.push(`The ${line.join(" ")}.`);
    count += length + 1;
  }
  return lines.join(" ");
}
