import { readFileSync } from "node:fs";
import { findEntities } from "../../../plugins/ai/entities/entities.ts";
import { importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface Name {
  type: string;
  start: number;
  end: number;
}

interface Sentence {
  text: string;
  names: Name[];
}

type Find = (text: string) => Name[];

export default {
  engine: "ai/entities",
  ours: ["plugins/ai/entities/*.ts"],
  theirs: ["compromise"],
  async measure({ find }) {
    // Every third: ours takes a minute for all.
    const sentences = readSentences(readFileSync(find("ner/en_ewt-dev.iob2"), "utf8")).filter(
      (_, index) => index % 3 === 0,
    );
    const finders: Record<string, Find> = { ours: findOurs, compromise: await loadCompromise() };
    const found = Object.entries(finders).map(
      ([name, one]) => [name, sentences.map(({ text }) => one(text))] as const,
    );
    return (["exact", "overlapping"] as const).map((way) => {
      const { ours = 0, ...theirs } = Object.fromEntries(
        found.map(([name, own]) => [name, computeF1(sentences, own, way)]),
      );
      return {
        set: "English Web Treebank with the names of Universal NER, every third sentence",
        inputs: sentences.length,
        figure: `F1 of persons, organizations and places, ${way} spans`,
        ours,
        theirs,
      };
    });
  },
} satisfies Row;

/** The types of the set, of ours and of compromise. */
const types: Record<string, string> = { PER: "person", ORG: "organization", LOC: "location" };

function readSentences(iob: string): Sentence[] {
  return iob
    .split(/\n\n+/)
    .map((block) => {
      const text = /^# text = (.*)$/m.exec(block)?.[1] ?? "";
      const names: Name[] = [];
      let at = 0;
      for (const line of block.split("\n").filter((one) => /^\d/.test(one))) {
        const [, word = "", tag = "O"] = line.split("\t");
        const start = text.indexOf(word, at);
        if (start < 0) continue;
        at = start + word.length;
        const type = types[tag.slice(2)];
        if (!type) continue;
        const last = names.at(-1);
        if (tag.startsWith("I-") && last?.type === type) last.end = at;
        else names.push({ type, start, end: at });
      }
      return { text, names };
    })
    .filter(({ text }) => text !== "");
}

function findOurs(text: string): Name[] {
  const input = {
    text,
    language: "en",
    now: Date.UTC(2026, 0, 1),
    types: ["person", "organization", "location"],
    normalize: false,
  };
  return findEntities(input as Parameters<typeof findEntities>[0]).entities;
}

async function loadCompromise(): Promise<Find> {
  interface View {
    out(form: "offset"): { offset: { start: number; length: number } }[];
  }
  type Compromise = {
    default(text: string): Record<"people" | "organizations" | "places", () => View>;
  };
  const { default: nlp } = await importPackage<Compromise>("compromise/three");
  return (text) => {
    const read = nlp(text);
    const toNames = (view: View, type: string) =>
      view.out("offset").map(({ offset }) => {
        const shown = text.slice(offset.start, offset.start + offset.length);
        const trimmed = shown.replace(/[\s.,;:!?"')]+$/, "");
        return { type, start: offset.start, end: offset.start + trimmed.length };
      });
    return [
      ...toNames(read.people(), "person"),
      ...toNames(read.organizations(), "organization"),
      ...toNames(read.places(), "location"),
    ];
  };
}

function computeF1(
  sentences: readonly Sentence[],
  finds: readonly Name[][],
  way: "exact" | "overlapping",
): number {
  let [hits, found, right] = [0, 0, 0];
  const isSame = (a: Name, b: Name) =>
    a.type === b.type &&
    (way === "exact" ? a.start === b.start && a.end === b.end : a.start < b.end && b.start < a.end);
  for (const [index, { names }] of sentences.entries()) {
    const own = finds[index] ?? [];
    hits += names.filter((name) => own.some((one) => isSame(one, name))).length;
    found += own.length;
    right += names.length;
  }
  return (2 * hits) / (found + right);
}
