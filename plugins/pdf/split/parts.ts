import type { PDFDocument } from "pdf-lib";
import { RE2JS, RE2JSException } from "re2js";
import { derive } from "../derive.ts";
import { saveDocument } from "../engines/pdf-lib.ts";
import { renderGray, withPdfium } from "../engines/pdfium.ts";
import type { Source } from "../input/open.ts";
import { copyProtection, type Protected } from "../input/protection.ts";
import { pageNumbers } from "../input/request.ts";
import pdf from "../plugin.ts";
import { readOutline } from "../text/facts.ts";
import { readPages } from "../text/read-pages.ts";
import { rawText, withTextPage } from "../text/text-page.ts";
import type { Mode, SplitBody } from "./request.ts";

/** Pages that become one output document. */
export interface SplitDocument {
  /** The page numbers, starting at 1. */
  numbers: number[];
  /** The bookmark that starts the part. */
  title?: string;
}

interface Opened {
  source: Source;
  document: PDFDocument;
}

/** Groups the pages of a document into parts. */
export async function groupPages(
  { source, document }: Opened,
  options: SplitBody,
): Promise<SplitDocument[]> {
  const { mode, every, level, limit_pages = source.pages.length } = options;
  const count = Math.min(source.pages.length, limit_pages);
  const all = Array.from({ length: count }, (_, index) => index + 1);
  switch (mode) {
    case "ranges":
      return requireOption(options.ranges, "ranges", mode)
        .split(";")
        .map((range) => ({ numbers: pageNumbers(range, { pages: count, at: "body.ranges" }) }));
    case "every":
      return cutAt(all, (number) => (number - 1) % every === 0);
    case "size":
      return partsBySize(document, {
        source,
        numbers: all,
        bytesMax: requireOption(options.max_bytes, "max_bytes", mode),
      });
    case "bookmarks":
      return splitAtBookmarks(document, { all, level });
    case "blank":
      return splitAtBlanks(all, await findBlankPages(source, all));
    case "text": {
      const found = await findMatchingPages(source, {
        numbers: all,
        pattern: requireOption(options.pattern, "pattern", mode),
      });
      return cutAt(all, (number) => found.has(number));
    }
  }
}

function requireOption<Value>(value: Value | undefined, field: string, mode: Mode): Value {
  if (value !== undefined) return value;
  const at = `body.${field}`;
  throw pdf.error("invalid_input", `${at} must be given for the mode "${mode}"`, { at });
}

/** Starts a part at each page that `begins` selects, and at the first page. */
function cutAt(all: readonly number[], startsPart: (number: number) => boolean): SplitDocument[] {
  const parts: SplitDocument[] = [];
  for (const number of all) {
    const last = parts.at(-1);
    if (!last || startsPart(number)) parts.push({ numbers: [number] });
    else last.numbers.push(number);
  }
  return parts;
}

function splitAtBookmarks(
  document: PDFDocument,
  { all, level }: { all: readonly number[]; level: number },
): SplitDocument[] {
  const titles = new Map<number, string>();
  for (const bookmark of readOutline(document))
    if (bookmark.level <= level && bookmark.page !== null && !titles.has(bookmark.page))
      titles.set(bookmark.page, bookmark.title);
  const hasBookmark = all.some((number) => titles.has(number));
  if (!hasBookmark)
    throw pdf.error(
      "nothing_to_split",
      `The document has no bookmarks of levels 1 to ${level} that lead to its pages`,
      { at: "body.level" },
    );
  return cutAt(all, (number) => titles.has(number)).map((part) => {
    const [first = 0] = part.numbers;
    const title = titles.get(first);
    return title === undefined ? part : { ...part, title };
  });
}

