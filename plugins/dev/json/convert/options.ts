import { oneOf, type Static, t } from "hub";
import type { Notes } from "../notes.ts";
import type { Json } from "../tree.ts";

/** The notations that are read and written. */
const notations = ["json", "yaml", "toml", "xml", "csv", "jsonl", "querystring"] as const;

/** What can be written besides: the types of what was read. */
const targets = [...notations, "typescript"] as const;

export type Notation = (typeof notations)[number];
export type Target = (typeof targets)[number];

/** What stands between the cells of CSV. */
const delimiters = ["auto", "comma", "semicolon", "tab", "pipe"] as const;

/** Between which notations to convert, and how to read and write them. */
export const convertOptions = t.Object({
  from: oneOf(notations, { description: "What the text is written in" }),
  to: oneOf(targets, { description: "What to write it in" }),
  indent: t.Integer({
    minimum: 0,
    maximum: 8,
    default: 2,
    description:
      "Blanks for each level of JSON, YAML or XML; YAML takes 2 at least, and 0 writes JSON on one line",
  }),
  delimiter: oneOf(delimiters, {
    default: "auto",
    description: "The delimiter of CSV; `auto` detects it in the first line, and writes commas",
  }),
  header: t.Boolean({
    default: true,
    description: "Whether the first row of CSV names the columns",
  }),
  infer_types: t.Boolean({
    default: false,
    description:
      "Reads numbers, true, false and null out of the texts of CSV, XML and query strings, but for quoted cells",
  }),
  escape_formulas: t.Boolean({
    default: false,
    description: "Puts an apostrophe before cells of CSV that a spreadsheet would run as a formula",
  }),
  root: t.String({
    minLength: 1,
    maxLength: 60,
    pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
    default: "root",
    description: "The element of XML or the type of TypeScript that holds the whole",
  }),
});

export type ConvertOptions = Static<typeof convertOptions>;
export type ReadOptions = Pick<ConvertOptions, "delimiter" | "header" | "infer_types">;
export type WriteOptions = Omit<ConvertOptions, "from" | "to" | "infer_types">;

/** Reads a notation into a tree; throws a Fault. */
export type Read = (text: string, options: ReadOptions, notes: Notes) => Json;

/** Writes a tree in a notation, and remarks on what it cannot say. */
export type Write = (json: Json, options: WriteOptions, remarks: Remarks) => string;

const remarksMax = 100;

/** What a conversion had to change, each said once. */
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

/** A key in quotes, cut where it is long. */
export function quoteKey(key: string): string {
  return JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key);
}
