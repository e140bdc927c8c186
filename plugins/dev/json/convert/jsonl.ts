import { Fault } from "../fault.ts";
import type { Notes } from "../notes.ts";
import type { Json } from "../tree.ts";
import { readJson, writeJson } from "../tree.ts";
import type { Write } from "./request.ts";

/** Parses one JSON value per line into a list. Blank lines are skipped. */
export function readJsonl(text: string, _: unknown, notes: Notes): Json {
  const items: Json[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    if (line.trim() !== "") items.push(readLine(line, start, notes));
    start += line.length + 1;
  }
  return items;
}

/** Writes each item of a list on its own line, and any other value on a single line. */
export const writeJsonl: Write = (json) =>
  (Array.isArray(json) ? json : [json]).map((item) => `${writeJson(item)}\n`).join("");

function readLine(line: string, start: number, notes: Notes): Json {
  try {
    return readJson(line, { notes: notes.from(start) });
  } catch (error) {
    if (error instanceof Fault) throw new Fault(error.message, start + error.offset);
    throw error;
  }
}
