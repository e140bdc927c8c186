import dev from "../../plugin.ts";
import { Fault } from "../fault.ts";
import { Output } from "../output.ts";
import { depthMax } from "../parse/parse-json.ts";
import { getType, type Json, Numeral } from "../tree.ts";
import { inferValue } from "./numeral.ts";
import type { ReadOptions, Write } from "./options.ts";
import { quoteKey, type Remarks } from "./options.ts";

/** A value that is being gathered: the texts given for it, or what it holds by keys. */
type Gathered = string[] | Map<string, Gathered>;

/** Reads a query string, where `a[b]=` goes into an object and `a[]=` or a second `a=` into a list. */
export function readQuery(text: string, { infer_types }: ReadOptions): Json {
  const root = new Map<string, Gathered>();
  let at = text.startsWith("?") ? 1 : 0;
  for (const pair of text.slice(at).trimEnd().split("&")) {
    const equals = pair.indexOf("=");
    const name = equals < 0 ? pair : pair.slice(0, equals);
    const value = equals < 0 ? "" : pair.slice(equals + 1);
    if (pair !== "")
      insertValue(root, splitKeys(decodePart(name, at), at), { text: decodePart(value, at), at });
    at += pair.length + 1;
  }
  return new Map([...root].map(([key, value]) => [key, finish(value, infer_types)]));
}

function decodePart(text: string, at: number): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new Fault("The percent-encoding is broken", at);
  }
}

/** `a[b][]` as a, b and the empty key; brackets that do not match are part of the name. */
function splitKeys(name: string, at: number): string[] {
  const open = name.indexOf("[");
  if (open <= 0 || !name.endsWith("]")) return [name];
  const keys = name.slice(open + 1, -1).split("][");
  if (keys.some((key) => key.includes("[") || key.includes("]"))) return [name];
  if (keys.length >= depthMax) throw new Fault(`Keys must not nest deeper than ${depthMax}`, at);
  return [name.slice(0, open), ...keys];
}

function insertValue(
  root: Map<string, Gathered>,
  keys: string[],
  { text, at }: { text: string; at: number },
) {
  let holder = root;
  for (const [index, given] of keys.entries()) {
    const key = given === "" && index > 0 ? String(holder.size) : given;
    const held = holder.get(key);
    if (index === keys.length - 1) {
      if (held instanceof Map) throw new Fault(`${JSON.stringify(key)} already holds others`, at);
      if (held) held.push(text);
      else holder.set(key, [text]);
    } else {
      if (Array.isArray(held)) throw new Fault(`${JSON.stringify(key)} already has a value`, at);
      const next = held ?? new Map<string, Gathered>();
      if (!held) holder.set(key, next);
      holder = next;
    }
  }
}

function finish(gathered: Gathered, infers: boolean): Json {
  if (Array.isArray(gathered)) {
    const values = gathered.map((text) => (infers ? inferValue(text) : text));
    const [first] = values;
    return first !== undefined && values.length === 1 ? first : values;
  }
  const entries = [...gathered].map(([key, value]) => [key, finish(value, infers)] as const);
  return entries.every(([key], index) => key === String(index))
    ? entries.map(([, value]) => value)
    : new Map(entries);
}

/** Writes an object as a query string, with what is inside of members as `a[b]=` and `a[0]=`. */
export const writeQuery: Write = (json, _, remarks) => {
  if (!(json instanceof Map))
    throw dev.error(
      "not_convertible",
      `A query string must be made of an object: the text holds ${getType(json)}`,
      { at: "body.input" },
    );
  const output = new Output();
  let sign = "";

  function write(value: Json, name: string): void {
    if (value instanceof Map || Array.isArray(value)) {
      const entries = [...value.entries()];
      if (entries.length === 0) remarks.add(`${quoteKey(name)} holds nothing and was left out`);
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
  if (!text.isWellFormed()) remarks.add("Half a surrogate pair was replaced by U+FFFD");
  return encodeURIComponent(text.toWellFormed());
}
