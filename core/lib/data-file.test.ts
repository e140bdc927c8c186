import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { listFiles, openTable, openTexts, openWords, readPackedText } from "./data-file.ts";

const folder = mkdtempSync(join(tmpdir(), "utilhub-data-file-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const origin = "# source: own list\n# licence: MIT\n";
let count = 0;

function write(text: string, head = origin): URL {
  const path = join(folder, `${count++}.tsv`);
  writeFileSync(path, head + text);
  return pathToFileURL(path);
}

test("reads a compressed text, which names its source as well", () => {
  const packed = (text: string) => {
    const url = write("");
    writeFileSync(url, brotliCompressSync(text));
    return url;
  };
  expect(readPackedText(packed(`${origin}a,b\n\n1,2\n`))).toBe("a,b\n1,2");
  expect(() => readPackedText(packed("a,b\n"))).toThrow('it must be "# source: …"');
});

const columns = {
  code: "text",
  factor: "number",
  kind: ["length", "mass"],
  names: "list",
  note: "optional",
} as const;
const head = "code\tfactor\tkind\tnames\tnote\n";

test("reads a table with typed cells, without comments", () => {
  const rows = openTable(
    write(`${head}# Metric units\nkm\t1e3\tlength\tkilometre, km\t\nkg\t1\tmass\t\tbase\n`),
    columns,
  );
  expect(rows()).toEqual([
    { code: "km", factor: 1000, kind: "length", names: ["kilometre", "km"], note: undefined },
    { code: "kg", factor: 1, kind: "mass", names: [], note: "base" },
  ]);
  expect(rows()).toBe(rows());
});

test("reads a file on the first use only", () => {
  expect(openTable(new URL("file:///missing.tsv"), columns)).toThrow("missing.tsv");
});

test.each([
  ["code\tfactor\n", ":3: it must name the columns code, factor, kind, names, note"],
  [`${head}km\t1\n`, ":4: it has 2 cells instead of 5"],
  [`${head}\t1\tmass\t\t\n`, ":4: code must not be empty"],
  [`${head}km\tmany\tlength\t\t\n`, ':4: factor must be a number: "many"'],
  [`${head}km\t\tlength\t\t\n`, ':4: factor must be a number: ""'],
  [`${head}km\t1\ttime\t\t\n`, ':4: kind must be one of length, mass: "time"'],
  [`${head}km\t1\tmass\t\t\n\nkm\t1\tmass\t\t\n`, ':6: it repeats "km"'],
])("names the file and the line of a table with a fault: %j", (text, message) => {
  const url = write(text);
  expect(openTable(url, columns)).toThrow(`Cannot read ${url.pathname}${message}`);
});

test("a key can have several columns", () => {
  const url = write(`${head}km\t1\tlength\t\t\nkm\t1\tmass\t\t\n`);
  expect(openTable(url, columns, { unique: ["code", "kind"] })()).toHaveLength(2);
});

test("reads named lists of words and phrases", () => {
  const lists = openWords(write("[verbs]\ngo\ncarry on\n\n[nouns]\nsheep\n"), ["verbs", "nouns"]);
  expect(lists()).toEqual({ verbs: new Set(["go", "carry on"]), nouns: new Set(["sheep"]) });
  expect(lists()).toBe(lists());
});

test.each([
  ["go\n", ":3: it must be the name of a list in brackets"],
  ["[nouns]\n", ":3: it must be [verbs]"],
  ["[verbs]\n[nouns]\n[more]\n", ":5: it must be […]"],
  ["[verbs]\ngo\ngo\n", ':5: it repeats "go"'],
  ["[verbs]\ngo\n", ": it has no list [nouns]"],
])("names the file and the line of a list with a fault: %j", (text, message) => {
  const url = write(text);
  expect(openWords(url, ["verbs", "nouns"])).toThrow(`Cannot read ${url.pathname}${message}`);
});

test("a data file names its source and its licence", () => {
  expect(openWords(write("[a]\n", "# source: own list\n"), ["a"])).toThrow(
    ':2: it must be "# licence: …"',
  );
  expect(openWords(write("[a]\n", ""), ["a"])).toThrow(':1: it must be "# source: …"');
});

test("reads texts by their keys, without inherited names", () => {
  const texts = openTexts(write("[signs]\n+\tplus\n=\tequals\n"), ["signs"]);
  expect({ ...texts().signs }).toEqual({ "+": "plus", "=": "equals" });
  expect(texts().signs.constructor).toBeUndefined();
  expect(texts()).toBe(texts());
});

test.each([
  ["[signs]\nplus\n", ': it has no tab in "plus"'],
  ["[signs]\n+\tplus\n+\tand\n", ': it repeats "+"'],
])("names the file of texts with a fault: %j", (text, message) => {
  const url = write(text);
  expect(openTexts(url, ["signs"])).toThrow(`Cannot read ${url.pathname}${message}`);
});

test("lists the files of a folder that have an ending, by their names", () => {
  const own = mkdtempSync(join(folder, "languages-"));
  for (const name of ["sv.txt", "de.txt", "read.ts"]) writeFileSync(join(own, name), "");
  expect(listFiles(pathToFileURL(`${own}/`), ".txt")).toEqual(["de", "sv"]);
});
