import dev from "../plugin.ts";
import { stripAccents } from "./accents.ts";
import { identifierStyles, sentenceCase, slug, swapCase, titleCase } from "./case.ts";
import { extractEmails, extractUrls } from "./extract.ts";
import {
  dedupeLines,
  eachLine,
  numberLines,
  onLines,
  removeEmptyLines,
  shuffleLines,
  sortLines,
} from "./lines.ts";
import type { Operation } from "./request.ts";
import { stripHtml } from "./strip-html.ts";
import { wrap } from "./wrap.ts";

/** Options of the transformation steps. */
interface TransformOptions {
  /** BCP 47 tag of the rules for case, word boundaries and sorting. */
  locale: string;
  /** Maximum columns of a wrapped line. */
  wrapWidth: number;
  /** Maximum graphemes of a truncated text, including the ellipsis. */
  truncateLength: number;
  ellipsis: string;
  random: { integer(below: number): number };
}

/** Applies transformations in order. Returns the result and the length after each step. */
export async function transform(
  text: string,
  operations: readonly Operation[],
  options: TransformOptions,
) {
  let result = text;
  const steps = [];
  for (const operation of operations) {
    const step: Step = STEPS[operation];
    const before = result;
    result = await step(before, options);
    if (result.length > resultMax)
      throw dev.error(
        "result_too_large",
        `Cannot continue after ${operation}: the text has ${result.length} characters, and the maximum is ${resultMax}`,
        { at: "body.operations" },
      );
    steps.push({ operation, characters: result.length, changed: result !== before });
  }
  return { result, steps };
}

type Step = (text: string, options: TransformOptions) => string | Promise<string>;

const resultMax = 2_097_152;

const STEPS = {
  upper: (text, { locale }) => text.toLocaleUpperCase(locale),
  lower: (text, { locale }) => text.toLocaleLowerCase(locale),
  title: (text, { locale }) => titleCase(text, locale),
  sentence: (text, { locale }) => sentenceCase(text, locale),
  ...identifierStyles,
  slug: (text, { locale }) => eachLine(text, (line) => slug(line, locale)),
  swap: swapCase,
  reverse,
  trim: (text) => text.trim(),
  "dedupe-lines": (text) => onLines(text, dedupeLines),
  "sort-lines": (text, { locale }) => onLines(text, (lines) => sortLines(lines, locale)),
  "shuffle-lines": (text, { random }) => onLines(text, (lines) => shuffleLines(lines, random)),
  "number-lines": (text) => onLines(text, numberLines),
  "remove-empty": (text) => onLines(text, removeEmptyLines),
  "strip-html": stripHtml,
  "strip-accents": stripAccents,
  "normalize-nfc": (text) => text.normalize("NFC"),
  "normalize-nfd": (text) => text.normalize("NFD"),
  "normalize-nfkc": (text) => text.normalize("NFKC"),
  "normalize-nfkd": (text) => text.normalize("NFKD"),
  "collapse-whitespace": (text) => text.replace(/\s+/g, " "),
  wrap: (text, { wrapWidth }) =>
    onLines(text, (lines) => lines.flatMap((line) => wrap(line, wrapWidth))),
  truncate: (text, { truncateLength, ellipsis }) =>
    truncate(text, { length: truncateLength, ellipsis }),
  "extract-emails": (text) => extractEmails(text).join("\n"),
  "extract-urls": (text) => extractUrls(text).join("\n"),
} as const satisfies Record<Operation, Step>;

/** Reverses the graphemes of a text: accents and emoji stay intact. */
function reverse(text: string): string {
  const graphemes: string[] = [];
  for (const { segment } of createSegmenter().segment(text)) graphemes.push(segment);
  return graphemes.reverse().join("");
}

/** Truncates a text to at most `length` graphemes, including the ellipsis. */
function truncate(
  text: string,
  { length, ellipsis }: { length: number; ellipsis: string },
): string {
  if (text.length <= length) return text;
  const keptLength = Math.max(0, length - [...createSegmenter().segment(ellipsis)].length);
  let count = 0;
  let end = 0;
  for (const { index } of createSegmenter().segment(text)) {
    if (count === keptLength) end = index;
    if (count++ === length) return text.slice(0, end) + ellipsis;
  }
  return text;
}

function createSegmenter(): Intl.Segmenter {
  return new Intl.Segmenter("en", { granularity: "grapheme" });
}
