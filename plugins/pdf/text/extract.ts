import { flattenForms } from "../forms/flatten.ts";
import { pageAt, pageNumbers } from "../input/fields.ts";
import { openPdf } from "../input/open.ts";
import { checkRestrictions } from "../security/protection.ts";
import { readFacts } from "./facts.ts";
import { type PageText, readPages } from "./read-pages.ts";
import type { ExtractBody } from "./schema.ts";
import { shortBox } from "./words.ts";

/** The text of a PDF, page by page, and what else was asked for. */
export async function extractText({
  pages,
  format,
  include,
  merge_pages,
  dehyphenate,
  max_chars,
  ...body
}: ExtractBody) {
  const source = await openPdf(body, { readsOnly: true });
  await checkRestrictions(source, { at: "body", what: ({ copy }) => !copy });
  const numbers = pageNumbers(pages, { pages: source.pages.length, at: "body.pages" });
  const seen = { ...source, bytes: await flattenForms(source) };
  const read = await readPages(seen, { numbers, format, dehyphenate, maxChars: max_chars });
  const { kept, isCut } = cutTo(read, max_chars);
  const hasText = read.some(({ text }) => text.trim() !== "");
  return {
    pages: kept.map(({ page, ...texts }) => {
      const { width, height, rotation } = pageAt(source.pages, page);
      const size = { width: toHundredths(width), height: toHundredths(height) };
      return { page, ...size, rotation, ...shortNamed(texts) };
    }),
    ...(merge_pages && { text: kept.map(({ text }) => text).join("\n\n") }),
    stats: {
      pages: source.pages.length,
      chars: kept.reduce((sum, { text }) => sum + characterCount(text), 0),
      words: kept.reduce((sum, { text }) => sum + wordCount(text), 0),
      has_text_layer: hasText,
    },
    warnings: [
      ...(hasText ? [] : ["no_text_layer" as const]),
      ...(isCut || kept.length < numbers.length ? ["truncated" as const] : []),
    ],
    ...(await readFacts(source, { include, numbers })),
  };
}

/** The pages up to so many characters of text together; of words, those that the text has. */
function cutTo(pages: readonly PageText[], max: number) {
  let room = max;
  let isCut = false;
  const kept: PageText[] = [];
  for (const page of pages) {
    if (room <= 0) {
      isCut = true;
      break;
    }
    if (page.text.length <= room) kept.push(page);
    else {
      isCut = true;
      kept.push({
        ...page,
        text: page.text.slice(0, room).toWellFormed(),
        ...shortenPieces(page, room),
      });
    }
    room -= page.text.length;
  }
  return { kept, isCut };
}

function shortenPieces({ words, blocks }: PageText, room: number): Partial<PageText> {
  return {
    ...(words && { words: within(words, room) }),
    ...(blocks && { blocks: within(blocks, room) }),
  };
}

function within<Piece extends { text: string }>(pieces: readonly Piece[], room: number): Piece[] {
  let length = 0;
  return pieces.filter(({ text }) => {
    length += text.length + 1;
    return length <= room;
  });
}

/** The places of words and blocks, under the short names that make an answer of many bearable. */
function shortNamed({ text, words, blocks }: Omit<PageText, "page">) {
  return {
    text,
    ...(words && {
      words: words.map(({ text, size, font, ...box }) => ({
        t: text,
        ...shortBox(box),
        size,
        font,
      })),
    }),
    ...(blocks && { blocks: blocks.map((block) => ({ ...block, box: shortBox(block.box) })) }),
  };
}

/** A character beyond the first plane is two units of a text. */
function characterCount(text: string): number {
  return text.length - (text.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0);
}

function wordCount(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
