import dev from "../../plugin.ts";
import { describe, Fault } from "../fault.ts";
import { toPlain } from "../plain.ts";
import { readJson } from "../read.ts";
import { reading } from "../reading.ts";
import type { Json } from "../tree.ts";
import { writeJson } from "../write.ts";
import { follow } from "./follow.ts";
import { normalizedPath } from "./normalized.ts";
import { parsePath } from "./parse-path.ts";
import { Selection } from "./select.ts";

export interface QueryOptions {
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
  const root = reading(json, "body.json", () => readJson(json));
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

type Found = (value: Json, pathOf: () => string) => void;
type Select = (root: Json, found: Found) => void;

function byPath(text: string): Select {
  const query = understood(text, () => parsePath(text));
  return (root, found) => {
    new Selection(root).run(query, (value, place) => {
      found(value, () => normalizedPath(place));
      return false;
    });
  };
}

function byPointer(text: string): Select {
  const find = understood(text, () => follow(text));
  return (root, found) => {
    const match = find(root);
    if (match) found(match.value, () => match.pointer);
  };
}

function understood<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message, ...place } = describe(error, path);
    const detail = `body.path cannot be read at column ${place.column}: ${message}`;
    throw dev.error("invalid_path", detail, { at: "body.path", members: place });
  }
}
