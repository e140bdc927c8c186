import dev from "../plugin.ts";
import { Fault } from "./fault.ts";
import { depthMax } from "./parse-json.ts";
import { type Json, Numeral } from "./tree.ts";

/** A length-limited string builder. */
export class Output {
  readonly #pieces: string[] = [];
  #length = 0;

  add(piece: string): void {
    this.#length += piece.length;
    checkLength(this.#length);
    this.#pieces.push(piece);
  }

  toString(): string {
    return this.#pieces.join("");
  }
}

/** Throws if a result exceeds the maximum length. */
export function checkLength(length: number, max: number = dev.limits.resultMax): void {
  if (length > max)
    throw dev.error("result_too_large", `The result has more than ${max} characters`);
}

/**
 * Throws if a tree nests too deep or its text would be too long, with `blanks` spaces per level. A part may occur
 * many times: YAML repeats it by alias, CSV repeats the header in every row.
 */
export function checkWeight(json: Json, blanks = 0): void {
  let weight = 0;

  function weigh(part: Json, depth: number): void {
    weight += measureSize(part) + depth * blanks;
    checkLength(weight);
    if (!Array.isArray(part) && !(part instanceof Map)) return;
    if (depth === depthMax) throw new Fault(`The text must not nest deeper than ${depthMax}`, 0);
    if (part instanceof Map) for (const key of part.keys()) weight += key.length;
    for (const item of part.values()) weigh(item, depth + 1);
  }

  weigh(json, 0);
}

function measureSize(part: Json): number {
  if (part instanceof Numeral) return part.raw.length + 1;
  return typeof part === "string" ? part.length + 1 : 1;
}
