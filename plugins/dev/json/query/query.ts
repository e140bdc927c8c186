import dev from "../../plugin.ts";
import { describe, Fault, readOrRefuse } from "../fault.ts";
import { pointer } from "../pointer.ts";
import { type Json, readJson, toPlain, writeJson } from "../tree.ts";
import { parsePath } from "./parse-path.ts";
import { type PathNode, Selection } from "./select.ts";

interface QueryOptions {
  path: string;
  syntax: "jsonpath" | "pointer";
  /** The most matches to list. */
  limit: number;
}

/** Past this many characters of matches and paths no more are listed. */
const listedCharactersMax = 4_194_304;

/** Selects parts of a JSON text. */
export function queryJson(json: string, { path, syntax, limit }: QueryOptions) {
  const select = syntax === "pointer" ? byPointer(path) : byPath(path);
  const root = readOrRefuse(json, "body.json", () => readJson(json));
  const list = { matches: [] as unknown[], paths: [] as string[], lines: [] as string[] };
  let count = 0;
  let characters = 0;
  select(root, (value, pathOf) => {
    count++;
    if (list.lines.length === limit || characters > listedCharactersMax) return;
    const line = writeJson(value);
    const place = pathOf();
    characters += line.length + place.length;
    if (characters > listedCharactersMax && count > 1) return;
    list.matches.push(toPlain(value, { inexact: "string" }));
    list.paths.push(place);
    list.lines.push(line);
  });
  const { matches, paths, lines } = list;
  return { matches, paths, count, truncated: count > lines.length, jsonl: lines.join("\n") };
}

type MatchCallback = (value: Json, pathOf: () => string) => void;
type Select = (root: Json, found: MatchCallback) => void;

function byPath(text: string): Select {
  const query = readPath(text, () => parsePath(text));
  return (root, found) => {
    new Selection(root).run(query, (value, place) => {
      found(value, () => writeNormalized(place));
      return false;
    });
  };
}

function byPointer(text: string): Select {
  const find = readPath(text, () => parsePointer(text));
  return (root, found) => {
    const match = find(root);
    if (match) found(match.value, () => match.pointer);
  };
}

function readPath<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message, ...place } = describe(error, path);
    const detail = `body.path cannot be read at column ${place.column}: ${message}`;
    throw dev.error("invalid_path", detail, { at: "body.path", members: place });
  }
}

/** Reads a JSON Pointer (RFC 6901), as a string or as the fragment of a URI; throws a Fault. */
function parsePointer(text: string): (root: Json) => { value: Json; pointer: string } | undefined {
  const plain = text.startsWith("#") ? readFragment(text) : text;
  if (plain !== "" && !plain.startsWith("/"))
    throw new Fault('A JSON Pointer is empty or begins with "/"', 0);
  const keys = plain.split("/").slice(1).map(unescapeKey);
  return (root) => {
    let value = root;
    for (const key of keys) {
      const child = findChild(value, key);
      if (child === undefined) return undefined;
      value = child;
    }
    return { value, pointer: pointer(keys) };
  };
}

function readFragment(text: string): string {
  try {
    return decodeURIComponent(text.slice(1));
  } catch {
    throw new Fault("The percent-encoding is broken", Math.max(text.indexOf("%"), 0));
  }
}

function unescapeKey(key: string): string {
  let from = key.indexOf("~");
  for (; from >= 0; from = key.indexOf("~", from + 1))
    if (key[from + 1] !== "0" && key[from + 1] !== "1")
      throw new Fault(`In ${JSON.stringify(key)} the "~" must be followed by 0 or 1`, 0);
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}

function findChild(value: Json, key: string): Json | undefined {
  if (value instanceof Map) return value.get(key);
  // RFC 6901, section 4: an index has no leading zeros, and "-" is no item that exists.
  if (!Array.isArray(value) || String(Number(key)) !== key) return undefined;
  return value[Number(key)];
}

/** The normalized path of a place (RFC 9535, section 2.7): `$['a'][0]`. */
function writeNormalized(place: PathNode | undefined): string {
  const steps: string[] = [];
  for (let at = place; at; at = at.from)
    steps.push(typeof at.key === "number" ? `[${at.key}]` : `['${escapeName(at.key)}']`);
  return `$${steps.reverse().join("")}`;
}

function escapeName(key: string): string {
  // JSON's escapes are the normalized ones, but for the quotes.
  return JSON.stringify(key).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
}
