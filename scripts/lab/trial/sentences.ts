import { readFileSync } from "node:fs";
import { splitSentences } from "../../../core/lib/language/sentences.ts";
import { importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface Text {
  text: string;
  sentences: string[];
}

type Split = (text: string) => string[];

export default {
  engine: "core/lib/language/sentences",
  ours: ["core/lib/language/{sentences,full-stop}.ts"],
  theirs: ["sbd", "sentence-splitter"],
  async measure({ find }) {
    const golden = JSON.parse(readFileSync(find("sentences/en-dev.json"), "utf8")) as Text[];
    const documents = readDocuments(readFileSync(find("ner/en_ewt-dev.iob2"), "utf8"));
    type Splitter = { split(text: string): { type: string; raw: string }[] };
    const { split } = await importPackage<Splitter>("sentence-splitter");
    const { default: sbd } = await importPackage<{ default: { sentences: Split } }>("sbd");
    const splitters: Record<string, Split> = {
      ours: (text) => splitSentences(text).map((one) => one.text),
      sbd: (text) => sbd.sentences(text),
      "sentence-splitter": (text) =>
        split(text)
          .filter(({ type }) => type === "Sentence")
          .map(({ raw }) => raw),
    };
    const measure = (
      set: string,
      inputs: number,
      figure: string,
      count: (split: Split) => number,
    ) => {
      const counts = Object.entries(splitters).map(([name, one]) => [name, count(one)] as const);
      const { ours = 0, ...theirs } = Object.fromEntries(counts);
      return { set, inputs, figure, ours, theirs };
    };
    return [
      measure(
        "golden rules of pragmatic_segmenter, English",
        golden.length,
        "texts split right",
        (one) =>
          golden.filter(({ text, sentences }) =>
            Bun.deepEquals(one(text).map(trim), sentences.map(trim)),
          ).length,
      ),
      measure("documents of English Web Treebank", documents.length, "F1 of the sentences", (one) =>
        computeF1(documents, one),
      ),
    ];
  },
} satisfies Row;

/** Reads the texts of a treebank, with a space between two sentences. */
function readDocuments(iob: string): Text[] {
  return iob
    .split(/^# newdoc id = .*$/m)
    .map((part) => Array.from(part.matchAll(/^# text = (.*)$/gm), ([, text = ""]) => trim(text)))
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => ({ text: sentences.join(" "), sentences }));
}

function computeF1(documents: readonly Text[], split: Split): number {
  let [hits, found, right] = [0, 0, 0];
  for (const { text, sentences } of documents) {
    const own = split(text).map(trim);
    const rest = new Set(sentences);
    hits += own.filter((one) => rest.delete(one)).length;
    found += own.length;
    right += sentences.length;
  }
  return (2 * hits) / (found + right);
}

function trim(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
