import { withPdfium } from "../engines/pdfium.ts";
import type { Source } from "../input/open.ts";
import { seenPage } from "../stamp/seen.ts";
import { type Block, blocksOf, bodySizeOf } from "./blocks.ts";
import { charactersOf } from "./characters.ts";
import { laidOut } from "./layout.ts";
import { linesOf } from "./lines.ts";
import { markdownOf } from "./markdown.ts";
import type { TextFormat } from "./options.ts";
import { rawText, withTextPage } from "./text-page.ts";
import { type Word, wordsOf } from "./words.ts";

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
    const read: PageText[] = [];
    let characters = 0;
    for (const page of numbers) {
      if (characters > maxChars) break;
      const found = withTextPage(opened, page, (textPage): PageText => {
        if (format === "text") return { page, text: linesOf(rawText(textPage), { dehyphenate }) };
        const words = wordsOf(charactersOf(textPage), seenPage(pages[page - 1]!));
        if (format === "layout") return { page, text: laidOut(words) };
        if (format === "words")
          return { page, text: linesOf(rawText(textPage), { dehyphenate }), words };
        return { page, text: "", words };
      });
      characters += found.text.length + (found.words?.length ?? 0);
      read.push(found);
    }
    return format === "markdown" || format === "json"
      ? inBlocks(read, { format, dehyphenate })
      : read;
  });
}

/** A heading is what is larger than the body of the whole document, so that all is read before. */
function inBlocks(
  read: readonly PageText[],
  { format, dehyphenate }: { format: TextFormat; dehyphenate: boolean },
): PageText[] {
  const bodySize = bodySizeOf(read.flatMap(({ words = [] }) => words));
  return read.map(({ page, words = [] }) => {
    const blocks = blocksOf(words, { bodySize, dehyphenate });
    return format === "markdown"
      ? { page, text: markdownOf(blocks) }
      : { page, text: blocks.map(({ text }) => text).join("\n\n"), blocks };
  });
}
