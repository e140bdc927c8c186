import { type PDFDict, PDFName } from "pdf-lib";
import { newDocument, openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { getHeap, type PdfiumDocument, withMemory, withPdfium } from "../engines/pdfium.ts";
import { dictEntry, everyDict, listDicts, listItems, nameEntry } from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import { readCodeMap } from "../objects/to-unicode.ts";
import { stream, writePdf } from "../sample.ts";
import { plain } from "../text/normalise.ts";
import { type Character, readCharacters, withTextPage } from "../text/text-page.ts";
import { intersects, type Rect } from "./rects.ts";

// Positions stay within the pixels and cells, so `!` is used: a check for each would cost time.

/**
 * The shape of a glyph: the ink of its box in a grid of `side` × `side` cells, and its aspect
 * ratio.
 */
interface Shape {
  ink: Float32Array;
  /** The ink of each row and each column, which distinguishes most shapes. */
  sums: Float32Array;
  /** Width divided by height. */
  aspect: number;
}

/**
 * Finds the pages on which embedded fonts draw other letters than they declare. Compares each glyph
 * with the shape of its letter in known fonts, so it detects only clear differences. A viewer's own
 * fonts always draw the right letters.
 */
export async function findStrangeGlyphPages(bytes: Uint8Array): Promise<number[]> {
  const named = await nameEmbeddedFonts(bytes);
  if (!named) return [];
  const fontGlyphs = await withPdfium(named.bytes, (opened) => readFonts(opened, named.repeating));
  const strange = new Set<string>();
  for (const [font, glyphs] of fontGlyphs.glyphs) if (await isStrange(glyphs)) strange.add(font);
  return fontGlyphs.pages.flatMap((fonts, index) =>
    [...fonts].some((font) => strange.has(font)) ? [index + 1] : [],
  );
}

interface Named {
  bytes: Uint8Array;
  /** The names of fonts in which two codes are mapped to one letter. */
  repeating: ReadonlySet<string>;
}

const fontFiles = ["FontFile", "FontFile2", "FontFile3"];
const prefix = "Embedded";

/** Gives each embedded font a unique name. Returns undefined if the file has none. */
async function nameEmbeddedFonts(bytes: Uint8Array): Promise<Named | undefined> {
  const document = await openDocument(bytes);
  const repeating = new Set<string>();
  let count = 0;
  for (const dict of everyDict(document)) {
    if (nameEntry(dict, "Type") !== "Font" && !dict.has(PDFName.of("BaseFont"))) continue;
    const own = [dict, ...listDicts(dict.lookup(PDFName.of("DescendantFonts")))];
    const isEmbedded = own.some((one) =>
      fontFiles.some((file) => dictEntry(dictEntry(one, "FontDescriptor"), file)),
    );
    if (!isEmbedded || nameEntry(dict, "Subtype")?.startsWith("CIDFont")) continue;
    const name = `${prefix}${count++}`;
    for (const one of own) one.set(PDFName.of("BaseFont"), PDFName.of(name));
    if (repeatsLetters(dict)) repeating.add(name);
  }
  return count === 0 ? undefined : { bytes: await saveDocument(document), repeating };
}

/**
 * Returns whether two codes of a font are mapped to one letter: one of them may be a different
 * letter.
 */
function repeatsLetters(font: PDFDict): boolean {
  const seen = new Set<string>();
  const differences = listItems(dictEntry(font, "Encoding")?.lookup(PDFName.of("Differences")));
  for (const item of differences) {
    if (!(item instanceof PDFName)) continue;
    if (seen.has(item.asString())) return true;
    seen.add(item.asString());
  }
  const map = streamBytes(font.lookup(PDFName.of("ToUnicode")));
  const letters = map ? [...readCodeMap(map).letters.values()] : [];
  return new Set(letters).size < letters.length;
}

/** A glyph of a font, and its declared letter. It has no shape if it is too small to compare. */
interface Glyph {
  letter: string;
  shape: Shape | undefined;
}

interface FontGlyphs {
  /** By font: each letter once, or every distinct shape if codes repeat letters. */
  glyphs: Map<string, Glyph[]>;
  /** By page: the fonts on it. */
  pages: Set<string>[];
}

/** The number of attempts to read a letter that is drawn too small or not at all. */
const attemptsMax = 3;

function readFonts(opened: PdfiumDocument, repeating: ReadonlySet<string>): FontGlyphs {
  const glyphs = new Map<string, Glyph[]>();
  const attempts = new Map<string, number>();
  const pages: Set<string>[] = [];
  const isOpen = ({ font, text }: Character) =>
    repeating.has(font) || (attempts.get(`${font} ${text}`) ?? 0) < attemptsMax;
  const add = ({ font, text }: Character, shape: Shape | undefined) => {
    const own = glyphs.get(font) ?? [];
    const isKnown = own.some((one) => one.letter === text && isSame(one.shape, shape));
    if (!isKnown) own.push({ letter: text, shape });
    glyphs.set(font, own);
  };
  for (let page = 1; page <= opened.pages; page++)
    withTextPage(opened, page, (textPage) => {
      const characters = filterEmbedded(readCharacters(textPage));
      pages.push(new Set(characters.map(({ font }) => font)));
      if (!characters.some(isOpen)) return;
      const read = createGlyphReader(opened.engine, textPage.page, characters);
      for (const character of characters) {
        if (!isOpen(character)) continue;
        const shape = read(character);
        const key = `${character.font} ${character.text}`;
        const attempt = typeof shape === "object" ? attemptsMax : 1;
        attempts.set(key, (attempts.get(key) ?? 0) + attempt);
        if (shape !== "none") add(character, shape === "small" ? undefined : shape);
      }
    });
  return { glyphs, pages };
}

/** Returns the characters of embedded fonts that have a glyph of their own. */
function filterEmbedded(all: readonly Character[]): Character[] {
  return all.filter(
    (one, index) =>
      !one.isGenerated &&
      one.font.startsWith(prefix) &&
      one.text.trim() !== "" &&
      !isShared(one, [all[index - 1], all[index + 1]]),
  );
}

/**
 * The likeness above which shapes are the same glyph: rendering varies with the position between
 * pixels.
 */
const sameFrom = 0.8;

function isSame(one: Shape | undefined, other: Shape | undefined): boolean {
  return one && other ? computeLikeness(one, other) > sameFrom : one === other;
}

/** Returns whether a character shares its box with a neighbour: one glyph for several letters. */
function isShared(one: Character, others: readonly (Character | undefined)[]): boolean {
  return others.some((other) => other?.left === one.left && other.right === one.right);
}

/**
 * How much more a glyph must resemble another letter than its own, and the minimum likeness to it.
 */
const [strangeBy, strangeFrom] = [0.18, 0.62];
/**
 * The maximum likeness of other scripts' characters to letters: of one character, and on average.
 */
const [foreignMax, foreignMeanMax] = [0.8, 0.6];
/** The minimum average likeness of a font's letters to their declared letters. */
const meanMin = 0.42;

async function isStrange(glyphs: readonly Glyph[]): Promise<boolean> {
  const readable = glyphs.flatMap(({ letter, shape }) => (shape ? [{ letter, shape }] : []));
  if (readable.length === 0) return true;
  const shapes = await learnShapes(readable.map(({ letter }) => letter));
  const compared = readable.map(({ letter, shape }) => shapes.compare(shape, letter));
  const own = compared.filter(({ isKnown }) => isKnown);
  if (own.some(({ own, other }) => other > strangeFrom && own < other - strangeBy)) return true;
  if (own.length > 2 && computeAverage(own.map(({ own }) => own)) < meanMin) return true;
  const foreign = compared.filter(({ isKnown }) => !isKnown).map(({ other }) => other);
  return (
    foreign.some((other) => other > foreignMax) ||
    (foreign.length > 2 && computeAverage(foreign) > foreignMeanMax)
  );
}

function computeAverage(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

type PdfiumEngine = PdfiumDocument["engine"];

/** The approximate height at which letters are rendered, in pixels: enough to distinguish them. */
const letterPixels = 32;
const pixelsMax = 12_000_000;

/** Renders only the text of a page. Returns a function that reads the shape of a character. */
function createGlyphReader(engine: PdfiumEngine, page: number, characters: readonly Character[]) {
  hideNonText(engine, page);
  const seen = readBounds(engine, page);
  const onPage = characters.filter((one) => intersects(one, seen));
  widenPage(engine, page, onPage);
  const sizes = characters.map(({ size }) => size).toSorted((one, other) => one - other);
  const [wide, high] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)];
  const needed = letterPixels / Math.max(4, sizes[sizes.length >> 1] ?? 10);
  const scale = Math.min(6, needed, Math.sqrt(pixelsMax / (wide * high)));
  const [width, height] = [Math.ceil(wide * scale), Math.ceil(high * scale)];
  const ink = renderInk(engine, page, { width, height });
  const rotation = engine.FPDFPage_GetRotation(page);
  return (character: Character): Shape | "none" | "small" => {
    if (!intersects(character, seen)) return "none";
    const { left, bottom, right, top, angle } = character;
    const corners = [
      toDevicePoint(engine, page, { x: left, y: bottom, width, height }),
      toDevicePoint(engine, page, { x: right, y: top, width, height }),
    ];
    const xs = corners.map(({ x }) => x);
    const ys = corners.map(({ y }) => y);
    const box = {
      left: Math.max(0, Math.min(...xs)),
      top: Math.max(0, Math.min(...ys)),
      right: Math.min(width, Math.max(...xs) + 1),
      bottom: Math.min(height, Math.max(...ys) + 1),
    };
    const quarters = (((Math.round((2 * angle) / Math.PI) - rotation) % 4) + 4) % 4;
    return extractShape(ink, { width, box, quarters });
  };
}

