import { withPdfium } from "../engines/pdfium.ts";
import type { Source } from "../input/open.ts";
import { type PageBox, pageBox } from "../preflight/page-tree.ts";
import { type PageView, viewOf } from "../stamp/seen.ts";
import { type Block, blocksOf, bodySizeOf } from "./blocks.ts";
import { charactersOf } from "./characters.ts";
import { layOut } from "./layout.ts";
import { linesOf } from "./lines.ts";
import { markdownOf } from "./markdown.ts";
import type { TextFormat } from "./options.ts";
import { rawText, type TextPage, upright, withTextPage } from "./text-page.ts";
import { viewBoxes, type Word, wordsOf } from "./words.ts";

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
      const box = pages[page - 1]!;
      const read = (textPage: TextPage, rotation: PageBox["rotation"]): Read => {
        if (format === "text") return { page, text: linesOf(rawText(textPage), { dehyphenate }) };
        // Words are told where they are seen; what is put together of them stands upright.
        const upright = viewOf(pageBox({ ...box, rotation }));
        const words = wordsOf(charactersOf(textPage), format === "words" ? viewOf(box) : upright);
        if (format === "layout") return { page, text: layOut(words) };
        if (format === "words")
          return { page, text: linesOf(rawText(textPage), { dehyphenate }), words };
        const isTurned = rotation !== box.rotation;
        return { page, text: "", words, ...(isTurned && { turn: [upright, viewOf(box)] }) };
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
  const bodySize = bodySizeOf(read.flatMap(({ words = [] }) => words));
  return read.map(({ page, words = [], turn }) => {
    const blocks = blocksOf(words, { bodySize, dehyphenate });
    return format === "markdown"
      ? { page, text: markdownOf(blocks) }
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
