import { checkLength } from "../output.ts";
import { type Json, Numeral } from "../tree.ts";

/**
 * Refuses a tree that would be too large a text. The same part may stand in it many times, where
 * YAML repeats it by an alias or CSV a header in every row.
 */
export function checkWeight(json: Json): void {
  let weight = 0;

  function weigh(part: Json): void {
    weight += sizeOf(part);
    checkLength(weight);
    if (Array.isArray(part)) for (const item of part) weigh(item);
    else if (part instanceof Map)
      for (const [key, value] of part) {
        weight += key.length;
        weigh(value);
      }
  }

  weigh(json);
}

function sizeOf(part: Json): number {
  if (part instanceof Numeral) return part.raw.length + 1;
  return typeof part === "string" ? part.length + 1 : 1;
}
