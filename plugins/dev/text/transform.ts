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
import type { Operation } from "./options.ts";
import { stripHtml } from "./strip-html.ts";
import { wrap } from "./wrap.ts";

/** What a step may read besides the text. */
interface TransformOptions {
  /** BCP 47: whose rules change case, part words and sort. */
  locale: string;
  /** Columns of a line that is wrapped. */
  wrapWidth: number;
  /** Graphemes of a text that is truncated, the ellipsis included. */
  truncateLength: number;
  ellipsis: string;
  random: { integer(below: number): number };
}

/** Changes a text step by step, and says how long each step left it. */
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
        `Cannot go on after ${operation}: the text would have ${result.length} characters, and ${resultMax} is the most`,
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
  slug: (text) => eachLine(text, slug),
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

/** The text from its last grapheme to its first: accents and emoji stay whole. */
function reverse(text: string): string {
  const graphemes: string[] = [];
  for (const { segment } of segmenter().segment(text)) graphemes.push(segment);
  return graphemes.reverse().join("");
}

/** The beginning of a text that has more graphemes than `length`, the ellipsis counted as part of them. */
function truncate(
  text: string,
  { length, ellipsis }: { length: number; ellipsis: string },
): string {
  if (text.length <= length) return text;
  const kept = Math.max(0, length - [...segmenter().segment(ellipsis)].length);
  let seen = 0;
  let end = 0;
  for (const { index } of segmenter().segment(text)) {
    if (seen === kept) end = index;
    if (seen++ === length) return text.slice(0, end) + ellipsis;
  }
  return text;
}

function segmenter(): Intl.Segmenter {
  return new Intl.Segmenter("en", { granularity: "grapheme" });
}
