import type { Notes } from "../notes.ts";
import type { Json } from "../tree.ts";

/** The notations that are read and written. */
export const notations = ["json", "yaml", "toml", "xml", "csv", "jsonl", "querystring"] as const;

/** What can be written besides: the types of what was read. */
export const targets = [...notations, "typescript"] as const;

export type Notation = (typeof notations)[number];
export type Target = (typeof targets)[number];

/** What stands between the cells of CSV. */
export const delimiters = ["auto", "comma", "semicolon", "tab", "pipe"] as const;

export interface ReadOptions {
  delimiter: (typeof delimiters)[number];
  /** Whether the first row of CSV names the columns. */
  header: boolean;
  /** Whether numbers, true, false and null are read out of the texts of CSV, XML and queries. */
  infer_types: boolean;
}

export interface WriteOptions extends Omit<ReadOptions, "infer_types"> {
  indent: number;
  escape_formulas: boolean;
  /** The element of XML or the type of TypeScript that holds the whole. */
  root: string;
}

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
