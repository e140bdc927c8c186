import { withPdfium } from "../engines/pdfium.ts";
import type { Source } from "../input/open.ts";
import { pageAt } from "../input/request.ts";
import { createPageView, type PageView } from "../objects/geometry.ts";
import { type PageBox, pageBox } from "../preflight/preflight.ts";
import { hasRightToLeft, orderCharacters } from "./bidi.ts";
import { type Block, findBlocks, measureBodySize, measureBox } from "./blocks.ts";
import type { TextFormat } from "./formats.ts";
import { layOut } from "./layout.ts";
import { orderByColumns } from "./reading-order.ts";
import { type Rule, readRules } from "./rules.ts";
import { findTables, type Table } from "./tables.ts";
import { orderByTags } from "./tag-order.ts";
import {
  type Character,
  joinCharacters,
  rawText,
  readCharacters,
  type TextPage,
  upright,
  withTextPage,
} from "./text-page.ts";
import { buildWords, viewBoxes, type Word } from "./words.ts";

export interface PageText {
  page: number;
  text: string;
  words?: Word[];
  blocks?: Block[];
}

export interface ReadOptions {
  numbers: readonly number[];
  format: TextFormat;
  dehyphenate: boolean;
  /** Stops reading pages once there are more characters than this. */
  maxChars: number;
}

/** Reads the text of some pages, in the order of their numbers. */
export async function readPages(
  source: Pick<Source, "bytes" | "pages">,
  options: ReadOptions,
): Promise<PageText[]> {
  const { format } = options;
  const read = await readWords(source, options);
  return format === "markdown" || format === "json"
    ? buildBlocks(read, { ...options, format })
    : read;
}

/** Reads the text, or the words and lines, of some pages. */
function readWords(
  { bytes, pages }: Pick<Source, "bytes" | "pages">,
  {
    numbers,
    format = "json",
    dehyphenate = false,
    maxChars = Number.POSITIVE_INFINITY,
  }: Pick<ReadOptions, "numbers"> & Partial<ReadOptions>,
): Promise<RotatedPageText[]> {
  return withPdfium(bytes, (opened) => {
    const all: RotatedPageText[] = [];
    let characters = 0;
    for (const page of numbers) {
      if (characters > maxChars) break;
      const box = pageAt(pages, page);
      const read = (textPage: TextPage, rotation: PageBox["rotation"]): RotatedPageText => {
        const readText = () => cleanPageText(readPageText(textPage), { dehyphenate });
        if (format === "text") return { page, text: readText() };
        // Words are positioned as displayed. Layout and blocks are built from upright text.
        const upright = createPageView(pageBox({ ...box, rotation }));
        const words = buildWords(
          readInOrder(textPage),
          format === "words" ? createPageView(box) : upright,
        );
        if (format === "layout") return { page, text: layOut(words) };
        if (format === "words") return { page, text: readText(), words };
        const isRotated = rotation !== box.rotation;
        return {
          page,
          text: "",
          words,
          rules: readRules(textPage, upright),
          ...(isRotated && { rotated: [upright, createPageView(box)] }),
        };
      };
      const found = withTextPage(opened, page, (textPage) => upright(textPage, box.rotation, read));
      characters += found.text.length + (found.words?.length ?? 0);
      all.push(found);
    }
    return all;
  });
}

/** Returns the text of a page in reading order. */
function readPageText(page: TextPage): string {
  const text = rawText(page);
  const characters = readCharacters(page);
  if (hasRightToLeft(text)) return joinCharacters(orderCharacters(characters));
  const ordered = orderByTags(page, characters) ?? orderByColumns(characters);
  if (ordered) return joinCharacters(ordered);
  return characters.length < page.count ? joinCharacters(characters) : text;
}

/** Returns the characters of a page in reading order. */
function readInOrder(page: TextPage): Character[] {
  const characters = readCharacters(page);
  if (characters.some(({ text }) => hasRightToLeft(text))) return orderCharacters(characters);
  return orderByTags(page, characters) ?? orderByColumns(characters) ?? characters;
}

interface RotatedPageText extends PageText {
  /** The lines of the page, with the formats that have tables. */
  rules?: Rule[];
  /** For a page whose text isn't upright: the view as read, and the view as displayed. */
  rotated?: [from: PageView, to: PageView];
}

/**
 * Builds blocks. Headings are larger than the body text of the whole document, so all pages are
 * read first.
 */
