import ai from "../plugin.ts";
import { labelOf } from "./label.ts";
import { sentimentOf } from "./sentiment.ts";

/** What is to be scored, and how. */
export interface SentimentInput {
  texts: readonly { text: string; language: string }[];
  sentences: boolean;
  aspects: readonly string[];
  explain: boolean;
}

/** Scores one text or several. With several, the answer's own fields are the means of those read. */
export function sentiments({ texts, ...options }: SentimentInput) {
  const results = texts.map(({ text, language }) => ({
    language,
    ...sentimentOf(text, { ...options, language }),
  }));
  if (results.every(({ confidence }) => confidence === "none"))
    throw ai.error(
      "language_unsupported",
      `Sentiment is read of English, and of emoji in any language: the text is in "${results[0]!.language}" and has none`,
      { at: "body.text" },
    );
  return combined(results);
}

type Result = ReturnType<typeof sentimentOf> & { language: string };

/** The answer's own fields beside those of each text: the means of those that could be read. */
export function combined(results: Result[]): {
  first: Omit<Result, "language">;
  results: Result[];
} {
  const read = results.filter(({ confidence }) => confidence !== "none");
  const [first] = results;
  if (results.length === 1) return { first: first!, results };
  const mean = (field: "score" | "positive" | "neutral" | "negative" | "magnitude") =>
    Math.round((read.reduce((sum, one) => sum + one[field], 0) / read.length) * 1e4) / 1e4;
  const found = {
    score: mean("score"),
    positive: mean("positive"),
    neutral: mean("neutral"),
    negative: mean("negative"),
    magnitude: mean("magnitude"),
    confidence: worst(read.map(({ confidence }) => confidence)),
  };
  return { first: { ...found, label: labelOf(found.score) }, results };
}

function worst<Confidence extends string>(all: readonly Confidence[]): Confidence {
  const order = ["none", "low", "medium", "high"];
  return all.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))[0]!;
}
