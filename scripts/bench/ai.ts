import { score } from "../../plugins/ai/sentiment/score.ts";
import { summarize } from "../../plugins/ai/summarize/summarize.ts";
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

/** Sentences scored in a second, and a summary of 5,000 words, in this process. */
export async function benchAi(): Promise<Record<string, string>> {
  const scoring = measure(() => {
    for (let count = 0; count < scored; count++) score(sentences[count % sentences.length]!);
  });
  const text = article();
  const summing = measure(() => {
    summarize({ text, language: "en", format: "paragraph", keywords: 5, sentences: 5 });
  });
  return {
    "sentiment (at least 5,000 sentences/s)": `${Math.round((scored / scoring) * 1000)} sentences/s`,
    "summary of 5,000 words (at most 150 ms)": `${summing.toFixed(0)} ms`,
  };
}

/** The median of some rounds, in milliseconds of processor time. */
function measure(work: () => void): number {
  const seen: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const begin = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begin);
    // The first round warms up.
    if (round > 0) seen.push((user + system) / 1000);
  }
  return median(seen);
}

/** Sentences of a vocabulary in which, as in prose, few words are frequent. */
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