function buildBlocks(
  read: readonly RotatedPageText[],
  { format, dehyphenate }: { format: TextFormat; dehyphenate: boolean },
): PageText[] {
  const bodySize = measureBodySize(read.flatMap(({ words = [] }) => words));
  return read.map(({ page, words = [], rules = [], rotated }) => {
    const blocks = findBlocks(words, { bodySize, dehyphenate, rules });
    return format === "markdown"
      ? { page, text: writeMarkdown(blocks) }
      : {
          page,
          text: blocks.map(({ text }) => text).join("\n\n"),
          blocks: rotateBlocks(blocks, rotated),
        };
  });
}

/** Converts blocks of a page that was rotated for reading to displayed positions. */
function rotateBlocks(blocks: Block[], rotated: RotatedPageText["rotated"]): Block[] {
  return blocks.map((block) => ({ ...block, box: rotateBox(block.box, rotated) }));
}

function rotateBox(box: Block["box"], rotated: RotatedPageText["rotated"]): Block["box"] {
  if (!rotated) return box;
  const [from, to] = rotated;
  const [a, b, c, d, e, f] = from.toUser;
  const { x, y, width, height } = box;
  const user = (across: number, down: number) => {
    const up = from.height - down;
    return { x: a * across + c * up + e, y: b * across + d * up + f };
  };
  const [one, other] = [user(x, y), user(x + width, y + height)];
  return viewBoxes(to)([{ left: one.x, bottom: one.y, right: other.x, top: other.y }]);
}

/** Finds the tables of some pages. `box` is the position on the first page of the table. */
export async function readTables(
  source: Pick<Source, "bytes" | "pages">,
  { numbers }: Pick<ReadOptions, "numbers">,
): Promise<(Table & { box: Block["box"] })[]> {
  const read = await readWords(source, { numbers });
  const pages = read.map(({ page, words = [], rules = [] }) => ({ page, words, rules }));
  return findTables(pages).map((table) => {
    const rotated = read.find(({ page }) => page === table.page)?.rotated;
    return {
      ...table,
      box: rotateBox(measureBox([...(table.words.get(table.page) ?? [])]), rotated),
    };
  });
}

/**
 * The character that pdfium returns for a hyphen at the end of a line. The line break after it is
 * omitted.
 */
const brokenHyphen = "\uFFFE";

/**
 * Cleans the text of a page. Lines end in "
 * ". `dehyphenate` joins a word hyphenated at the end of a line if it continues in lower case.
 * Otherwise the hyphen and the line break are kept.
 */
export function cleanPageText(raw: string, { dehyphenate }: { dehyphenate: boolean }): string {
  let text = "";
  let from = 0;
  for (let at = raw.indexOf(brokenHyphen); at >= 0; at = raw.indexOf(brokenHyphen, at + 1)) {
    const joins = dehyphenate && /^\p{Ll}/u.test(raw.slice(at + 1, at + 3));
    text += raw.slice(from, at) + (joins ? "" : "-\n");
    from = at + 1;
  }
  return (text + raw.slice(from)).replaceAll("\r\n", "\n").replaceAll("\0", "");
}

/** Writes the blocks of a page as CommonMark, with GitHub's tables. */
export function writeMarkdown(blocks: readonly Block[]): string {
  return blocks.map(writeBlock).join("\n\n");
}

function writeBlock({ kind, text, level = 1, rows = [] }: Block): string {
  switch (kind) {
    case "heading":
      return `${"#".repeat(level)} ${escapeMarkdown(text)}`;
    case "list":
      return rows.map(([entry = ""]) => `- ${escapeMarkdown(entry)}`).join("\n");
    case "table":
      return writeTable(rows);
    default:
      return escapeMarkdown(text);
  }
}

function writeTable([head = [], ...rows]: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const cell = (text: string) => escapeMarkdown(text).replaceAll("|", "\\|");
  const lines = [head, ...rows].map((row) => line(row.map(cell)));
  return [lines[0], line(head.map(() => "---")), ...lines.slice(1)].join("\n");
}

/**
 * Escapes Markdown syntax: emphasis, links and code, and characters with a meaning at the start of
 * a line.
 */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<]/g, "\\$&")
    .replace(/^(?:[#>+-]|\d{1,9}(?=[.)]))/, (sign) => (/\d/.test(sign) ? sign : `\\${sign}`))
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}
