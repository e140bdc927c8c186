import { reply } from "hub";
import { type PdfiumDocument, pdfiumName, renderGray, withPdfium } from "../engines/pdfium.ts";
import { drawFields } from "../fields/draw-fields.ts";
import { flattenForms } from "../flatten.ts";
import { openField, type Source } from "../input/open.ts";
import { checkRestrictions } from "../input/restrictions.ts";
import pdf from "../plugin.ts";
import { renderPage } from "../render/page-image.ts";
import { answerFile } from "../response.ts";
import { readPages } from "../text/read-pages.ts";
import { shortBox } from "../text/words.ts";
import { alignPages, type PagePair, type PageSketch } from "./align-pages.ts";
import { findPictureAreas, joinAreas, type PixelArea } from "./picture-areas.ts";
import type { CompareBody, Differences } from "./request.ts";
import { findWordChanges, listTokens, type Token, type WordChange } from "./word-changes.ts";

/** A file with the words of each page. */
export interface ComparedFile {
  source: Source;
  tokens: Token[][];
}

/** Compares the words and pictures of two files, page by page. */
export async function comparePdfs(body: CompareBody) {
  const before = await readSide(body, "before");
  const after = await readSide(body, "after");
  const pairs = await pairPages(before, after);
  const changes = findWordChanges(before.tokens, after.tokens, pairs);
  const pictures = body.pictures
    ? await comparePictures(before, after, { pairs, changes })
    : pairs.map(() => null);
  const data = describe(before, after, { pairs, changes, pictures });
  if (body.format === "json") return reply({ data });
  const { markDifferences } = await import("./mark-differences.ts");
  const marked = await markDifferences(before.source, after.source, data.pages);
  return answerFile(
    {
      ...marked,
      engine: pdfiumName,
      input: {
        inputBytes: before.source.inputBytes + after.source.inputBytes,
        name: after.source.name,
      },
      suffix: "differences",
      facts: { equal: data.equal },
    },
    body,
  );
}

async function readSide(body: CompareBody, side: "before" | "after"): Promise<ComparedFile> {
  const source = await openField(
    {
      file: body[side],
      base64: body[`${side}_base64`],
      password: body[`${side}_password`],
    },
    { field: side, passwordAt: `body.${side}_password`, allowsSigned: true, drawFields },
  );
  const at = `body.${side}`;
  await checkRestrictions(source, { at, what: ({ copy }) => !copy });
  const { comparePagesMax } = pdf.limits;
  const { length } = source.pages;
  if (length > comparePagesMax)
    throw pdf.error(
      "pdf_limit_exceeded",
      `${at} must have at most ${comparePagesMax} pages: it has ${length}`,
      { at, members: { limit: "pages", max: comparePagesMax } },
    );
  const bytes = await flattenForms(source);
  const numbers = Array.from({ length }, (_, index) => index + 1);
  const read = await readPages(
    { ...source, bytes },
    { numbers, format: "words", dehyphenate: false, maxChars: pdf.limits.textCharsMax },
  );
  if (read.length < length)
    throw pdf.error("pdf_limit_exceeded", `${at} has too much text to compare`, {
      at,
      members: { limit: "text" },
    });
  const tokens = read.map(({ words = [], page }) => listTokens(words, page));
  return { source: { ...source, bytes }, tokens };
}

/** Pages with fewer words are paired by their pictures. */
const wordsMin = 5;
const sketchWidth = 32;

async function pairPages(before: ComparedFile, after: ComparedFile): Promise<PagePair[]> {
  const numbers = new Map<string, number>();
  const sketch = ({ source, tokens }: ComparedFile) =>
    withPdfium(source.bytes, (opened) =>
      tokens.map((page, index): PageSketch => {
        const words = page.map(({ text }, at) => {
          const pair = `${text} ${page[at + 1]?.text}`;
          const number = numbers.get(pair) ?? numbers.size;
          numbers.set(pair, number);
          return number;
        });
        words.sort((a, b) => a - b);
        return {
          words,
          shades: page.length < wordsMin ? readShades(opened, index + 1) : undefined,
        };
      }),
    );
  const first = await sketch(before);
  return alignPages(first, await sketch(after));
}

function readShades(opened: PdfiumDocument, page: number): Uint8Array {
  const { pixels } = renderGray(opened, page, { widthPixels: sketchWidth });
  return pixels.map((pixel) => 255 - pixel);
}

interface Findings {
  pairs: readonly PagePair[];
  changes: readonly WordChange[];
}

/** The most pixels of a compared picture. A larger page is rendered smaller. */
const picturePixelsMax = 2_000_000;
/** Letters reach beyond the box of their word by this many points. */
const letterMargin = 2;
const white = [255, 255, 255, 255] as const;

