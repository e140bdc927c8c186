import type { TextEntity } from "../recognize/found.ts";
import { openPatterns } from "./patterns.ts";
import { either, readContext } from "./person-context.ts";

const listPatterns = openPatterns(new URL("./script-names.tsv", import.meta.url));

/** Common words that begin with a surname's character and precede the same words as names do. */
const notNames = new RegExp(`^${either(readContext()["not in han or hangul"])}`, "u");

const otherScript = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Devanagari}]/u;

/** Finds names of people in Han, Kana, Hangul, Cyrillic, Arabic and Devanagari, by their form and context. */
export function* findScriptNames(text: string): Generator<TextEntity> {
  if (!otherScript.test(text)) return;
  for (const { pattern, confidence } of listPatterns("person"))
    for (const match of text.matchAll(pattern)) {
      const name = match.groups?.name ?? "";
      if (name === "" || notNames.test(name)) continue;
      const start = match.index + match[0].indexOf(name);
      yield { type: "person", start, end: start + name.length, confidence, normalized: name };
    }
}
