import type { PDFDocument } from "pdf-lib";
import type { Source } from "../input/open.ts";
import { pageNumbers } from "../pages/range.ts";
import pdf from "../plugin.ts";
import { outlineOf } from "../text/facts/outline.ts";
import { blankPages } from "./blank.ts";
import { partsBySize } from "./by-size.ts";
import { matchingPages } from "./by-text.ts";
import type { Mode } from "./modes.ts";

/** Pages that become a document of their own. */
export interface Part {
  /** From 1. */
  numbers: number[];
  /** What the bookmark says that it begins with. */
  title?: string;
}

export interface SplitOptions {
  mode: Mode;
  ranges?: string | undefined;
  every: number;
  max_bytes?: number | undefined;
  level: number;
  pattern?: string | undefined;
  limit_pages?: number | undefined;
}

interface Opened {
  source: Source;
  document: PDFDocument;
}

/** Which pages of a document go together. */
export async function partsOf(
  { source, document }: Opened,
  options: SplitOptions,
): Promise<Part[]> {
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
      return byBookmarks(document, { all, level });
    case "blank":
      return byBlanks(all, await blankPages(source, all));
    case "text": {
      const found = await matchingPages(source, {
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

/** Begins a part at each of these pages, and at the first of all. */
function cutAt(all: readonly number[], begins: (number: number) => boolean): Part[] {
  const parts: Part[] = [];
  for (const number of all) {
    if (parts.length === 0 || begins(number)) parts.push({ numbers: [] });
    parts.at(-1)!.numbers.push(number);
  }
  return parts;
}

function byBookmarks(
  document: PDFDocument,
  { all, level }: { all: readonly number[]; level: number },
): Part[] {
  const titles = new Map<number, string>();
  for (const bookmark of outlineOf(document))
    if (bookmark.level <= level && bookmark.page !== null && !titles.has(bookmark.page))
      titles.set(bookmark.page, bookmark.title);
  const isAny = all.some((number) => titles.has(number));
  if (!isAny)
    throw pdf.error(
      "nothing_to_split",
      `The document has no bookmarks of the levels 1 to ${level} that lead to its pages`,
      { at: "body.level" },
    );
  return cutAt(all, (number) => titles.has(number)).map((part) => {
    const title = titles.get(part.numbers[0]!);
    return title === undefined ? part : { ...part, title };
  });
}

/** Blank pages stand between the parts, and belong to none. */
function byBlanks(all: readonly number[], blank: ReadonlySet<number>): Part[] {
  const parts: Part[] = [{ numbers: [] }];
  for (const number of all)
    if (blank.has(number)) parts.push({ numbers: [] });
    else parts.at(-1)!.numbers.push(number);
  const written = parts.filter(({ numbers }) => numbers.length > 0);
  if (blank.size === 0 || written.length === 0)
    throw pdf.error(
      "nothing_to_split",
      blank.size === 0
        ? "The document has no blank page"
        : "The document has nothing but blank pages",
      { at: "body.mode" },
    );
  return written;
}