/** Returns the areas of each pair of pages that look different, except for words that moved or changed. */
function comparePictures(
  before: ComparedFile,
  after: ComparedFile,
  { pairs, changes }: Findings,
): Promise<(PixelArea[] | null)[]> {
  const changed = new Set(changes.flatMap((change) => [...change.before, ...change.after]));
  return withPdfium(before.source.bytes, (left) =>
    withPdfium(after.source.bytes, (right) =>
      pairs.map((pair) => {
        if (pair.before === undefined || pair.after === undefined) return null;
        const [one, other] = [before.source.pages[pair.before], after.source.pages[pair.after]];
        if (!one || !other) return null;
        const size = {
          width: Math.min(one.width, other.width),
          height: Math.min(one.height, other.height),
        };
        const scale = Math.min(1, Math.sqrt(picturePixelsMax / (size.width * size.height)));
        const pixels = (length: number) => Math.max(1, Math.round(length * scale));
        const [width, height] = [pixels(size.width), pixels(size.height)];
        const render = (opened: PdfiumDocument, number: number, page: typeof size) => {
          const full = { width: pixels(page.width), height: pixels(page.height) };
          const options = { ...full, background: white, annotations: true };
          return crop(renderPage(opened, number, options), full.width, { width, height });
        };
        const tokens = [before.tokens[pair.before] ?? [], after.tokens[pair.after] ?? []] as const;
        const ignored = listMovedWords(tokens, changed);
        return findPictureAreas({
          before: render(left, pair.before + 1, one),
          after: render(right, pair.after + 1, other),
          width,
          height,
          ignored: ignored.map((area) => scaleArea(area, scale)),
        }).map((area) => scaleArea(area, 1 / scale));
      }),
    ),
  );
}

function crop(pixels: Buffer, from: number, { width, height }: { width: number; height: number }) {
  if (from === width) return pixels.subarray(0, width * height * 4);
  const rows = Array.from({ length: height }, (_, row) =>
    pixels.subarray(row * from * 4, (row * from + width) * 4),
  );
  return Buffer.concat(rows);
}

function scaleArea({ x, y, width, height }: PixelArea, scale: number): PixelArea {
  const round = (value: number) => Math.round(value * scale * 100) / 100;
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

/** Returns the areas of the words that changed, or whose place on the page did. */
function listMovedWords(
  [before, after]: readonly [readonly Token[], readonly Token[]],
  changed: ReadonlySet<Token>,
): PixelArea[] {
  const key = ({ text, parts: [first] }: Token) =>
    `${Math.round((first?.x ?? 0) * 5)} ${Math.round((first?.y ?? 0) * 5)} ${text}`;
  const [atBefore, atAfter] = [new Set(before.map(key)), new Set(after.map(key))];
  const moved = [
    ...before.filter((token) => changed.has(token) || !atAfter.has(key(token))),
    ...after.filter((token) => changed.has(token) || !atBefore.has(key(token))),
  ];
  return moved.flatMap(({ parts }) =>
    parts.map(({ x, y, width, height }) => ({
      x: x - letterMargin,
      y: y - letterMargin,
      width: width + 2 * letterMargin,
      height: height + 2 * letterMargin,
    })),
  );
}

function describe(
  before: ComparedFile,
  after: ComparedFile,
  { pairs, changes, pictures }: Findings & { pictures: readonly (PixelArea[] | null)[] },
): Differences {
  const homes = Map.groupBy(changes, ({ before, after }) => {
    const [token] = after;
    return token ? `after ${token.page}` : `before ${before[0]?.page}`;
  });
  const pages = pairs.map((pair, index): Differences["pages"][number] => {
    const number = (index: number | undefined) => (index === undefined ? null : index + 1);
    const [left, right] = [number(pair.before), number(pair.after)];
    const words = [...(homes.get(`before ${left}`) ?? []), ...(homes.get(`after ${right}`) ?? [])];
    const [one, other] = [
      before.source.pages[(left ?? 0) - 1],
      after.source.pages[(right ?? 0) - 1],
    ];
    const isResized =
      one !== undefined &&
      other !== undefined &&
      (Math.abs(one.width - other.width) > 1 || Math.abs(one.height - other.height) > 1);
    const areas = pictures[index]?.map((area) => ({ page: right ?? 0, ...shortBox(area) })) ?? null;
    const hasChanges = words.length > 0 || isResized || (areas?.length ?? 0) > 0;
    const change =
      right === null ? "deleted" : left === null ? "inserted" : hasChanges ? "changed" : "none";
    return {
      change,
      before: left,
      after: right,
      resized: isResized,
      words: words.map((word) => ({
        kind: word.kind,
        text: (word.after.length > 0 ? word.after : word.before).map(({ text }) => text).join(" "),
        before: listAreas(word.before),
        after: listAreas(word.after),
      })),
      pictures: areas,
    };
  });
  const count = (kind: WordChange["kind"]) =>
    changes
      .filter((change) => change.kind === kind)
      .reduce((sum, change) => sum + Math.max(change.before.length, change.after.length), 0);
  return {
    equal: pages.every(({ change }) => change === "none"),
    pages_before: before.source.pages.length,
    pages_after: after.source.pages.length,
    inserted_words: count("inserted"),
    deleted_words: count("deleted"),
    moved_words: count("moved"),
    pages,
  };
}

/** Returns the areas of words, one for each line. */
function listAreas(
  tokens: readonly Token[],
): Differences["pages"][number]["words"][number]["after"] {
  const areas: { page: number; box: PixelArea }[] = [];
  for (const { page, parts } of tokens)
    for (const part of parts) {
      const last = areas.at(-1);
      const middle = part.y + part.height / 2;
      const isSameLine =
        last?.page === page &&
        middle > last.box.y &&
        middle < last.box.y + last.box.height &&
        part.x >= last.box.x;
      if (isSameLine) last.box = joinAreas(last.box, part);
      else {
        const { x, y, width, height } = part;
        areas.push({ page, box: { x, y, width, height } });
      }
    }
  return areas.map(({ page, box }) => ({ page, ...shortBox(scaleArea(box, 1)) }));
}
