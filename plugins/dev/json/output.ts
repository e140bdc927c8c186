import dev from "../plugin.ts";
import { Fault } from "./fault.ts";
import { depthMax } from "./parse/parse-json.ts";
import { type Json, Numeral } from "./tree.ts";

/** A text that is written piece by piece and may not grow without bound. */
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

/** Refuses a result of more characters than are answered. */
export function checkLength(length: number): void {
  const { resultMax } = dev.limits;
  if (length > resultMax)
    throw dev.error("result_too_large", `The result has more than ${resultMax} characters`);
}

/**
 * Refuses a tree that nests too deep or would be too large a text, with some blanks for each level.
 * The same part may stand in it many times, where YAML repeats it by an alias or CSV a header in
 * every row.
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
