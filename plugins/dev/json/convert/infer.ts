import { type Json, Numeral } from "../tree.ts";

/** The value a text spells in JSON, where it spells a number, true, false or null. */
export function infer(text: string): Json {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  return isJsonNumber(text) ? new Numeral(text) : text;
}

/** Each character has one way to be read, so this takes linear time. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function isJsonNumber(text: string): boolean {
  return NUMBER.test(text);
}