const kinds = { text: 1, form: 5 } as const;

function hideNonText(engine: PdfiumEngine, page: number): void {
  const visit = (object: number) => {
    const kind = engine.FPDFPageObj_GetType(object);
    if (kind === kinds.form)
      for (let index = 0; index < engine.FPDFFormObj_CountObjects(object); index++)
        visit(engine.FPDFFormObj_GetObject(object, index));
    else if (kind !== kinds.text) engine.FPDFPageObj_SetIsActive(object, false);
  };
  for (let index = 0; index < engine.FPDFPage_CountObjects(page); index++)
    visit(engine.FPDFPage_GetObject(page, index));
}

/** Returns the visible area of a page, in its own units. */
function readBounds(engine: PdfiumEngine, page: number): Rect {
  return withMemory(engine, 16, (pointer) => {
    engine.FPDF_GetPageBoundingBox(page, pointer);
    const edge = (offset: number) => engine.pdfium.getValue(pointer + offset, "float");
    return { left: edge(0), top: edge(4), right: edge(8), bottom: edge(12) };
  });
}

/** The maximum extension of a page beyond its edges, as a share of its width and height. */
const beyondMax = 0.25;

/**
 * Enlarges a page so that characters cut by its edges are drawn completely: half an M may look like
 * an I.
 */
