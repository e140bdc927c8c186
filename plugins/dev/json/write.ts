import { isSpecial } from "./number.ts";
import { type Json, Numeral } from "./tree.ts";

/** Writes a tree as JSON on one line. JSON has no infinities: they are written as null. */
export function writeJson(json: Json): string {
  if (json instanceof Numeral) return isSpecial(json.raw) ? "null" : json.raw;
  if (Array.isArray(json)) return `[${json.map(writeJson).join(",")}]`;
  if (!(json instanceof Map)) return JSON.stringify(json);
  let text = "{";
  for (const [key, value] of json)
    text += `${text.length > 1 ? "," : ""}${JSON.stringify(key)}:${writeJson(value)}`;
  return `${text}}`;
}
