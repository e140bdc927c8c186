import { getHeap, type PdfiumDocument, perCharacter, withMemory } from "../engines/pdfium.ts";
import { type PageBox, quarter } from "../preflight/preflight.ts";

/** A page opened by pdfium, with its text. */
export interface TextPage {
  engine: PdfiumDocument["engine"];
  page: number;
  textPage: number;
  /** The number of characters, including those that pdfium generates between words and lines. */
  count: number;
  /** Whether its text runs in several directions. */
  isMixed?: boolean;
}

/** Opens a page, counted from 1, runs `read`, and closes the page. */
export function withTextPage<Result>(
  { engine, document }: PdfiumDocument,
  number: number,
  read: (page: TextPage) => Result,
): Result {
  const page = engine.FPDF_LoadPage(document, number - 1);
  // pdfium can't load a page that isn't a valid object. Such a page has no text.
  const textPage = page && engine.FPDFText_LoadPage(page);
  try {
    const count = textPage ? Math.max(0, engine.FPDFText_CountChars(textPage)) : 0;
    return read({ engine, page, textPage, count });
  } finally {
    if (textPage) engine.FPDFText_ClosePage(textPage);
    if (page) engine.FPDF_ClosePage(page);
  }
}

/**
 * Reads a page in the rotation in which most of its text runs from left to right. Passes that
 * rotation to `read`. pdfium orders a line's text by displayed position, so the text of an
 * upside-down page would be reversed.
 */
export function upright<Result>(
  page: TextPage,
  rotation: PageBox["rotation"],
  read: (page: TextPage, rotation: PageBox["rotation"]) => Result,
): Result {
  const { engine } = page;
  const { direction: target = rotation, isMixed } = detectDirection(page);
  if (target === rotation) return read({ ...page, isMixed }, rotation);
  engine.FPDFPage_SetRotation(page.page, target / 90);
  const textPage = engine.FPDFText_LoadPage(page.page);
  try {
    const count = textPage ? Math.max(0, engine.FPDFText_CountChars(textPage)) : 0;
    return read({ ...page, textPage, count, isMixed }, target);
  } finally {
    if (textPage) engine.FPDFText_ClosePage(textPage);
    engine.FPDFPage_SetRotation(page.page, rotation / 90);
  }
}

const samplesMax = 400;

/**
 * Detects the direction of more than half of a page's letters, anticlockwise, and whether others
 * differ.
 */
function detectDirection(page: TextPage): {
  direction: PageBox["rotation"] | undefined;
  isMixed: boolean;
} {
  const { count } = page;
  const getMatrix = perTextObject(page, (index) => readMatrix(page, index));
  const step = Math.max(1, Math.ceil(count / samplesMax));
  const votes = new Map<PageBox["rotation"], number>();
  let letters = 0;
  for (let index = 0; index < count; index += step) {
    const matrix = getMatrix(index);
    // Characters that pdfium generates between words and lines have no matrix.
    if (!matrix) continue;
    letters++;
    const [a, b, c, d] = matrix;
    // Mirrored text isn't upright in any of the four rotations.
    if (!(a * d - b * c > 0)) continue;
    const direction = quarter((Math.atan2(b, a) * 180) / Math.PI);
    votes.set(direction, (votes.get(direction) ?? 0) + 1);
  }
  const direction = [...votes].find(([, votes]) => votes * 2 > letters)?.[0];
  return { direction, isMixed: votes.size > 1 };
}

/** Caches per text object what is the same for all of its characters. */
function perTextObject<Value>(
  { engine, textPage }: TextPage,
  read: (index: number) => Value,
): (index: number) => Value {
  const known = new Map<number, Value>();
  const functions = perCharacter(engine);
  return (index) => {
    const object = functions.FPDFText_GetTextObject(textPage, index);
    let value = known.get(object);
    if (value === undefined) {
      value = read(index);
      known.set(object, value);
    }
    return value;
  };
}

/** Returns the rotation and scale of a character. */
function readMatrix({ engine, textPage }: TextPage, index: number) {
  return withMemory(engine, 24, (pointer) => {
    if (!engine.FPDFText_GetMatrix(textPage, index, pointer)) return undefined;
    const [a = 0, b = 0, c = 0, d = 0] = new Float32Array(getHeap(engine).buffer, pointer, 4);
    return [a, b, c, d] as const;
  });
}

