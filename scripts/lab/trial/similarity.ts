import { readFileSync } from "node:fs";
import { rankSimilar } from "../../../plugins/ai/similarity/similarity.ts";
import { correlate } from "./kit/correlate.ts";
import { importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface Pair {
  grade: number;
  one: string;
  other: string;
}

type Compare = (pair: Pair) => number;

export default {
  engine: "ai/similarity",
  ours: ["plugins/ai/similarity/*.ts"],
  theirs: ["wink-nlp", "natural"],
  async measure({ find }) {
    const pairs = ["headlines", "images", "OnWN"].map((name) => ({
      name,
      pairs: readPairs(readFileSync(find(`similarity/sts2014-${name}-half.tsv`), "utf8")),
    }));
    const compare: Record<string, Compare> = { ours: compareByUs, ...(await loadTheirs()) };
    return pairs.map(({ name, pairs }) => {
      const grades = pairs.map(({ grade }) => grade);
      const { ours = 0, ...theirs } = Object.fromEntries(
        Object.entries(compare).map(([who, score]) => [who, correlate(grades, pairs.map(score))]),
      );
      return {
        set: `half of STS 2014, ${name}`,
        inputs: pairs.length,
        figure: "correlation with people's grades",
        ours,
        theirs,
      };
    });
  },
} satisfies Row;

function readPairs(tsv: string): Pair[] {
  return tsv
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"))
    .map(([grade, one = "", other = ""]) => ({ grade: Number(grade), one, other }));
}

function compareByUs({ one, other }: Pair): number {
  const options = {
    method: "blend",
    duplicate_threshold: 0.9,
    diff: false,
    language: "en",
    text: one,
  };
  const { results } = rankSimilar(one, [other], options as Parameters<typeof rankSimilar>[2]);
  return results[0]?.score ?? 0;
}

async function loadTheirs(): Promise<Record<string, Compare>> {
  type Natural = { default: { DiceCoefficient(one: string, other: string): number } };
  const { default: natural } = await importPackage<Natural>("natural");
  type Wink = {
    default(model: unknown): {
      readDoc(text: string): { tokens(): { filter(test: unknown): Tokens } };
      as: unknown;
      its: Its;
    };
  };
  interface Tokens {
    out(its: unknown, as?: unknown): unknown;
  }
  interface Its {
    normal: unknown;
  }
  const { default: createWink } = await importPackage<Wink>("wink-nlp");
  const model = (await importPackage<{ default: unknown }>("wink-eng-lite-web-model")).default;
  const similarity = await importPackage<{
    default: { bow: { cosine(a: unknown, b: unknown): number } };
  }>("wink-nlp/utilities/similarity.js");
  const nlp = createWink(model);
  const as = (nlp as unknown as { as: { bow: unknown } }).as;
  const its = (nlp as unknown as { its: { stem: unknown; type: unknown } }).its;
  const bag = (text: string) =>
    nlp
      .readDoc(text)
      .tokens()
      .filter((token: Tokens) => token.out(its.type) === "word")
      .out(its.stem, as.bow);
  return {
    "wink-nlp": ({ one, other }) => similarity.default.bow.cosine(bag(one), bag(other)),
    natural: ({ one, other }) => natural.DiceCoefficient(one, other),
  };
}
