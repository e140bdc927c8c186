import { oneOf, type Static, t } from "hub";
import type { Notes } from "../notes.ts";
import type { Json } from "../tree.ts";

/** Formats that can be read and written. */
const notations = ["json", "yaml", "toml", "xml", "csv", "jsonl", "querystring"] as const;

/** All output formats. Languages and schemas can only be written: they describe the types of the input. */
const targets = [
  ...notations,
  "typescript",
  "csharp",
  "go",
  "java",
  "python",
  "rust",
  "jsonschema",
] as const;

export type Notation = (typeof notations)[number];
export type OutputFormat = (typeof targets)[number];

/** Delimiters of CSV cells. */
const delimiters = ["auto", "comma", "semicolon", "tab", "pipe"] as const;

/** The input and output formats, and options for reading and writing them. */
export const convertOptions = t.Object({
  from: oneOf(notations, { description: "Format of the input" }),
  to: oneOf(targets, { description: "Format of the output" }),
  indent: t.Integer({
    minimum: 0,
    maximum: 8,
    default: 2,
    description:
      "Spaces per level of JSON, YAML or XML; YAML uses at least 2, and 0 writes JSON on one line",
  }),
  delimiter: oneOf(delimiters, {
    default: "auto",
    description:
      "CSV delimiter; `auto` detects it from the first line of the input and writes commas",
  }),
  header: t.Boolean({
    default: true,
    description: "Treats the first CSV row as column names, and writes such a row",
  }),
  infer_types: t.Boolean({
    default: false,
    description:
      "Parses numbers, true, false and null in CSV, XML and query strings; quoted cells stay strings",
  }),
  escape_formulas: t.Boolean({
    default: false,
    description: "Prefixes CSV cells that a spreadsheet would run as a formula with an apostrophe",
  }),
  root: t.String({
    minLength: 1,
    maxLength: 60,
    pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
    errorMessage: "a name of letters, digits and underscores that does not begin with a digit",
    default: "root",
    description: "Name of the XML root element or of the top-level type",
  }),
});

export type ConvertOptions = Static<typeof convertOptions>;
export type ReadOptions = Pick<ConvertOptions, "delimiter" | "header" | "infer_types">;
export type WriteOptions = Omit<ConvertOptions, "from" | "to" | "infer_types">;

/** Parses a text in one format into a tree. Throws a Fault. */
export type ReadNotation = (text: string, options: ReadOptions, notes: Notes) => Json;

/** Writes a tree in one format, and adds a remark for each value that the format cannot represent. */
export type Write = (json: Json, options: WriteOptions, remarks: Remarks) => string;

const remarksMax = 100;

/** Warnings about values that a conversion had to change. Duplicates are dropped. */
export class Remarks {
  readonly #remarks = new Set<string>();
  #left = 0;

  add(remark: string): void {
    if (this.#remarks.size < remarksMax || this.#remarks.has(remark)) this.#remarks.add(remark);
    else this.#left++;
  }

  list(): string[] {
    return this.#left > 0 ? [...this.#remarks, `And ${this.#left} more`] : [...this.#remarks];
  }
}

/** Quotes a key, truncated to 60 characters. */
export function quoteKey(key: string): string {
  return JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key);
}