function widenPage(engine: PdfiumEngine, page: number, characters: readonly Rect[]): void {
  const { left, bottom, right, top } = readBounds(engine, page);
  const [beyondX, beyondY] = [(right - left) * beyondMax, (top - bottom) * beyondMax];
  const whole = { left, bottom, right, top };
  for (const one of characters) {
    whole.left = Math.min(whole.left, Math.max(one.left, left - beyondX));
    whole.bottom = Math.min(whole.bottom, Math.max(one.bottom, bottom - beyondY));
    whole.right = Math.max(whole.right, Math.min(one.right, right + beyondX));
    whole.top = Math.max(whole.top, Math.min(one.top, top + beyondY));
  }
  engine.FPDFPage_SetMediaBox(page, whole.left, whole.bottom, whole.right, whole.top);
  engine.FPDFPage_SetCropBox(page, whole.left, whole.bottom, whole.right, whole.top);
}

const fourChannels = 4;

/** Returns the coverage of each pixel, regardless of colour. */
function renderInk(
  engine: PdfiumEngine,
  page: number,
  { width, height }: { width: number; height: number },
): Uint8Array {
  const bitmap = engine.FPDFBitmap_CreateEx(width, height, fourChannels, 0, 0);
  try {
    if (!bitmap) throw new Error("Cannot allocate a bitmap: PDFium has no memory left");
    engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0);
    engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0);
    const from = engine.FPDFBitmap_GetBuffer(bitmap);
    const heap = getHeap(engine);
    const ink = new Uint8Array(width * height);
    for (let at = 0; at < ink.length; at++) ink[at] = heap[from + 4 * at + 3]!;
    return ink;
  } finally {
    if (bitmap) engine.FPDFBitmap_Destroy(bitmap);
  }
}

