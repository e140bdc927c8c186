import { RE2JS } from "re2js";
import pdf from "../plugin.ts";
import { type Finder, presets, type Span } from "./presets.ts";
import type { RedactBody } from "./schema.ts";

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

/** The fields of a request that say what is to be found. */
export type PatternFields = Pick<
  RedactBody,
  "terms" | "regex" | "presets" | "case_sensitive" | "whole_word"
>;

/** What terms, expressions and presets find in a text. */
export function buildPatterns(body: PatternFields): Pattern[] {
  return [
    ...body.terms.map((term, index) => termPattern(term, body, `body.terms.${index}`)),
    ...body.regex.map((source, index) => regexPattern(source, body, `body.regex.${index}`)),
    ...body.presets.map((name) => ({ name, find: presets[name], form: "NFKC" as const })),
  ];
}

function termPattern(term: string, body: PatternFields, at: string): Pattern {
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

const matchesMax = 20_000;

function regexPattern(source: string, body: PatternFields, at: string): Pattern {
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

/** A text to search in, and for each of its units the character of the page that it comes from. */
interface Searchable {
  text: string;
  /** Places among the page's characters; one longer than the text. */
  from: readonly number[];
}

/** What pdfium puts in the place of a hyphen at the end of a line, after which a word goes on. */
interface Piece {
  text: string;
  /** Whether the line ends here, after a hyphen. */
  isLineHyphen?: boolean;
}

interface Reading {
  /** As they are compared: "NFKC" for patterns, "NFKD" for terms, whose letters may be in two pieces. */
  form: "NFKC" | "NFKD";
  /** Whether a hyphen at the end of a line is part of its word. */
  keepsHyphens: boolean;
}

/** Reads characters as a text without line breaks: white space of any kind and length is one space. */
export function searchable(pieces: readonly Piece[], { form, keepsHyphens }: Reading): Searchable {
  let text = "";
  const from: number[] = [];
  const add = (addition: string, index: number) => {
    for (let unit = 0; unit < addition.length; unit++) from.push(index);
    text += addition;
  };
  for (const [index, { text: character, isLineHyphen = false }] of pieces.entries()) {
    if (isUnseen(character) || (isLineHyphen && !keepsHyphens)) continue;
    if (character.trim() === "") {
      const follows = isLineHyphen || pieces[index - 1]?.isLineHyphen;
      if (!text.endsWith(" ") && !follows) add(" ", index);
    } else add(plain(character, form), index);
  }
  from.push(pieces.length);
  return { text, from };
}

/** What is not seen between letters: soft hyphens, joiners, marks of direction, selectors of forms. */
const unseen =
  /\u034F|\u17B4|\u17B5|[\u00AD\u061C\u115F\u1160\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u180B-\u180E]|[\uFE00-\uFE0F]/g;

/** Letters that nobody can tell from these in print, small and capital alike, so that case stays case. */
const confusable = "АA аa СC сc ЕE еe ОO оo РP рp ХX хx УY уy ЅS ѕs ІI іi ЈJ јj ԁd ԛq ԝw ΟO οo";
const latinOf = new Map(
  confusable.split(" ").map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);
const lookAlikes = new RegExp(`[${[...latinOf.keys()].join("")}]`, "g");

/**
 * Compatible forms are alike: "ﬁ" is "fi", and a dash of any width a hyphen. In "NFKD", letters of other
 * scripts that are drawn as Latin ones are these.
 */
export function plain(text: string, form: Reading["form"]): string {
  // Most of most pages: each letter is asked for by itself, which adds up.
  if (text.length === 1 && text < "\u0080") return text;
  const same = text
    .normalize(form)
    .replace(unseen, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u2018\u2019]/g, "'");
  return form === "NFKC"
    ? same
    : same.replace(lookAlikes, (letter) => latinOf.get(letter) ?? letter);
}

function isUnseen(character: string): boolean {
  return character > "\u00AC" && character.replace(unseen, "") === "";
}

const isAscii = /^[\0-\x7F]*$/;

/** A text as it is compared with terms in any case. */
export function foldCase(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  // One unit stays one unit, so that places stay what they are.
  return Array.from({ length: text.length }, (_, index) => {
    const unit = text.charAt(index);
    const lower = unit.toLowerCase();
    return lower.length === 1 ? lower : unit;
  }).join("");
}