const utf16 = new TextDecoder("utf-16le");

/**
 * Returns the text of a page in pdfium's order. U+FFFE stands for a hyphen at the end of a line,
 * and ends that line.
 */
export function rawText(page: TextPage): string {
  const { engine, textPage, count, isMixed = false } = page;
  if (count === 0) return "";
  if (isMixed) return joinCharacters(readCharacters(page));
  // A character outside the basic plane takes two units, and the text ends with a zero unit.
  return withMemory(engine, 4 * count + 2, (pointer) => {
    const units = engine.FPDFText_GetText(textPage, 0, count, pointer);
    return utf16.decode(getHeap(engine).subarray(pointer, pointer + 2 * Math.max(0, units - 1)));
  });
}

/**
 * Joins characters to the text of a page. pdfium adds no line break after an upside-down line.
 */
export function joinCharacters(characters: readonly Character[]): string {
  let text = "";
  let last: Character | undefined;
  for (const character of characters) {
    if (last && !last.isGenerated && !character.isGenerated && areLinesApart(last, character))
      text += "\r\n";
    text += character.isLineHyphen ? "\uFFFE" : character.text;
    last = character;
  }
  return text;
}

/**
 * Returns whether two adjacent characters are on different lines. Text of any direction continues
 * nearby.
 */
export function areLinesApart(before: Character, after: Character): boolean {
  const height = Math.max(before.top - before.bottom, after.top - after.bottom, before.size / 2);
  const apart = Math.max(after.bottom - before.top, before.bottom - after.top);
  return apart > 1.5 * height;
}

/** A character of a page, and the box around its ink in the page's own units. */
export interface Character {
  /** The index among the characters of the page. */
  index: number;
  text: string;
  left: number;
  bottom: number;
  right: number;
  top: number;
  /** The point on its baseline at which it is drawn. */
  originX: number;
  originY: number;
  /** The font size in points, as drawn on the page. */
  size: number;
  font: string;
  /** The direction of its line, in radians anticlockwise from the page's own axis. */
  angle: number;
  /**
   * The distance to the next letter in points, if its letters are slanted or at an angle: the boxes
   * of such letters overlap.
   */
  advance?: number;
  /** Whether pdfium generated it for the gap between two words or lines. */
  isGenerated: boolean;
  /** Whether it is a hyphen at the end of a line, after which pdfium omits the line break. */
  isLineHyphen: boolean;
}

/** The code that pdfium uses for a hyphen at the end of a line. */
const lineHyphen = 2;
const unrotated = [1, 0, 0, 1] as const;
const noStyle: CharacterStyle = { size: 0, font: "", angle: 0 };

/** Returns the characters of a page in content order. */
export function readCharacters(page: TextPage): Character[] {
  const { engine, textPage, count } = page;
  const functions = perCharacter(engine);
  const getStyle = perTextObject(page, (index) => readStyle(page, index));
  return withMemory(engine, 48, (box) => {
    const found: Character[] = [];
    let numbers: Float64Array = new Float64Array();
    for (let index = 0; index < count; index++) {
      const code = functions.FPDFText_GetUnicode(textPage, index);
      functions.FPDFText_GetCharBox(textPage, index, box, box + 8, box + 16, box + 24);
      functions.FPDFText_GetCharOrigin(textPage, index, box + 32, box + 40);
      const { buffer } = getHeap(engine);
      if (numbers.buffer !== buffer) numbers = new Float64Array(buffer, box, 6);
      const isGenerated = functions.FPDFText_IsGenerated(textPage, index) === 1;
      const { size, font, angle, advances } = isGenerated ? noStyle : getStyle(index);
      const advance = advances?.(code);
      found.push({
        index,
        text: toCharacter(code),
        left: numbers[0] ?? 0,
        right: numbers[1] ?? 0,
        bottom: numbers[2] ?? 0,
        top: numbers[3] ?? 0,
        originX: numbers[4] ?? 0,
        originY: numbers[5] ?? 0,
        size,
        font,
        angle,
        ...(advance ? { advance } : {}),
        isGenerated,
        isLineHyphen: code === lineHyphen,
      });
    }
    return joinBrokenLines(found);
  });
}

