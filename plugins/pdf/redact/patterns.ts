import { RE2JS } from "re2js";
import pdf from "../plugin.ts";
import type { Finder, Span } from "./presets/find.ts";
import type { PresetName } from "./presets/names.ts";
import { presets } from "./presets/presets.ts";
import { foldCase, plain } from "./searchable.ts";

/** What is to be found, and by which name it is told. */
export interface Pattern {
  /** A term or an expression as it was given, or the name of a preset. */
  name: string;
  find: Finder;
  /** How the text is to be read: see `searchable`. */
  form: "NFKC" | "NFKD";
  /** Of a term: its letters without the spaces, and how they are compared. */
  term?: Term;
}

export interface Term {
  letters: string;
  caseSensitive: boolean;
  wholeWord: boolean;
}

export interface PatternBody {
  terms: readonly string[];
  regex: readonly string[];
  presets: readonly PresetName[];
  case_sensitive: boolean;
  whole_word: boolean;
}

const matchesMax = 20_000;

/** What terms, expressions and presets find in a text. */
export function patternsOf(body: PatternBody): Pattern[] {
  return [
    ...body.terms.map((term, index) => termPattern(term, body, `body.terms.${index}`)),
    ...body.regex.map((source, index) => regexPattern(source, body, `body.regex.${index}`)),
    ...body.presets.map((name) => ({ name, find: presets[name], form: "NFKC" as const })),
  ];
}

function termPattern(term: string, body: PatternBody, at: string): Pattern {
  const wanted = plain(term, "NFKD").split(/\s+/).filter(Boolean).join(" ");
  if (wanted === "") throw pdf.error("invalid_input", `${at} must have more than spaces`, { at });
  const needle = body.case_sensitive ? wanted : foldCase(wanted);
  return {
    name: term,
    form: "NFKD",
    term: {
      letters: needle.replaceAll(" ", ""),
      caseSensitive: body.case_sensitive,
      wholeWord: body.whole_word,
    },
    find: (text) => {
      const hay = body.case_sensitive ? text : foldCase(text);
      const found: Span[] = [];
      for (let start = hay.indexOf(needle); start >= 0; start = hay.indexOf(needle, start + 1)) {
        const span = { start, end: start + needle.length };
        if (!body.whole_word || isWhole(text, span)) found.push(span);
      }
      return found;
    },
  };
}

function regexPattern(source: string, body: PatternBody, at: string): Pattern {
  let regex: RE2JS;
  try {
    regex = RE2JS.compile(source, body.case_sensitive ? 0 : RE2JS.CASE_INSENSITIVE);
  } catch (cause) {
    throw pdf.error(
      "invalid_pattern",
      `${at} is not a regular expression of RE2: it is "${source}"`,
      {
        at,
        cause,
      },
    );
  }
  return {
    name: source,
    form: "NFKC",
    find: (text) => {
      const matcher = regex.matcher(text);
      const found: Span[] = [];
      while (matcher.find() && found.length < matchesMax) {
        const span = { start: matcher.start(), end: matcher.end() };
        const isKept = span.end > span.start && (!body.whole_word || isWhole(text, span));
        if (isKept) found.push(span);
      }
      return found;
    },
  };
}

/** Whether a character, or the first of a text, goes on with a word. */
export function isLetter(character: string | undefined): boolean {
  return /^[\p{L}\p{N}\p{M}_]/u.test(character ?? "");
}

/** Whether no letter or digit goes on before or after a stretch that begins or ends in one. */
export function isWhole(text: string, { start, end }: Span): boolean {
  const opens = !isLetter(text[start]) || !isLetter(text[start - 1]);
  const closes = !isLetter(text[end - 1]) || !isLetter(text[end]);
  return opens && closes;
}
