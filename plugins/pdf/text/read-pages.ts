import { withPdfium } from "../engines/pdfium.ts";
import { pageAt } from "../input/fields.ts";
import type { Source } from "../input/open.ts";
import { type PageBox, pageBox } from "../preflight/preflight.ts";
import { createPageView, type PageView } from "../stamp/geometry.ts";
import { type Block, findBlocks, measureBodySize } from "./blocks.ts";
import { layOut } from "./layout.ts";
import type { TextFormat } from "./schema.ts";
import { rawText, readCharacters, type TextPage, upright, withTextPage } from "./text-page.ts";
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
  /** Where to stop: no page is read once there are so many characters. */
  maxChars: number;
}

/** Reads the text of some pages, in the order of their numbers. */
export function readPages(
  { bytes, pages }: Pick<Source, "bytes" | "pages">,
  { numbers, format, dehyphenate, maxChars }: ReadOptions,
): Promise<PageText[]> {
  return withPdfium(bytes, (opened) => {
    const all: Read[] = [];
    let characters = 0;
    for (const page of numbers) {
      if (characters > maxChars) break;
      const box = pageAt(pages, page);
      const read = (textPage: TextPage, rotation: PageBox["rotation"]): Read => {
        if (format === "text")
          return { page, text: cleanPageText(rawText(textPage), { dehyphenate }) };
        // Words are told where they are seen; what is put together of them stands upright.
        const upright = createPageView(pageBox({ ...box, rotation }));
        const words = buildWords(
          readCharacters(textPage),
          format === "words" ? createPageView(box) : upright,
        );
        if (format === "layout") return { page, text: layOut(words) };
        if (format === "words")
          return { page, text: cleanPageText(rawText(textPage), { dehyphenate }), words };
        const isTurned = rotation !== box.rotation;
        return { page, text: "", words, ...(isTurned && { turn: [upright, createPageView(box)] }) };
      };
      const found = withTextPage(opened, page, (textPage) => upright(textPage, box.rotation, read));
      characters += found.text.length + (found.words?.length ?? 0);
      all.push(found);
    }
    return format === "markdown" || format === "json"
      ? inBlocks(all, { format, dehyphenate })
      : all;
  });
}

interface Read extends PageText {
  /** Of a page whose text does not stand upright: as it was read, and as it is seen. */
  turn?: [from: PageView, to: PageView];
}

/** A heading is what is larger than the body of the whole document, so that all is read before. */
function inBlocks(
  read: readonly Read[],
  { format, dehyphenate }: { format: TextFormat; dehyphenate: boolean },
): PageText[] {
  const bodySize = measureBodySize(read.flatMap(({ words = [] }) => words));
  return read.map(({ page, words = [], turn }) => {
    const blocks = findBlocks(words, { bodySize, dehyphenate });
    return format === "markdown"
      ? { page, text: writeMarkdown(blocks) }
      : {
          page,
          text: blocks.map(({ text }) => text).join("\n\n"),
          blocks: turnBlocks(blocks, turn),
        };
  });
}

/** Blocks where they are seen, of a page that was turned to be read. */
function turnBlocks(blocks: Block[], turn: Read["turn"]): Block[] {
  if (!turn) return blocks;
  const [from, to] = turn;
  const toSeen = viewBoxes(to);
  const [a, b, c, d, e, f] = from.toUser;
  return blocks.map((block) => {
    const { x, y, width, height } = block.box;
    const user = (across: number, down: number) => {
      const up = from.height - down;
      return { x: a * across + c * up + e, y: b * across + d * up + f };
    };
    const [one, other] = [user(x, y), user(x + width, y + height)];
    const box = { left: one.x, bottom: one.y, right: other.x, top: other.y };
    return { ...block, box: toSeen([box]) };
  });
}

/** What pdfium answers for a hyphen at the end of a line, after which it leaves the line break out. */
const brokenHyphen = "\uFFFE";

/**
 * The text of a page in lines that end in "\n". `dehyphenate` joins a word that is broken at the end
 * of a line, where it goes on in a small letter; else the hyphen and the line's end are kept.
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

/** Writes the blocks of a page as Markdown of CommonMark, with the tables of GitHub. */
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
  const said = [head, ...rows].map((row) => line(row.map(cell)));
  return [said[0], line(head.map(() => "---")), ...said.slice(1)].join("\n");
}

/** What Markdown would take for itself: its signs of emphasis, links and code, and those that begin a line. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<]/g, "\\$&")
    .replace(/^(?:[#>+-]|\d{1,9}(?=[.)]))/, (sign) => (/\d/.test(sign) ? sign : `\\${sign}`))
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}