/** The maximum distance between letters of a word, and between words of a line, in font sizes. */
const [letterGap, wordGap] = [0.3, 0.8];

/**
 * Removes line breaks within words. pdfium takes a page that a table fills for vertical text, and
 * breaks the line after each letter.
 */
function joinBrokenLines(characters: readonly Character[]): Character[] {
  const joined: Character[] = [];
  let breaks: Character[] = [];
  for (const character of characters) {
    const [first] = breaks;
    if (!character.isGenerated && !first) joined.push(character);
    else if (character.isGenerated && /[\r\n]/.test(character.text)) breaks.push(character);
    else {
      const last = joined.at(-1);
      const gap = first && last ? measureGap(last, character) : Number.POSITIVE_INFINITY;
      if (gap > wordGap) joined.push(...breaks);
      else if (first && gap > letterGap) joined.push({ ...first, text: " " });
      joined.push(character);
      breaks = [];
    }
  }
  return [...joined, ...breaks];
}

/** Returns the distance of a letter from the one before it on its line, in font sizes. */
function measureGap(before: Character, after: Character): number {
  const { size } = after;
  const isNext = Math.abs(after.originY - before.originY) < 0.1 * size && after.left > before.left;
  const isUnturned = before.angle === 0 && after.angle === 0 && !before.isGenerated;
  return isNext && isUnturned ? (after.left - before.right) / size : Number.POSITIVE_INFINITY;
}

function toCharacter(code: number): string {
  if (code === lineHyphen) return "-";
  const isCharacter = code > 0 && code <= 0x10ffff && code !== 0xfffe && code !== 0xffff;
  return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
}

interface CharacterStyle {
  size: number;
  font: string;
  angle: number;
  /** Measures a character of slanted letters. */
  advances?: (code: number) => number;
}

/** Returns the font, size and direction of a character. */
function readStyle(page: TextPage, index: number): CharacterStyle {
  const { engine, textPage } = page;
  const font = withMemory(engine, 260, (buffer) => {
    const length = engine.FPDFText_GetFontInfo(textPage, index, buffer, 256, buffer + 256);
    return length > 0 && length <= 256 ? engine.pdfium.UTF8ToString(buffer) : "";
  });
  const [a, b, c, d] = readMatrix(page, index) ?? unrotated;
  // The font size applies before the text's own coordinates are scaled.
  const size = engine.FPDFText_GetFontSize(textPage, index) * (Math.hypot(c, d) || 1);
  const style = { font, size: Math.round(size * 100) / 100, angle: Math.atan2(b, a) };
  if (isUpright([a, b, c, d])) return style;
  return { ...style, advances: createMeasure(page, { index, scale: Math.hypot(a, b) }) };
}

/** Returns whether the sides of letters are parallel to those of the page. */
function isUpright([a, b, c, d]: readonly [number, number, number, number]): boolean {
  const slantMax = 0.05 * Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d));
  const isTurned = Math.abs(a) < slantMax && Math.abs(d) < slantMax;
  return isTurned || (Math.abs(b) < slantMax && Math.abs(c) < slantMax);
}

/** Returns a function that measures characters in the font of a character, in points. */
function createMeasure(
  { engine, textPage }: TextPage,
  { index, scale }: { index: number; scale: number },
): (code: number) => number {
  const object = perCharacter(engine).FPDFText_GetTextObject(textPage, index);
  const font = object ? engine.FPDFTextObj_GetFont(object) : 0;
  const size = engine.FPDFText_GetFontSize(textPage, index);
  const known = new Map<number, number>();
  return (code) => {
    const width = known.get(code) ?? readWidth(engine, { font, code, size });
    known.set(code, width);
    return width * scale;
  };
}

function readWidth(
  engine: TextPage["engine"],
  { font, code, size }: { font: number; code: number; size: number },
): number {
  if (!font) return 0;
  return withMemory(engine, 4, (pointer) => {
    if (!engine.FPDFFont_GetGlyphWidth(font, code, size, pointer)) return 0;
    return new Float32Array(getHeap(engine).buffer, pointer, 1)[0] ?? 0;
  });
}