function toDevicePoint(
  engine: PdfiumEngine,
  page: number,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): { x: number; y: number } {
  return withMemory(engine, 8, (pointer) => {
    engine.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, pointer, pointer + 4);
    const at = (offset: number) => engine.pdfium.getValue(pointer + offset, "i32");
    return { x: at(0), y: at(4) };
  });
}

interface PixelBounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const covered = 96;
/** The minimum height of a glyph, in pixels: smaller ones can't be identified. */
const heightMin = 8;
const side = 16;

/** Extracts the shape of the ink in a box, rotated upright. */
function extractShape(
  ink: Uint8Array,
  { width, box, quarters }: { width: number; box: PixelBounds; quarters: number },
): Shape | "none" | "small" {
  let [left, top, right, bottom] = [box.right, box.bottom, box.left, box.top];
  for (let y = box.top; y < box.bottom; y++)
    for (let x = box.left; x < box.right; x++)
      if (ink[y * width + x]! > covered) {
        left = Math.min(left, x);
        right = Math.max(right, x + 1);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
  const [wide, high] = [right - left, bottom - top];
  if (wide <= 0 || high <= 0) return "none";
  if (Math.max(wide, high) < heightMin) return "small";
  const cells = new Float32Array(side * side);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const [across, up] = rotateCell(column, row, quarters);
      cells[row * side + column] = computeMean(ink, width, {
        left: left + (across * wide) / side,
        right: left + ((across + 1) * wide) / side,
        top: top + (up * high) / side,
        bottom: top + ((up + 1) * high) / side,
      });
    }
  const normalised = blurAndNormalise(cells);
  return {
    ink: normalised,
    sums: computeSums(normalised),
    aspect: quarters % 2 === 0 ? wide / high : high / wide,
  };
}

/** Blurs the ink and normalises its total, so that thin and bold letters are comparable. */
function blurAndNormalise(cells: Float32Array): Float32Array {
  const out = new Float32Array(cells.length);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      let sum = 0;
      for (let y = Math.max(0, row - 1); y <= Math.min(side - 1, row + 1); y++)
        for (let x = Math.max(0, column - 1); x <= Math.min(side - 1, column + 1); x++)
          sum += cells[y * side + x]!;
      out[row * side + column] = sum;
    }
  const total = out.reduce((sum, value) => sum + value, 0);
  return total === 0 ? out : out.map((value) => value / total);
}

/** Returns the ink of each row, then of each column. */
function computeSums(ink: Float32Array): Float32Array {
  const sums = new Float32Array(2 * side);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const here = ink[row * side + column]!;
      sums[row] = sums[row]! + here;
      sums[side + column] = sums[side + column]! + here;
    }
  return sums;
}

/** Maps a cell of the upright grid to the drawn one, after quarter turns anticlockwise. */
function rotateCell(column: number, row: number, quarters: number): [number, number] {
  const last = side - 1;
  switch (quarters) {
    case 1:
      return [row, last - column];
    case 2:
      return [last - column, last - row];
    case 3:
      return [last - row, column];
    default:
      return [column, row];
  }
}

function computeMean(
  ink: Uint8Array,
  width: number,
  { left, right, top, bottom }: PixelBounds,
): number {
  let [sum, area] = [0, 0];
  for (let y = Math.floor(top); y < bottom; y++)
    for (let x = Math.floor(left); x < right; x++) {
      const share =
        (Math.min(right, x + 1) - Math.max(left, x)) * (Math.min(bottom, y + 1) - Math.max(top, y));
      sum += share * ink[y * width + x]!;
      area += share;
    }
  return area === 0 ? 0 : sum / area / 255;
}

interface KnownShapes {
  /** Compares a glyph with its declared letter, and with the most similar other letter or digit. */
  compare(shape: Shape, letter: string): { isKnown: boolean; own: number; other: number };
}

type ByLetter = ReadonlyMap<string, Shape[]>;

