import dev from "../../plugin.ts";
import { Fault } from "../fault.ts";
import { Output } from "../output.ts";
import { depthMax } from "../parse-json.ts";
import { getType, type Json, Numeral } from "../tree.ts";
import { inferValue } from "./numeral.ts";
import type { ReadOptions, Write } from "./request.ts";
import { quoteKey, type Remarks } from "./request.ts";

/** A partially built value: the texts given for a key, or nested values by key. */
type PartialValue = string[] | Map<string, PartialValue>;

/** Parses a query string. `a[b]=` adds to an object, `a[]=` or a second `a=` to a list. */
export function readQuery(text: string, { infer_types }: ReadOptions): Json {
  const root = new Map<string, PartialValue>();
  let at = text.startsWith("?") ? 1 : 0;
  for (const pair of text.slice(at).trimEnd().split("&")) {
    const equals = pair.indexOf("=");
    const name = equals < 0 ? pair : pair.slice(0, equals);
    const value = equals < 0 ? "" : pair.slice(equals + 1);
    if (pair !== "")
      insertValue(root, splitKeys(decodePart(name, at), at), { text: decodePart(value, at), at });
    at += pair.length + 1;
  }
  return new Map([...root].map(([key, value]) => [key, toJson(value, infer_types)]));
}

function decodePart(text: string, at: number): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new Fault("Invalid percent-encoding", at);
  }
}

/** Splits `a[b][]` into a, b and the empty key. Unbalanced brackets are part of the name. */
function splitKeys(name: string, at: number): string[] {
  const open = name.indexOf("[");
  if (open <= 0 || !name.endsWith("]")) return [name];
  const keys = name.slice(open + 1, -1).split("][");
  if (keys.some((key) => key.includes("[") || key.includes("]"))) return [name];
  if (keys.length >= depthMax) throw new Fault(`Keys must not nest deeper than ${depthMax}`, at);
  return [name.slice(0, open), ...keys];
}

function insertValue(
  root: Map<string, PartialValue>,
  keys: string[],
  { text, at }: { text: string; at: number },
) {
  let parent = root;
  for (const [index, given] of keys.entries()) {
    const key = given === "" && index > 0 ? String(parent.size) : given;
    const existing = parent.get(key);
    if (index === keys.length - 1) {
      if (existing instanceof Map)
        throw new Fault(`${JSON.stringify(key)} already holds nested values`, at);
      if (existing) existing.push(text);
      else parent.set(key, [text]);
    } else {
      if (Array.isArray(existing))
        throw new Fault(`${JSON.stringify(key)} already has a value`, at);
      const next = existing ?? new Map<string, PartialValue>();
      if (!existing) parent.set(key, next);
      parent = next;
    }
  }
}

function toJson(value: PartialValue, infers: boolean): Json {
  if (Array.isArray(value)) {
    const values = value.map((text) => (infers ? inferValue(text) : text));
    const [first] = values;
    return first !== undefined && values.length === 1 ? first : values;
  }
  const entries = [...value].map(([key, value]) => [key, toJson(value, infers)] as const);
  return entries.every(([key], index) => key === String(index))
    ? entries.map(([, value]) => value)
    : new Map(entries);
}

/** Writes an object as a query string. Nested values become `a[b]=` and `a[0]=`. */
export const writeQuery: Write = (json, _, remarks) => {
  if (!(json instanceof Map))
    throw dev.error(
      "not_convertible",
      `Cannot write a query string from the type "${getType(json)}": the input must be an object`,
      { at: "body.input" },
    );
  const output = new Output();
  let sign = "";

  function write(value: Json, name: string): void {
    if (value instanceof Map || Array.isArray(value)) {
      const entries = [...value.entries()];
      if (entries.length === 0) remarks.add(`${quoteKey(name)} is empty and was left out`);
      for (const [key, item] of entries)
        write(item, `${name}%5B${encodePart(String(key), remarks)}%5D`);
      return;
    }
    output.add(`${sign}${name}=${encodePart(formatValue(value, remarks), remarks)}`);
    sign = "&";
  }

  for (const [key, value] of json) write(value, encodePart(key, remarks));
  return output.toString();
};

function formatValue(value: Json, remarks: Remarks): string {
  if (value instanceof Numeral) return value.raw;
  if (value === null) remarks.add("A query string has no null: an empty value was written");
  return String(value ?? "");
}

function encodePart(text: string, remarks: Remarks): string {
  if (!text.isWellFormed()) remarks.add("A lone surrogate was replaced by U+FFFD");
  return encodeURIComponent(text.toWellFormed());
}
