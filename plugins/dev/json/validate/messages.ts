import { getType, type Json, writeJson } from "../tree.ts";

/** Names a value for the end of a message: its text if it is short, otherwise its size. */
function name(value: Json): string {
  if (value instanceof Map)
    return value.size === 0 ? "an empty object" : `an object with ${count(value.size, "member")}`;
  if (Array.isArray(value))
    return value.length === 0 ? "an empty array" : `an array with ${count(value.length, "item")}`;
  return shorten(writeJson(value));
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

const listedMax = 10;

function listWith(word: "or" | "and", items: readonly string[]): string {
  const shown = items.slice(0, listedMax);
  const left = items.length - shown.length;
  if (left > 0) return `${shown.join(", ")} ${word} ${left} more`;
  const last = shown.pop() ?? "";
  return shown.length > 0 ? `${shown.join(", ")} ${word} ${last}` : last;
}

function quote(text: string): string {
  return shorten(JSON.stringify(text));
}

export function nothingAllowed(): string {
  return "No value is allowed here";
}

export function wrongType(types: readonly string[], value: Json): string {
  const own = getType(value);
  const shown = own === "null" ? "null" : `the ${own} ${name(value)}`;
  const found = own === "object" || own === "array" ? name(value) : shown;
  return `Must be of type ${listWith("or", types.map(quote))}: it is ${found}`;
}

export function notListed(allowed: readonly Json[], value: Json): string {
  const shown = allowed.map((one) => shorten(writeJson(one)));
  const listed = shown.length === 1 ? shown[0] : `one of ${listWith("or", shown)}`;
  return `Must be ${listed}: it is ${shorten(writeJson(value))}`;
}

export function missingKey(key: string, value: Json, because?: string): string {
  const keys = value instanceof Map ? [...value.keys()] : [];
  const given = keys.length > 0 ? `it has ${listWith("and", keys.map(quote))}` : "it has no keys";
  const reason = because === undefined ? "" : ` next to ${quote(because)}`;
  return `Must have the key ${quote(key)}${reason}: ${given}`;
}

export function extraKey(
  key: string,
  named: readonly string[],
  patterns: readonly string[],
): string {
  const allowed = [
    ...named.map(quote),
    ...patterns.map((pattern) => `keys that match ${quote(pattern)}`),
  ];
  const rest = allowed.length > 0 ? `allowed are ${listWith("and", allowed)}` : "no key is allowed";
  return `Must not have the key ${quote(key)}: ${rest}`;
}

export function unevaluatedKey(key: string): string {
  return `Must not have the key ${quote(key)}: no part of the schema that applies describes it`;
}

export function unevaluatedItem(index: number): string {
  return `Must not have an item at ${index}: no part of the schema that applies describes it`;
}

export function badKey(key: string): string {
  return `Must not have the key ${quote(key)}: the schema does not allow this name`;
}

export function extraItems(max: number, items: readonly Json[]): string {
  return `Must have at most ${count(max, "item")}: it has ${items.length}, the next being ${name(items[max] ?? null)}`;
}

export function fewMatches(found: number, min: number): string {
  return `Must contain at least ${count(min, "matching item")}: it has ${found}`;
}

export function manyMatches(found: number, max: number): string {
  return `Must contain at most ${count(max, "matching item")}: it has ${found}`;
}

export function repeatedItem(first: number, second: number, item: Json): string {
  return `Must have different items: those at ${first} and ${second} are ${name(item)}`;
}

export function outOfBounds(relation: string, bound: string, value: Json): string {
  return `Must be ${relation} ${shorten(bound)}: it is ${name(value)}`;
}

export function wrongLength(
  relation: "at least" | "at most",
  bound: number,
  { unit, length }: { unit: string; length: number },
): string {
  return `Must have ${relation} ${bound} ${unit}: it has ${length}`;
}

export function noPattern(pattern: string, value: Json): string {
  return `Must match the pattern ${quote(pattern)}: it is ${name(value)}`;
}

export function wrongFormat(format: string, value: Json): string {
  return `Must have the format ${quote(format)}: it is ${name(value)}`;
}

export function noBranch(value: Json, branches: number): string {
  return `Must match at least one of ${count(branches, "schema")}: ${name(value)} matches none`;
}

export function severalBranches(value: Json, matching: readonly number[]): string {
  return `Must match exactly one schema: ${name(value)} matches those at ${listWith("and", matching.map(String))}`;
}

export function forbidden(value: Json): string {
  return `Must not match the schema in "not": it is ${name(value)}`;
}