let latinShapes: Promise<ByLetter> | undefined;
let otherShapes: Promise<ByLetter> | undefined;
const greekOrCyrillic = /[\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** Loads letter shapes: Latin-1 from pdfium's own fonts, all others from the hub's fonts. */
async function learnShapes(needed: readonly string[]): Promise<KnownShapes> {
  latinShapes ??= drawLatin();
  const byLatin = await latinShapes;
  if (needed.every((letter) => byLatin.has(letter))) return createComparison(byLatin, new Map());
  otherShapes ??= drawOthers();
  return createComparison(byLatin, await otherShapes);
}

const latin =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ";

const signs = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~¡¢£¤¥§©«¬®°±²³µ¶·¹º»¼½¾¿×÷";

const faces = ["Helvetica", "Times-Roman", "Courier"].flatMap((face) =>
  face === "Times-Roman"
    ? [face, "Times-Bold", "Times-Italic", "Times-BoldItalic"]
    : [face, `${face}-Bold`, `${face}-Oblique`, `${face}-BoldOblique`],
);

function drawLatin(): Promise<ByLetter> {
  const [cell, perRow] = [40, 16];
  const text = Array.from(latin + signs, (letter, index) => {
    const [x, y] = [10 + (index % perRow) * cell, 10 + Math.floor(index / perRow) * cell];
    const code = letter.charCodeAt(0).toString(16).padStart(2, "0");
    return `1 0 0 1 ${x} ${y} Tm <${code}> Tj`;
  }).join(" ");
  const pageNumber = (index: number) => 3 + 3 * index;
  const pages = faces.map((_, index) => pageNumber(index));
  const bytes = writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${faces.length}/Kids[${pages.map((page) => `${page} 0 R`).join(" ")}]/MediaBox[0 0 660 520]>>`,
    ...faces.flatMap((face, index) => [
      `<</Type/Page/Parent 2 0 R/Resources<</Font<</F ${pageNumber(index) + 1} 0 R>>>>/Contents ${pageNumber(index) + 2} 0 R>>`,
      `<</Type/Font/Subtype/Type1/BaseFont/${face}/Encoding/WinAnsiEncoding>>`,
      stream(`BT /F 24 Tf ${text} ET`),
    ]),
  ]);
  return readShapes(bytes);
}

const others =
  "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ" +
  "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяЁёЂђЄєІіЇїЈјЉљЊњЋћЎўЏџҐґ" +
  "ĀāĂăĄąĆćĈĉĊċČčĎďĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİĲĳĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŊŋŌōŎŏŐőŒœ" +
  "ŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžſƒȘșȚțẞﬀﬁﬂﬃﬄ" +
  "–—‘’‚“”„‡•…‰′″‹›⁄€™←↑→↓−∂∏∑√∞∫≈≠≤≥■□▲►▼◄◊●";

async function drawOthers(): Promise<ByLetter> {
  const [{ FontBook }, { textDrawing }, { drawOn }] = await Promise.all([
    import("hub/pdf-text"),
    import("../stamp/drawing.ts"),
    import("../stamp/stamp.ts"),
  ]);
  const document = await newDocument();
  const book = new FontBook();
  const text = Array.from(others)
    .join(" ")
    .replace(/(.{40})/gu, "$1\n");
  const drawings = await Promise.all(
    (["sans", "sans-bold", "serif", "serif-bold", "mono"] as const).map((font) =>
      textDrawing(document, text, {
        book,
        style: { font, size: 20, color: [0, 0, 0], at: "body.label" },
      }),
    ),
  );
  await book.embed(document.context);
  for (const { ref, width, height } of drawings)
    drawOn(document.addPage([width, height]), {
      layer: "over",
      content: ({ Letters }) => `/${Letters} Do`,
      resources: { XObject: { Letters: ref } },
    });
  return readShapes(await saveDocument(document));
}

/** Returns the shapes of each letter on the pages of a file. */
async function readShapes(bytes: Uint8Array): Promise<ByLetter> {
  const byLetter = new Map<string, Shape[]>();
  await withPdfium(bytes, (opened) => {
    for (let page = 1; page <= opened.pages; page++)
      withTextPage(opened, page, (textPage) => {
        const characters = readCharacters(textPage).filter(({ isGenerated }) => !isGenerated);
        const read = createGlyphReader(opened.engine, textPage.page, characters);
        for (const character of characters) {
          const shape = read(character);
          if (typeof shape === "object")
            byLetter.set(character.text, [...(byLetter.get(character.text) ?? []), shape]);
        }
      });
  });
  return byLetter;
}

function createComparison(byLatin: ByLetter, byOther: ByLetter): KnownShapes {
  /** Returns the likeness of a glyph to the most similar of these letters. */
  const findBestLikeness = (shape: Shape, letters: readonly string[]) => {
    // Sorts by the upper bound, so that few shapes are compared in full.
    const candidates = letters
      .flatMap((letter) => [...(byLatin.get(letter) ?? []), ...(byOther.get(letter) ?? [])])
      .map((known) => ({ known, max: computeLikenessBound(shape, known) }))
      .sort((one, other) => other.max - one.max);
    let best = 0;
    for (const { known, max } of candidates) {
      if (max <= best) break;
      best = Math.max(best, computeLikeness(shape, known));
    }
    return best;
  };
  return {
    compare(shape, declared) {
      const same = listLookalikes(declared);
      const others = Array.from(latin).filter((letter) => !same.has(letter));
      const [own, other] = [findBestLikeness(shape, [...same]), findBestLikeness(shape, others)];
      const hasShapes = (letter: string) =>
        byLatin.has(letter) || (greekOrCyrillic.test(letter) && byOther.has(letter));
      const isKnown = own > other + signBy || [...same].some(hasShapes);
      return { isKnown, own, other };
    },
  };
}

/** How much more a sign must resemble itself than any letter: a disc looks much like an o. */
const signBy = 0.05;

/** Letters that look alike in many fonts. */
const groups = [
  "O0oQDÐ",
  "Il1|!iìíîïÌÍÎÏ",
  "S5s",
  "Z2z",
  "B8",
  "ftr",
  "nhbk",
  "gq9",
  "uvyVUY",
  "Gg6",
  "ceo",
];

/**
 * Returns the letters that may be drawn for a letter: itself, its other case, its accented forms,
 * and those that look alike.
 */
function listLookalikes(declared: string): Set<string> {
  const letter = plain(declared, "NFKD")[0] ?? declared;
  const near = groups
    .filter((group) => group.includes(letter))
    .flatMap((group) => Array.from(group));
  const cased = [declared, letter, ...near].flatMap((one) => [
    one,
    one.toLowerCase(),
    one.toUpperCase(),
  ]);
  const accented = Array.from(latin).filter(
    (one) => plain(one, "NFKD")[0]?.toLowerCase() === letter.toLowerCase(),
  );
  return new Set([...cased, ...accented]);
}

/**
 * Returns the likeness of two shapes from 0 to 1: their shared ink divided by their combined ink.
 */
function computeLikeness(one: Shape, other: Shape): number {
  let [shared, either] = [0, 0];
  for (let at = 0; at < one.ink.length; at++) {
    const [a, b] = [one.ink[at]!, other.ink[at]!];
    shared += Math.min(a, b);
    either += Math.max(a, b);
  }
  return either === 0 ? 0 : (shared / either) * computeAspectLikeness(one, other);
}

/** Tolerance for rounding: the sums are 32-bit floats. */
const rounding = 1e-5;

/**
 * Returns an upper bound of the likeness from the ink of rows and columns, at a tenth of the cost.
 */
function computeLikenessBound(one: Shape, other: Shape): number {
  let [byRows, byColumns] = [rounding, rounding];
  for (let at = 0; at < side; at++) {
    byRows += Math.min(one.sums[at]!, other.sums[at]!);
    byColumns += Math.min(one.sums[side + at]!, other.sums[side + at]!);
  }
  // The ink of each shape totals 1, so ink that isn't shared counts once for each shape.
  const shared = Math.min(byRows, byColumns);
  return (shared / (2 - shared)) * computeAspectLikeness(one, other);
}

/** Returns the likeness of two shapes' proportions from 0 to 1. It is 0 if they differ a lot. */
function computeAspectLikeness(one: Shape, other: Shape): number {
  const ratio = one.aspect / other.aspect;
  const wide = Math.min(ratio, 1 / ratio);
  return wide < 0.4 ? 0 : Math.sqrt(wide);
}
