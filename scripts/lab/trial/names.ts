import { readFileSync } from "node:fs";
import { findEntities } from "../../../plugins/ai/entities/entities.ts";
import { honorifics } from "../../../plugins/ai/names/name-words.ts";
import { readIobSentences } from "../names/read-iob.ts";
import { buildNamedSentences, buildTraps, type NamedText, type NameSpan } from "../names/sets.ts";
import { importPackage } from "./kit/judges.ts";
import type { Measurement, Row } from "./kit/row.ts";

type Name = NameSpan;

type Find = (text: string) => Name[];

export default {
  engine: "ai/entities",
  ours: ["plugins/ai/{entities,names}/*.ts"],
  theirs: ["compromise"],
  async measure({ find }) {
    const { heldOut } = readIobSentences(readFileSync(find("ner/en_ewt-dev.iob2"), "utf8"));
    const finders: Record<string, Find> = { ours: findOurs, compromise: await loadCompromise() };
    return [
      ...measureTreebank(heldOut, finders),
      ...measureTemplates(buildNamedSentences(2000), finders),
      measureTraps(buildTraps(500), finders),
    ];
  },
} satisfies Row;

/** Measures each finder, and separates our figure from the others. */
function compare(finders: Record<string, Find>, judge: (find: Find) => number) {
  const { ours = 0, ...theirs } = Object.fromEntries(
    Object.entries(finders).map(([name, find]) => [name, judge(find)]),
  );
  return { ours, theirs };
}

function measureTreebank(
  sentences: readonly NamedText[],
  finders: Record<string, Find>,
): Measurement[] {
  const set =
    "English Web Treebank with the names of Universal NER, documents held out from training";
  const inputs = sentences.length;
  const computeF1 = (find: Find, isSame: IsSame, types: readonly string[]) => {
    const { hits, found, right } = countHits(sentences, find, isSame, types);
    return (2 * hits) / (found + right);
  };
  return [
    {
      set,
      inputs,
      figure: "F1 of persons, organizations and places, exact spans",
      ...compare(finders, (find) => computeF1(find, isExact, types)),
    },
    {
      set,
      inputs,
      figure: "F1 of persons, organizations and places, overlapping spans",
      ...compare(finders, (find) => computeF1(find, isOverlapping, types)),
    },
    {
      set,
      inputs,
      figure: "F1 of organizations, exact spans",
      ...compare(finders, (find) => computeF1(find, isExact, ["organization"])),
    },
  ];
}

function measureTemplates(
  sentences: readonly NamedText[],
  finders: Record<string, Find>,
): Measurement[] {
  const set = "own sentences with names that no list of the product has";
  const inputs = sentences.length;
  const judge = (find: Find) => countHits(sentences, find, isExact, ["person"]);
  return [
    {
      set,
      inputs,
      figure: "share of the names found",
      ...compare(finders, (find) => judge(find).hits / judge(find).right),
    },
    {
      set,
      inputs,
      figure: "share of the persons found that are right",
      ...compare(finders, (find) => judge(find).hits / judge(find).found),
    },
  ];
}

function measureTraps(traps: readonly string[], finders: Record<string, Find>): Measurement {
  const hasPerson = (find: Find) => (text: string) =>
    find(text).some(({ type }) => type === "person");
  return {
    set: "own sentences without people, full of words that are also names",
    inputs: traps.length,
    figure: "sentences with a person",
    ...compare(finders, (find) => traps.filter(hasPerson(find)).length),
    fewerIsBetter: true,
  };
}

function findOurs(text: string): Name[] {
  const input = {
    text,
    language: "en",
    now: Date.UTC(2026, 0, 1),
    types: ["person", "organization", "location"],
    normalize: false,
  };
  return findEntities(input as Parameters<typeof findEntities>[0]).entities as Name[];
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
    const toNames = (view: View, type: Name["type"]) =>
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

const types = ["person", "organization", "location"];

type IsSame = (a: Name, b: Name) => boolean;

const isExact: IsSame = (a, b) => a.type === b.type && a.start === b.start && a.end === b.end;
const isOverlapping: IsSame = (a, b) => a.type === b.type && a.start < b.end && b.start < a.end;

function countHits(
  sentences: readonly NamedText[],
  find: Find,
  isSame: IsSame,
  wanted: readonly string[],
) {
  let [hits, found, right] = [0, 0, 0];
  for (const { text, names } of sentences) {
    const own = find(text)
      .filter(({ type }) => wanted.includes(type))
      .map((name) => dropTitle(text, name));
    const gold = names.filter(({ type }) => wanted.includes(type));
    hits += gold.filter((name) => own.some((one) => isSame(one, name))).length;
    found += own.length;
    right += gold.length;
  }
  return { hits, found, right };
}

/** Returns a name without the title that ours includes and the sets leave out. */
function dropTitle(text: string, name: Name): Name {
  if (name.type !== "person") return name;
  const [first = "", second] = text.slice(name.start, name.end).split(" ", 2);
  return second !== undefined && honorifics.has(first.replace(".", ""))
    ? { ...name, start: name.start + first.length + 1 }
    : name;
}
