import { readdirSync, readFileSync } from "node:fs";
import { splitSentences } from "../../../core/lib/language/sentences.ts";
import { extractAnswers } from "../../../plugins/ai/extract/extract.ts";
import { importPackage } from "./kit/judges.ts";
import type { Measurement, Row } from "./kit/row.ts";

interface QuestionCase {
  question: string;
  context: string;
  answers: readonly string[];
}

/** Returns the sentence of a text that answers a question. */
type Choose = (asked: QuestionCase, language: string) => string | undefined;

const own = new URL("../answers/", import.meta.url);
const languages = { en: "English", de: "German", es: "Spanish" };

export default {
  engine: "ai/extract",
  ours: ["plugins/ai/extract/*.ts"],
  theirs: ["natural"],
  async measure({ find }) {
    const byRarity = await loadTheirs();
    const compare = (set: string, all: readonly QuestionCase[], language: string): Measurement => {
      const count = (choose: Choose) =>
        all.filter((asked) => {
          const sentence = choose(asked, language);
          return asked.answers.some((answer) => sentence?.includes(answer));
        }).length;
      const figure = "questions whose first sentence has the answer";
      const [ours, natural] = [count(chooseByUs), count(byRarity)];
      return { set, inputs: all.length, figure, ours, theirs: { natural } };
    };
    return [
      ...Object.entries(languages).map(([code, name]) =>
        compare(
          `part of XQuAD, ${name}, which the weights were fitted to as well`,
          JSON.parse(readFileSync(find(`answer/xquad-${code}-dev.json`), "utf8")),
          code,
        ),
      ),
      compare("own everyday pages, which the weights were fitted to as well", readPages(), "en"),
    ];
  },
} satisfies Row;

/** Reads the questions that have an answer on their page. */
function readPages(): QuestionCase[] {
  return readdirSync(own)
    .filter((name) => name.endsWith(".txt"))
    .flatMap((name) => {
      const [context = "", lines = ""] = readFileSync(new URL(name, own), "utf8").split("\n---\n");
      return lines
        .trim()
        .split("\n")
        .flatMap((line) => {
          const [question = "", marks = "none"] = line.split("\t");
          return marks === "none" ? [] : [{ question, context, answers: marks.split("|") }];
        });
    });
}

const chooseByUs: Choose = ({ question, context }, language) =>
  extractAnswers({ question, documents: [context], language, max_answers: 1 }).answers[0]?.sentence;

/** Ranks sentences by the rarity of the words that they share with the question. */
async function loadTheirs(): Promise<Choose> {
  type TfIdf = {
    addDocument(text: string): void;
    tfidfs(text: string): number[];
  };
  const { default: natural } = await importPackage<{ default: { TfIdf: new () => TfIdf } }>(
    "natural",
  );
  return ({ question, context }, language) => {
    const sentences = splitSentences(context, language).map(({ text }) => text);
    const index = new natural.TfIdf();
    for (const sentence of sentences) index.addDocument(sentence);
    const scores = index.tfidfs(question);
    return sentences[scores.indexOf(Math.max(...scores))];
  };
}