/** Splits at blank pages, which are in no part. */
function splitAtBlanks(all: readonly number[], blank: ReadonlySet<number>): SplitDocument[] {
  let part: SplitDocument = { numbers: [] };
  const parts = [part];
  for (const number of all)
    if (blank.has(number)) {
      part = { numbers: [] };
      parts.push(part);
    } else part.numbers.push(number);
  const nonEmpty = parts.filter(({ numbers }) => numbers.length > 0);
  if (blank.size === 0 || nonEmpty.length === 0)
    throw pdf.error(
      "nothing_to_split",
      blank.size === 0 ? "The document has no blank page" : "The document has only blank pages",
      { at: "body.mode" },
    );
  return nonEmpty;
}

const widthPixels = 150;
/** Grey values below this limit, out of 255, count as ink. */
const inkMax = 200;
/** The largest share of ink on a blank page: a scan of a blank page has dust on it. */
const dustShare = 0.001;

/** Returns the pages that have no text and no more ink than dust. */
function findBlankPages({ bytes }: Source, numbers: readonly number[]): Promise<Set<number>> {
  return withPdfium(bytes, (opened) => {
    const isBlank = (number: number) => {
      if (withTextPage(opened, number, (page) => rawText(page).trim() !== "")) return false;
      const { pixels } = renderGray(opened, number, { widthPixels });
      let ink = 0;
      for (const gray of pixels) if (gray < inkMax) ink++;
      return ink <= pixels.length * dustShare;
    };
    return new Set(numbers.filter(isBlank));
  });
}

interface Bounds {
  /** The source whose protection each part gets. */
  source: Protected;
  numbers: readonly number[];
  bytesMax: number;
}

/** Fills each part with as many pages as fit. A page that is too large by itself becomes a part. */
async function partsBySize(
  document: PDFDocument,
  { source, numbers, bytesMax }: Bounds,
): Promise<SplitDocument[]> {
  const parts: SplitDocument[] = [];
  let guess = numbers.length;
  for (let from = 0; from < numbers.length; ) {
    const fits = async (count: number) => {
      const part = await derive(document, numbers.slice(from, from + count));
      return (await copyProtection(await saveDocument(part), source)).byteLength <= bytesMax;
    };
    const count = await findLargest(fits, { max: numbers.length - from, guess });
    parts.push({ numbers: numbers.slice(from, from + count) });
    from += count;
    guess = count;
  }
  return parts;
}

/**
 * Returns the largest count for which `fitsAt` returns true, at least 1. Searches around a guess,
 * because parts have similar sizes.
 */
async function findLargest(
  fitsAt: (count: number) => Promise<boolean>,
  { max, guess }: { max: number; guess: number },
): Promise<number> {
  let good = 1;
  let bad = max + 1;
  let next = Math.min(guess, max);
  let step = 1;
  while (bad - good > 1) {
    if (next > good && next < bad && (await fitsAt(next))) {
      good = next;
      next = Math.min(good + step, bad - 1);
    } else {
      bad = Math.min(bad, next > good ? next : bad);
      next = Math.max(good + 1, bad - step);
    }
    step *= 2;
    if (next <= good || next >= bad) next = (good + bad) >> 1;
  }
  return good;
}

interface Search {
  numbers: readonly number[];
  pattern: string;
}

/** The maximum number of characters searched for a pattern. */
const textMax = 20_000_000;

/** Returns the pages whose text matches a pattern. The time is linear in the length of the text. */
async function findMatchingPages(source: Source, { numbers, pattern }: Search) {
  const expression = compilePattern(pattern);
  const pages = await readPages(source, {
    numbers,
    format: "text",
    dehyphenate: false,
    maxChars: textMax,
  });
  const found = new Set(
    pages.flatMap(({ page, text }) => (expression.matcher(text).find() ? page : [])),
  );
  if (found.size === 0)
    throw pdf.error("pattern_not_found", `No page has text that matches "${pattern}"`, {
      at: "body.pattern",
    });
  return found;
}

function compilePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.MULTILINE);
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause;
    throw pdf.error(
      "invalid_pattern",
      `body.pattern must be a regular expression in RE2 syntax: ${cause.message}`,
      { at: "body.pattern", cause },
    );
  }
}
