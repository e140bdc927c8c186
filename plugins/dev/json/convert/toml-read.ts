import { type AST, ParseError, parseTOML } from "toml-eslint-parser";
import { Fault } from "../fault.ts";
import type { Notes } from "../notes.ts";
import { depthMax } from "../parse/parse.ts";
import type { Json, Members, Numeral } from "../tree.ts";
import { numeral, prefixedDigitsMax } from "./numeral.ts";

/** Reads a TOML 1.0 document; its dates and times become texts. */
export function readToml(text: string, _: unknown, notes: Notes): Json {
  try {
    return new TomlReader(notes).document(
      parseTOML(text.replace(/^\ufeff/, " "), { tomlVersion: "1.0" }),
    );
  } catch (error) {
    if (error instanceof ParseError) throw new Fault(error.message, error.index);
    if (!(error instanceof RangeError)) throw error;
    const limits = `must not nest deeper than ${depthMax}, nor hold strings of half a million characters`;
    throw new Fault(`The text ${limits}`, 0);
  }
}

/** Makes the tree of what was parsed. */
class TomlReader {
  readonly #notes: Notes;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  document({ body: [top] }: AST.TOMLProgram): Members {
    const root: Members = new Map();
    for (const part of top.body)
      if (part.type === "TOMLKeyValue") this.#add(root, part);
      else this.#fill(tableAt(root, part.resolvedKey), part.body);
    return root;
  }

  #fill(table: Members, pairs: readonly AST.TOMLKeyValue[]): Members {
    for (const pair of pairs) this.#add(table, pair);
    return table;
  }

  #add(table: Members, { key, value }: AST.TOMLKeyValue): void {
    const names = key.keys.map((part) => (part.type === "TOMLBare" ? part.name : part.value));
    const last = names.pop()!;
    tableAt(table, names).set(last, this.#value(value));
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

/** The table at a path of keys and indexes, made where there is none. */
function tableAt(root: Members, path: readonly (string | number)[]): Members {
  let at: Members | Json[] = root;
  for (const [index, key] of path.entries()) {
    const made = typeof path[index + 1] === "number" ? [] : new Map();
    const held: Json = (at instanceof Map ? at.get(String(key)) : at[Number(key)]) ?? made;
    if (at instanceof Map) at.set(String(key), held);
    else at[Number(key)] = held;
    at = held as Members | Json[];
  }
  return at as Members;
}

function number({ number: digits, range }: AST.TOMLNumberValue): Numeral {
  if (/^0[xob]/.test(digits) && digits.length > prefixedDigitsMax)
    throw new Fault(`Such a number must have at most ${prefixedDigitsMax} digits`, range[0]);
  return numeral(digits);
}
