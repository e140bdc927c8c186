// Fits the weights of plugins/ai/extract to the questions in answers/, and to those of XQuAD in a folder.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { splitSentences } from "../../core/lib/language/sentences.ts";
import { readQuestion } from "../../plugins/ai/extract/question.ts";
import { rateSentences } from "../../plugins/ai/extract/rate-sentences.ts";
import { rateSpans } from "../../plugins/ai/extract/rate-spans.ts";
import type { Features } from "../../plugins/ai/extract/weights.ts";
import { exitOnHelp } from "../help.ts";

const usage = `Usage: bun scripts/lab/fit-answers.ts FOLDER

  FOLDER  has xquad-en-dev.json, xquad-de-dev.json and xquad-es-dev.json`;

const weightsPath = new URL("../../plugins/ai/extract/weights.tsv", import.meta.url);
const own = new URL("./answers/", import.meta.url);

/** A question, its text, the parts of which a right sentence has one, and the right spans. */
interface Case {
  language: string;
  question: string;
  text: string;
  marks: readonly string[];
  spans: readonly string[];
  /** Weight of a mistake. */
  weight: number;
}

interface Example {
  features: Features;
  isRight: boolean;
  weight: number;
}

function readCases(folder: string): Case[] {
  return [
    ...["en", "de", "es"].flatMap((code) => readPublic(folder, code)),
    ...readPages(),
    ...readShort(),
  ];
}

/** Reads public questions. Each is asked again without the sentence of its answer, and about another text. */
function readPublic(folder: string, language: string): Case[] {
  const all: { question: string; context: string; answers: string[] }[] = JSON.parse(
    readFileSync(`${folder}/xquad-${language}-dev.json`, "utf8"),
  );
  return all.flatMap(({ question, context, answers }, index) => {
    const rest = splitSentences(context, language).filter(
      ({ text }) => !answers.some((answer) => text.includes(answer)),
    );
    const other = all[(index + all.length / 2) % all.length]?.context ?? "";
    const none = { language, question, marks: [], spans: [] };
    return [
      { language, question, text: context, marks: answers, spans: answers, weight: 1 },
      { ...none, text: rest.map(({ text }) => text).join(" "), weight: 0.3 },
      { ...none, text: other, weight: 0.5 },
    ];
  });
}

/** Reads everyday pages: a text, and lines of question, marks of the sentence, and spans. */
function readPages(): Case[] {
  return readdirSync(own)
    .filter((name) => name.endsWith(".txt"))
    .flatMap((name) => {
      const [text = "", questions = ""] = readFileSync(new URL(name, own), "utf8").split("\n---\n");
      return questions
        .trim()
        .split("\n")
        .map((line) => {
          const [question = "", marks = "none", spans = "-"] = line.split("\t");
          return {
            language: "en",
            question,
            text,
            marks: list(marks),
            spans: list(spans),
            weight: 4,
          };
        });
    });
}

/** Reads questions about one or two sentences. */
function readShort(): Case[] {
  const lines = readFileSync(new URL("short.tsv", own), "utf8").trim().split("\n").slice(3);
  return lines.map((line) => {
    const [language = "", question = "", text = "", answers = ""] = line.split("\t");
    const marks = answers === "-" ? [text.slice(0, 20)] : list(answers);
    return { language, question, text, marks, spans: list(answers), weight: 5 };
  });
}

function list(cell: string): string[] {
  return cell === "none" || cell === "-" ? [] : cell.split("|");
}

function listSentences({ language, question, text, marks, weight }: Case): Example[] {
  return rateSentences([text], readQuestion(question, language), { language, limit: 12 }).map(
    ({ features, text: sentence }) => ({
      features,
      isRight: marks.some((mark) => sentence.includes(mark)),
      weight,
    }),
  );
}

/** Lists the spans of the best sentence if it is likely: the others are never answers. */
function listSpans({ language, question, text, marks, spans, weight }: Case): Example[] {
  const read = readQuestion(question, language);
  const [best] = rateSentences([text], read, { language, limit: 12 });
  if (!best || best.probability < 0.35) return [];
  const isMarked = marks.some((mark) => best.text.includes(mark));
  return rateSpans(best, read, language).map(({ features, start, end }) => ({
    features,
    isRight: isMarked && spans.some((span) => compare(span, best.text.slice(start, end)) >= 0.6),
    weight,
  }));
}

/** Returns the F1 of the words of two spans. */
function compare(one: string, other: string): number {
  const split = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}€$£%]+/gu) ?? [];
  const [words, others] = [split(one), split(other)];
  return (
    (2 * words.filter((word) => others.includes(word)).length) / (words.length + others.length)
  );
}

/** Features that may only lower a probability. */
const lowering = /missing$|^only heading|^all but kind|farther|^verb gap|^other kind|^in brackets/;
const rounds = 300;
const penalty = 2;

/** Fits a logistic model with an L2 penalty by Adam. */
function fit(examples: readonly Example[]): Map<string, number> {
  const names = [...new Set(examples.flatMap(({ features }) => Object.keys(features)))];
  const rows = examples.map(({ features }) => names.map((name) => features[name] ?? 0));
  const [weights, mean, square] = [names.map(() => 0), names.map(() => 0), names.map(() => 0)];
  for (let round = 1; round <= rounds; round++) {
    const slopes = weights.map((weight) => penalty * weight);
    for (const [at, row] of rows.entries()) {
      const { isRight = false, weight = 0 } = examples[at] ?? {};
      const sum = row.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0);
      const error = weight * (1 / (1 + Math.exp(-sum)) - Number(isRight));
      for (const [index, value] of row.entries())
        slopes[index] = (slopes[index] ?? 0) + error * value;
    }
    for (const [index, name] of names.entries()) {
      const slope = (slopes[index] ?? 0) / rows.length;
      mean[index] = 0.9 * (mean[index] ?? 0) + 0.1 * slope;
      square[index] = 0.99 * (square[index] ?? 0) + 0.01 * slope ** 2;
      const step =
        (mean[index] ?? 0) /
        (1 - 0.9 ** round) /
        (Math.sqrt((square[index] ?? 0) / (1 - 0.99 ** round)) + 1e-9);
      const next = (weights[index] ?? 0) - 0.1 * step;
      weights[index] = lowering.test(name) ? Math.min(0, next) : next;
    }
  }
  return new Map(names.map((name, index) => [name, weights[index] ?? 0]));
}

function writeWeights(model: "sentence" | "span", weights: ReadonlyMap<string, number>): void {
  const kept = readFileSync(weightsPath, "utf8")
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith(`${model}\t`));
  const rows = [...weights]
    .map(([name, weight]) => `${model}\t${name}\t${Number(weight.toFixed(2))}`)
    .filter((row) => !/\t-?0(?:\.01)?$/.test(row))
    .toSorted();
  writeFileSync(weightsPath, `${[...kept, ...rows].join("\n")}\n`);
}

exitOnHelp(usage);
const [folder, model] = process.argv.slice(2);
if (!folder) throw new Error(usage);
const cases = readCases(folder);
if (model) writeWeights("span", fit(cases.flatMap(listSpans)));
else {
  writeWeights("sentence", fit(cases.flatMap(listSentences)));
  // A new process reads the new weights of sentences.
  Bun.spawnSync([process.execPath, import.meta.path, folder, "span"], {
    stdio: ["inherit", "inherit", "inherit"],
  });
}
