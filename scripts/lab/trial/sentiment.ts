import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { measureSentiment } from "../../../plugins/ai/sentiment/sentiment.ts";
import { correlate } from "./kit/correlate.ts";
import { fetchPythonSource, importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

/** Texts of the paper on VADER. Ten or twenty people rated each from −4 to 4. */
const sets = {
  tweets: "tweets",
  "sentences of reviews of goods": "amazonReviewSnippets",
  "sentences of reviews of films": "movieReviewSnippets",
  "sentences of newspaper editorials": "nytEditorialSnippets",
};

type Score = (text: string) => number;

export default {
  engine: "ai/sentiment",
  ours: ["plugins/ai/sentiment/*.ts", "plugins/ai/word-ratings/*.ts"],
  theirs: ["vader-sentiment", "sentiment", "wink-sentiment"],
  async measure() {
    const source = await fetchPythonSource("vaderSentiment", "3.3.2");
    const folder = join(source, "additional_resources");
    if (!existsSync(join(folder, "hutto_ICWSM_2014")))
      Bun.spawnSync(["tar", "-xzf", "hutto_ICWSM_2014.tar.gz"], { cwd: folder });
    const all: Record<string, Score> = { ours: scoreByUs, ...(await loadTheirs()) };
    return Object.entries(sets).map(([name, file]) => {
      const rated = readRated(join(folder, `hutto_ICWSM_2014/${file}_GroundTruth.txt`));
      const ratings = rated.map(({ rating }) => rating);
      const { ours = 0, ...theirs } = Object.fromEntries(
        Object.entries(all).map(([who, score]) => [
          who,
          correlate(
            ratings,
            rated.map(({ text }) => score(text)),
          ),
        ]),
      );
      return {
        set: `${name}, of the paper on VADER`,
        inputs: rated.length,
        figure: "correlation with people's mean rating",
        ours,
        theirs,
      };
    });
  },
} satisfies Row;

/** Reads every third text. */
function readRated(path: string): { text: string; rating: number }[] {
  return new TextDecoder("utf-8")
    .decode(readFileSync(path))
    .trimEnd()
    .split("\n")
    .filter((_, index) => index % 3 === 0)
    .map((line) => {
      const [, rating, text = ""] = line.split("\t");
      return { text, rating: Number(rating) };
    });
}

function scoreByUs(text: string): number {
  const options = { language: "en", sentences: false, aspects: [], explain: false };
  return measureSentiment(text, options).score;
}

async function loadTheirs(): Promise<Record<string, Score>> {
  type Vader = { SentimentIntensityAnalyzer: { polarity_scores(text: string): Polarity } };
  const vader = (await importPackage<{ default: Vader }>("vader-sentiment")).default;
  type Sentiment = new () => { analyze(text: string): { comparative: number } };
  const { default: Sentiment } = await importPackage<{ default: Sentiment }>("sentiment");
  type Wink = (text: string) => { normalizedScore: number };
  const { default: wink } = await importPackage<{ default: Wink }>("wink-sentiment");
  const sentiment = new Sentiment();
  return {
    "vader-sentiment": (text) => vader.SentimentIntensityAnalyzer.polarity_scores(text).compound,
    sentiment: (text) => sentiment.analyze(text).comparative,
    "wink-sentiment": (text) => wink(text).normalizedScore,
  };
}

/** The result of vader-sentiment. */
interface Polarity {
  compound: number;
}
