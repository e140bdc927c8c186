import dev from "../../plugin.ts";
import { Output } from "../output.ts";
import { pointer } from "../pointer.ts";
import { type Json, type Members, Numeral, typeOf } from "../tree.ts";
import type { Write } from "./options.ts";
import { named, type Remarks } from "./remarks.ts";

/** Writes an object as TOML 1.0. Members that are null are left out: TOML has no null. */
export const writeToml: Write = (json, _, remarks) => {
  if (!(json instanceof Map))
    throw dev.error(
      "not_convertible",
      `TOML must be made of an object: the text holds ${typeOf(json)}`,
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

  /** Writes the values of a table, then the tables in it, which end it. */
  #table(members: Members, prefix: string): void {
    const tables: [key: string, table: Members | Members[]][] = [];
    for (const [key, value] of members) {
      if (value instanceof Map) tables.push([key, value]);
      else if (isTables(value)) tables.push([key, value]);
      else if (value === null)
        this.#remarks.add("TOML has no null: members that are null were left out");
      else this.#within(key, () => this.#output.add(`${keyOf(key)} = ${this.#value(value)}\n`));
    }
    for (const [key, table] of tables) {
      const path = prefix === "" ? keyOf(key) : `${prefix}.${keyOf(key)}`;
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
    if (typeof value === "string") return quoted(value, this.#remarks);
    if (typeof value === "boolean") return String(value);
    if (value instanceof Numeral) return this.#number(value.raw);
    if (Array.isArray(value))
      return `[${value.map((item, index) => this.#within(index, () => this.#value(item))).join(", ")}]`;
    if (value instanceof Map) return this.#inline(value);
    const at = pointer(this.#path);
    throw dev.error("not_convertible", `TOML cannot hold the null at ${named(at)}`, {
      at: "body.input",
    });
  }

  #inline(members: Members): string {
    const pairs: string[] = [];
    for (const [key, value] of members) {
      if (value === null)
        this.#remarks.add("TOML has no null: members that are null were left out");
      else pairs.push(this.#within(key, () => `${keyOf(key)} = ${this.#value(value)}`));
    }
    return pairs.length > 0 ? `{ ${pairs.join(", ")} }` : "{}";
  }

  #number(raw: string): string {
    if (raw.endsWith("N")) return "nan";
    if (raw.endsWith("y")) return raw.replace("Infinity", "inf");
    if (/[.eE]/.test(raw)) return raw;
    // No integer of 64 bits has more than 19 digits and a sign.
    if (raw.length <= 20 && BigInt.asIntN(64, BigInt(raw)) === BigInt(raw)) return raw;
    this.#remarks.add(`TOML's integers have 64 bits: ${raw.slice(0, 40)} is written as a string`);
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

function keyOf(key: string): string {
  return /^[\w-]+$/.test(key) ? key : escaped(key.toWellFormed());
}

function quoted(text: string, remarks: Remarks): string {
  if (!text.isWellFormed()) remarks.add("Half a surrogate pair was replaced by U+FFFD");
  return escaped(text.toWellFormed());
}

/** JSON's escapes are TOML's too, which wants one more. */
function escaped(text: string): string {
  return JSON.stringify(text).replaceAll("\x7f", "\\u007f");
}
