import { type AST, ParseError, parseTOML } from "toml-eslint-parser";
import dev from "../../plugin.ts";
import { Fault } from "../fault.ts";
import type { Notes } from "../notes.ts";
import { Output } from "../output.ts";
import { depthMax } from "../parse-json.ts";
import { pointer } from "../pointer.ts";
import { getType, type Json, type Members, Numeral } from "../tree.ts";
import { prefixedDigitsMax, toNumeral } from "./numeral.ts";
import type { Write } from "./request.ts";
import { quoteKey, type Remarks } from "./request.ts";

/** Parses a TOML 1.1 document, which any TOML 1.0 document is. Dates and times become strings. */
export function readToml(text: string, _: unknown, notes: Notes): Json {
  try {
    const program = parseTOML(text.replace(/^\ufeff/, " "), { tomlVersion: "1.1" });
    const [comment] = program.comments;
    if (comment) notes.add("Comments are left out", comment.range[0]);
    return new TomlReader(notes).document(program);
  } catch (error) {
    if (error instanceof ParseError) throw new Fault(error.message, error.index);
    if (!(error instanceof RangeError)) throw error;
    const limits = `must not nest deeper than ${depthMax}, nor hold strings of half a million characters`;
    throw new Fault(`The text ${limits}`, 0);
  }
}

/** Builds the tree from the parsed document. */
class TomlReader {
  readonly #notes: Notes;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  document({ body: [top] }: AST.TOMLProgram): Members {
    const root: Members = new Map();
    for (const part of top.body)
      if (part.type === "TOMLKeyValue") this.#add(root, part);
      else this.#fill(getTable(root, part.resolvedKey), part.body);
    return root;
  }

  #fill(table: Members, pairs: readonly AST.TOMLKeyValue[]): Members {
    for (const pair of pairs) this.#add(table, pair);
    return table;
  }

  #add(table: Members, { key, value }: AST.TOMLKeyValue): void {
    const names = key.keys.map((part) => (part.type === "TOMLBare" ? part.name : part.value));
    const last = names.pop();
    if (last === undefined) throw new RangeError("Cannot add a pair without a key");
    getTable(table, names).set(last, this.#value(value));
  }

  #value(node: AST.TOMLContentNode): Json {
    if (node.type === "TOMLArray") return node.elements.map((item) => this.#value(item));
    if (node.type === "TOMLInlineTable") return this.#fill(new Map(), node.body);
    switch (node.kind) {
      case "string":
      case "boolean":
        return node.value;
      case "integer":
      case "float":
        return number(node);
    }
    this.#notes.add("Dates and times became texts", node.range[0]);
    return node.datetime.replace(" ", "T");
  }
}

/** Returns the table at a path of keys and indexes, and creates it if it is missing. */
function getTable(root: Members, path: readonly (string | number)[]): Members {
  let at: Members | Json[] = root;
  for (const [index, key] of path.entries()) {
    const empty = typeof path[index + 1] === "number" ? [] : new Map();
    const next: Json = (at instanceof Map ? at.get(String(key)) : at[Number(key)]) ?? empty;
    if (at instanceof Map) at.set(String(key), next);
    else at[Number(key)] = next;
    at = next as Members | Json[];
  }
  return at as Members;
}

function number({ number: digits, range }: AST.TOMLNumberValue): Numeral {
  if (/^0[xob]/.test(digits) && digits.length > prefixedDigitsMax)
    throw new Fault(
      `A number with a base prefix must have at most ${prefixedDigitsMax} digits`,
      range[0],
    );
  return toNumeral(digits);
}

/** Writes an object as TOML 1.0. Members that are null are left out: TOML has no null. */
export const writeToml: Write = (json, _, remarks) => {
  if (!(json instanceof Map))
    throw dev.error(
      "not_convertible",
      `Cannot write TOML from the type "${getType(json)}": the input must be an object`,
      { at: "body.input" },
    );
  return new TomlWriter(remarks).document(json);
};

class TomlWriter {
  readonly #output = new Output();
  readonly #remarks: Remarks;
  readonly #path: (string | number)[] = [];

  constructor(remarks: Remarks) {
    this.#remarks = remarks;
  }

  document(members: Members): string {
    this.#table(members, "");
    return this.#output.toString();
  }

  /** Writes the scalar members of a table first: a subtable's header ends the table. */
  #table(members: Members, prefix: string): void {
    const tables: [key: string, table: Members | Members[]][] = [];
    for (const [key, value] of members) {
      if (value instanceof Map) tables.push([key, value]);
      else if (isTables(value)) tables.push([key, value]);
      else if (value === null)
        this.#remarks.add("TOML has no null: members that are null were left out");
      else this.#within(key, () => this.#output.add(`${writeKey(key)} = ${this.#value(value)}\n`));
    }
    for (const [key, table] of tables) {
      const path = prefix === "" ? writeKey(key) : `${prefix}.${writeKey(key)}`;
      this.#within(key, () => {
        if (table instanceof Map) this.#section(`[${path}]`, table, path);
        else
          for (const [index, item] of table.entries())
            this.#within(index, () => this.#section(`[[${path}]]`, item, path));
      });
    }
  }

  #section(header: string, members: Members, path: string): void {
    this.#output.add(`\n${header}\n`);
    this.#table(members, path);
  }

  #value(value: Json): string {
    if (typeof value === "string") return writeString(value, this.#remarks);
    if (typeof value === "boolean") return String(value);
    if (value instanceof Numeral) return this.#number(value.raw);
    if (Array.isArray(value))
      return `[${value.map((item, index) => this.#within(index, () => this.#value(item))).join(", ")}]`;
    if (value instanceof Map) return this.#inline(value);
    const at = pointer(this.#path);
    throw dev.error("not_convertible", `TOML cannot hold the null at ${quoteKey(at)}`, {
      at: "body.input",
    });
  }

  #inline(members: Members): string {
    const pairs: string[] = [];
    for (const [key, value] of members) {
      if (value === null)
        this.#remarks.add("TOML has no null: members that are null were left out");
      else pairs.push(this.#within(key, () => `${writeKey(key)} = ${this.#value(value)}`));
    }
    return pairs.length > 0 ? `{ ${pairs.join(", ")} }` : "{}";
  }

  #number(raw: string): string {
    if (raw.endsWith("N")) return "nan";
    if (raw.endsWith("y")) return raw.replace("Infinity", "inf");
    if (/[.eE]/.test(raw)) return raw;
    // A 64-bit integer has at most 19 digits and a sign.
    if (raw.length <= 20 && BigInt.asIntN(64, BigInt(raw)) === BigInt(raw)) return raw;
    this.#remarks.add(`TOML integers have 64 bits: ${raw.slice(0, 40)} is written as a string`);
    return `"${raw}"`;
  }

  #within<T>(key: string | number, work: () => T): T {
    this.#path.push(key);
    const result = work();
    this.#path.pop();
    return result;
  }
}

function isTables(value: Json): value is Members[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => item instanceof Map);
}

function writeKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : escapeString(key.toWellFormed());
}

function writeString(text: string, remarks: Remarks): string {
  if (!text.isWellFormed()) remarks.add("A lone surrogate was replaced by U+FFFD");
  return escapeString(text.toWellFormed());
}

/** JSON's escapes are valid in TOML, which also requires U+007F to be escaped. */
function escapeString(text: string): string {
  return JSON.stringify(text).replaceAll("\x7f", "\\u007f");
}
