import { readOrRefuse } from "./fault.ts";
import { Notes } from "./notes.ts";
import { type Json, readJson } from "./tree.ts";

/** Reads one of the JSON texts of a request. Adds its warnings with the name of the field. */
export function readField(name: string, text: string, warnings: string[]): Json {
  const notes = new Notes(text);
  const json = readOrRefuse(text, `body.${name}`, () => readJson(text, { notes }));
  warnings.push(...notes.list().map((warning) => `In ${name}: ${warning}`));
  return json;
}
