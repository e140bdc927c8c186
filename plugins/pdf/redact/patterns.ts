import { RE2JS } from "re2js";
import pdf from "../plugin.ts";
import { foldCase, isInvisible, joinLines, plain } from "../text/normalise.ts";
import { buildNameFinders } from "./names.ts";
import { type Finder, presets, type TextRange } from "./presets.ts";
import type { RedactBody } from "./request.ts";
import { buildValueFinders } from "./values.ts";

/** A pattern to find, and the name to report it by. */
export interface Pattern {
  /** The given term or expression, or the name of a preset. */
  name: string;
  find: Finder;
  /** How the text is normalised: see `searchable`. */
  form: "NFKC" | "NFKD";
  /** Finds parts near each other that may belong together. */
  findNear?: Finder;
  /** For a term: its letters without spaces, and how they are compared. */
  term?: Term;
}

export interface Term {
  letters: string;
  /** The positions among the letters at which a new word starts. */
  breaks: ReadonlySet<number>;
  caseSensitive: boolean;
  wholeWord: boolean;
}

/** The fields of a request that define the patterns. */
export type PatternFields = Pick<
  RedactBody,
  "terms" | "regex" | "presets" | "case_sensitive" | "whole_word"
>;

/** Builds patterns from terms, expressions and presets. */
export function buildPatterns(body: PatternFields): Pattern[] {
  return [
    ...body.terms.map((term, index) => buildTermPattern(term, body, `body.terms.${index}`)),
    ...body.terms.flatMap((term) => buildMeaningPatterns(term, body)),
    ...body.regex.map((source, index) => buildRegexPattern(source, body, `body.regex.${index}`)),
    ...body.presets.map((name) => ({
      name,
      find: (text: string) => presets[name](joinLines(text)),
      form: "NFKC" as const,
    })),
  ];
}

/** Builds the patterns of a term's other forms: of a value, or of a person's name. */
function buildMeaningPatterns(term: string, body: PatternFields): Pattern[] {
  const name = buildNameFinders(term, { caseSensitive: body.case_sensitive });
  const values = name ? [] : buildValueFinders(term).map((find) => ({ find }));
  return [...(name ? [name] : []), ...values].map((finders) => ({
    name: term,
    form: "NFKC",
    ...finders,
  }));
}

function buildTermPattern(term: string, body: PatternFields, at: string): Pattern {
  const normalised = plain(term, "NFKD").split(/\s+/).filter(Boolean).join(" ");
  if (normalised === "")
    throw pdf.error("invalid_input", `${at} must not consist of spaces only`, { at });
  const needle = body.case_sensitive ? normalised : foldCase(normalised);
  return {
    name: term,
    form: "NFKD",
    term: {
      letters: needle.replaceAll(" ", ""),
      breaks: listBreaks(needle),
      caseSensitive: body.case_sensitive,
      wholeWord: body.whole_word,
    },
    find: (text) => {
      const hay = joinLines(body.case_sensitive ? text : foldCase(text));
      const found: TextRange[] = [];
      for (let start = hay.indexOf(needle); start >= 0; start = hay.indexOf(needle, start + 1)) {
        const span = { start, end: start + needle.length };
        if (!body.whole_word || isWhole(text, span)) found.push(span);
      }
      return found;
    },
  };
}

function listBreaks(needle: string): Set<number> {
  const words = needle.split(" ");
  let length = 0;
  return new Set(words.slice(0, -1).map((word) => (length += word.length)));
}

const matchesMax = 20_000;

function buildRegexPattern(source: string, body: PatternFields, at: string): Pattern {
  let regex: RE2JS;
  try {
    const flags = body.case_sensitive ? RE2JS.MULTILINE : RE2JS.MULTILINE | RE2JS.CASE_INSENSITIVE;
    // The given expression is compiled for its own faults.
    regex = RE2JS.compile(source, flags) && RE2JS.compile(spanLines(source), flags);
  } catch (cause) {
    throw pdf.error(
      "invalid_pattern",
      `${at} must be a regular expression in RE2 syntax: it is "${source}"`,
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
      const matcher = regex.matcher(text.replaceAll("\t", " ").replaceAll("\v", "\n"));
      const found: TextRange[] = [];
      while (matcher.find() && found.length < matchesMax) {
        const span = { start: matcher.start(), end: matcher.end() };
        const isMatch = span.end > span.start && (!body.whole_word || isWhole(text, span));
        if (isMatch) found.push(span);
      }
      return found;
    },
  };
}

/** Lets the spaces of an expression, except for those in classes, match line breaks as well. */
function spanLines(source: string): string {
  const parts = source.match(/\\Q.*?(?:\\E|$)|\\[^Q]|[^\\]/gsu) ?? [];
  let depth = 0;
  return parts
    .map((part) => {
      if (part === "[") depth++;
      if (part === "]") depth = Math.max(0, depth - 1);
      return depth === 0 && (part === " " || part === "\\ ") ? "[ \\n]" : part;
    })
    .join("");
}

/** Returns whether a character, or the first of a text, is part of a word. */
export function isLetter(character: string | undefined): boolean {
  return /^[\p{L}\p{N}\p{M}_]/u.test(character ?? "");
}

/** Returns whether no word continues beyond either end of a range. */
export function isWhole(text: string, { start, end }: TextRange): boolean {
  const startsWord = !isLetter(text[start]) || !isLetter(text[start - 1]);
  const endsWord = !isLetter(text[end - 1]) || !isLetter(text[end]);
  return startsWord && endsWord;
}

/** A text to search in, and for each of its units the index of its character on the page. */
interface Searchable {
  text: string;
  /** Indexes among the page's characters: one more than the units of the text. */
  from: readonly number[];
}

/** A character, which may be a hyphen at the end of a line. */
interface SearchedCharacter {
  text: string;
  /** Whether the line ends here, after a hyphen. */
  isLineHyphen?: boolean;
}

interface SearchForm {
  /**
   * The normalisation: "NFKC" for expressions and presets, "NFKD" for terms, whose letters may be
   * decomposed.
   */
  form: "NFKC" | "NFKD";
  /** Whether a hyphen at the end of a line is part of its word. */
  keepsHyphens: boolean;
}

/** White space from narrow to wide: between words, cells, lines, and distant cells or columns. */
const spaces = " \t\n\v";

function toSpace(character: string): string {
  const all = character === "\r" ? "\n" : character;
  return spaces.includes(all) ? all : " ";
}

/**
 * Joins characters to a text: white space of any kind and length is the widest of its spaces. If
 * a hyphen at the end of a line is dropped, the line ends after its word.
 */
export function searchable(
  pieces: readonly SearchedCharacter[],
  { form, keepsHyphens }: SearchForm,
): Searchable {
  let text = "";
  const from: number[] = [];
  const add = (addition: string, index: number) => {
    for (let unit = 0; unit < addition.length; unit++) from.push(index);
    text += addition;
  };
  let endsLater = false;
  for (const [index, { text: character, isLineHyphen = false }] of pieces.entries()) {
    if (isLineHyphen && !keepsHyphens) endsLater = true;
    if (isInvisible(character) || (isLineHyphen && !keepsHyphens)) continue;
    if (character.trim() !== "") add(plain(character, form), index);
    else if (!isLineHyphen && !pieces[index - 1]?.isLineHyphen) {
      const space = toSpace(endsLater ? "\n" : character);
      endsLater = false;
      const before = spaces.indexOf(text.slice(-1));
      if (text === "" || before < 0) add(space, index);
      else if (spaces.indexOf(space) > before) text = text.slice(0, -1) + space;
    }
  }
  from.push(pieces.length);
  return { text, from };
}
