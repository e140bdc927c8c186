import { getHeap, type PdfiumDocument, perCharacter, withMemory } from "../engines/pdfium.ts";
import { type PageBox, quarter } from "../preflight/preflight.ts";

/** A page as pdfium has it open, with what it reads as text. */
export interface TextPage {
  engine: PdfiumDocument["engine"];
  page: number;
  textPage: number;
  /** How many characters it has, those that pdfium puts between words and lines included. */
  count: number;
  /** Whether its letters run in several directions. */
  isMixed?: boolean;
}

/** Opens the page of this number, from 1, reads it, and closes it. */
export function withTextPage<Result>(
  { engine, document }: PdfiumDocument,
  number: number,
  read: (page: TextPage) => Result,
): Result {
  const page = engine.FPDF_LoadPage(document, number - 1);
  // pdfium does not load what is no page at all; there is no text on it then.
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
 * A page as most of its text is read from left to right, and how far it is turned so. pdfium orders
 * what is on a line by where it is seen: of a page that stands on its head, the other way round.
 */
export function upright<Result>(
  page: TextPage,
  rotation: PageBox["rotation"],
  read: (page: TextPage, rotation: PageBox["rotation"]) => Result,
): Result {
  const { engine } = page;
  const { direction: wanted = rotation, isMixed } = detectDirection(page);
  if (wanted === rotation) return read({ ...page, isMixed }, rotation);
  engine.FPDFPage_SetRotation(page.page, wanted / 90);
  const textPage = engine.FPDFText_LoadPage(page.page);
  try {
    const count = textPage ? Math.max(0, engine.FPDFText_CountChars(textPage)) : 0;
    return read({ ...page, textPage, count, isMixed }, wanted);
  } finally {
    if (textPage) engine.FPDFText_ClosePage(textPage);
    engine.FPDFPage_SetRotation(page.page, rotation / 90);
  }
}

const samplesMax = 400;

/** Where more than half of a page's letters run to, anticlockwise; and whether others run elsewhere. */
function detectDirection(page: TextPage): {
  direction: PageBox["rotation"] | undefined;
  isMixed: boolean;
} {
  const { count } = page;
  const matrixOf = perTextObject(page, (index) => matrixAt(page, index));
  const step = Math.max(1, Math.ceil(count / samplesMax));
  const votes = new Map<PageBox["rotation"], number>();
  let letters = 0;
  for (let index = 0; index < count; index += step) {
    const matrix = matrixOf(index);
    // What pdfium puts between words and lines has none.
    if (!matrix) continue;
    letters++;
    const [a, b, c, d] = matrix;
    // What is written in a mirror is upright in none of the four ways.
    if (!(a * d - b * c > 0)) continue;
    const direction = quarter((Math.atan2(b, a) * 180) / Math.PI);
    votes.set(direction, (votes.get(direction) ?? 0) + 1);
  }
  const direction = [...votes].find(([, votes]) => votes * 2 > letters)?.[0];
  return { direction, isMixed: votes.size > 1 };
}

/** Asks once for each text object what is the same for all characters of one. */
function perTextObject<Value>(
  { engine, textPage }: TextPage,
  read: (index: number) => Value,
): (index: number) => Value {
  const known = new Map<number, Value>();
  const ask = perCharacter(engine);
  return (index) => {
    const object = ask.FPDFText_GetTextObject(textPage, index);
    let value = known.get(object);
    if (value === undefined) {
      value = read(index);
      known.set(object, value);
    }
    return value;
  };
}

/** How a character is turned and scaled. */
function matrixAt({ engine, textPage }: TextPage, index: number) {
  return withMemory(engine, 24, (pointer) => {
    if (!engine.FPDFText_GetMatrix(textPage, index, pointer)) return undefined;
    const [a = 0, b = 0, c = 0, d = 0] = new Float32Array(getHeap(engine).buffer, pointer, 4);
    return [a, b, c, d] as const;
  });
}

const utf16 = new TextDecoder("utf-16le");

/** The text of a page as pdfium orders it. A hyphen at the end of a line is U+FFFE, and ends it. */
export function rawText(page: TextPage): string {
  const { engine, textPage, count, isMixed = false } = page;
  if (count === 0) return "";
  if (isMixed) return mixedText(page);
  // A character past the first plane takes two units, and there is one of zero at the end.
  return withMemory(engine, 4 * count + 2, (pointer) => {
    const units = engine.FPDFText_GetText(textPage, 0, count, pointer);
    return utf16.decode(getHeap(engine).subarray(pointer, pointer + 2 * Math.max(0, units - 1)));
  });
}

/** The same where letters run in several directions: pdfium puts no end behind a line that stands on its head. */
function mixedText(page: TextPage): string {
  let text = "";
  let last: Character | undefined;
  for (const character of readCharacters(page)) {
    if (last && !last.isGenerated && !character.isGenerated && areLinesApart(last, character))
      text += "\r\n";
    text += character.isLineHyphen ? "\uFFFE" : character.text;
    last = character;
  }
  return text;
}

/** Whether two characters, one behind the other, are of two lines: text of any direction goes on nearby. */
export function areLinesApart(before: Character, after: Character): boolean {
  const height = Math.max(before.top - before.bottom, after.top - after.bottom, before.size / 2);
  const apart = Math.max(after.bottom - before.top, before.bottom - after.top);
  return apart > 1.5 * height;
}

/** A character of a page, and its ink in the page's own units. */
export interface Character {
  /** Its place among the characters of the page. */
  index: number;
  text: string;
  left: number;
  bottom: number;
  right: number;
  top: number;
  /** In points, as the page is drawn. */
  size: number;
  font: string;
  /** The way that its line goes, in radians to the left of the page's own axis. */
  angle: number;
  /** Put in by pdfium for the gap between two words or lines. */
  isGenerated: boolean;
  /** A hyphen at the end of a line, in whose place pdfium leaves the line's end out. */
  isLineHyphen: boolean;
}

/** How pdfium marks a hyphen at the end of a line. */
const lineHyphen = 2;
const unturned = [1, 0, 0, 1] as const;
const noLook: CharacterStyle = { size: 0, font: "", angle: 0 };

/** The characters of a page in the order of its content. */
export function readCharacters(page: TextPage): Character[] {
  const { engine, textPage, count } = page;
  const ask = perCharacter(engine);
  const lookOf = perTextObject(page, (index) => readLook(page, index));
  return withMemory(engine, 32, (box) => {
    const found: Character[] = [];
    let numbers: Float64Array = new Float64Array();
    for (let index = 0; index < count; index++) {
      const code = ask.FPDFText_GetUnicode(textPage, index);
      ask.FPDFText_GetCharBox(textPage, index, box, box + 8, box + 16, box + 24);
      const { buffer } = getHeap(engine);
      if (numbers.buffer !== buffer) numbers = new Float64Array(buffer, box, 4);
      const isGenerated = ask.FPDFText_IsGenerated(textPage, index) === 1;
      const { size, font, angle } = isGenerated ? noLook : lookOf(index);
      found.push({
        index,
        text: toCharacter(code),
        left: numbers[0] ?? 0,
        right: numbers[1] ?? 0,
        bottom: numbers[2] ?? 0,
        top: numbers[3] ?? 0,
        size,
        font,
        angle,
        isGenerated,
        isLineHyphen: code === lineHyphen,
      });
    }
    return found;
  });
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
}

/** The font, the size and the direction of a character. */
function readLook(page: TextPage, index: number): CharacterStyle {
  const { engine, textPage } = page;
  const font = withMemory(engine, 260, (buffer) => {
    const length = engine.FPDFText_GetFontInfo(textPage, index, buffer, 256, buffer + 256);
    return length > 0 && length <= 256 ? engine.pdfium.UTF8ToString(buffer) : "";
  });
  const [a, b, c, d] = matrixAt(page, index) ?? unturned;
  // The size that is set is that before the text's own coordinates are scaled.
  const size = engine.FPDFText_GetFontSize(textPage, index) * (Math.hypot(c, d) || 1);
  return { font, size: Math.round(size * 100) / 100, angle: Math.atan2(b, a) };
}
