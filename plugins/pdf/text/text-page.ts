import { heapOf, type PdfiumDocument, perCharacter, withMemory } from "../engines/pdfium.ts";
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
  const { direction: wanted = rotation, isMixed } = directionsOf(page);
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
function directionsOf(page: TextPage): {
  direction: PageBox["rotation"] | undefined;
  isMixed: boolean;
} {
  const { engine, textPage, count } = page;
  const ask = perCharacter(engine);
  const step = Math.max(1, Math.ceil(count / samplesMax));
  const votes = new Map<PageBox["rotation"], number>();
  // All of a text object runs in one direction, and what pdfium puts between words is of none.
  const directions = new Map<number, PageBox["rotation"] | undefined>();
  let letters = 0;
  for (let index = 0; index < count; index += step) {
    const object = ask.FPDFText_GetTextObject(textPage, index);
    if (object === 0) continue;
    letters++;
    if (!directions.has(object)) directions.set(object, directionAt(page, index));
    const direction = directions.get(object);
    if (direction !== undefined) votes.set(direction, (votes.get(direction) ?? 0) + 1);
  }
  const direction = [...votes].find(([, votes]) => votes * 2 > letters)?.[0];
  return { direction, isMixed: votes.size > 1 };
}

/** Where a letter's line runs to; what is written in a mirror is upright in none of the four ways. */
function directionAt({ engine, textPage }: TextPage, index: number) {
  return withMemory(engine, 24, (matrix) => {
    if (!engine.FPDFText_GetMatrix(textPage, index, matrix)) return undefined;
    const [a = 0, b = 0, c = 0, d = 0] = new Float32Array(heapOf(engine).buffer, matrix, 4);
    return a * d - b * c > 0 ? quarter((Math.atan2(b, a) * 180) / Math.PI) : undefined;
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
    return utf16.decode(heapOf(engine).subarray(pointer, pointer + 2 * Math.max(0, units - 1)));
  });
}

/** The same where letters run in several directions: pdfium puts no end behind a line that stands on its head. */
function mixedText(page: TextPage): string {
  let text = "";
  let last: Character | undefined;
  for (const character of charactersOf(page)) {
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
const noLook: Look = { size: 0, font: "", angle: 0 };

/** The characters of a page in the order of its content. */
export function charactersOf(page: TextPage): Character[] {
  const { engine, textPage, count } = page;
  const ask = perCharacter(engine);
  const looks = lookReader(page);
  return withMemory(engine, 32, (box) => {
    const found: Character[] = [];
    let numbers: Float64Array = new Float64Array();
    for (let index = 0; index < count; index++) {
      const code = ask.FPDFText_GetUnicode(textPage, index);
      ask.FPDFText_GetCharBox(textPage, index, box, box + 8, box + 16, box + 24);
      const { buffer } = heapOf(engine);
      if (numbers.buffer !== buffer) numbers = new Float64Array(buffer, box, 4);
      const isGenerated = ask.FPDFText_IsGenerated(textPage, index) === 1;
      const { size, font, angle } = isGenerated ? noLook : looks(index);
      found.push({
        index,
        text: textOf(code),
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

function textOf(code: number): string {
  if (code === lineHyphen) return "-";
  const isCharacter = code > 0 && code <= 0x10ffff && code !== 0xfffe && code !== 0xffff;
  return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
}

interface Look {
  size: number;
  font: string;
  angle: number;
}

/** The font and size of a character: asked for once for each text object, in which they are the same. */
function lookReader({ engine, textPage }: TextPage): (index: number) => Look {
  const looks = new Map<number, Look>();
  const ask = perCharacter(engine);
  return (index) => {
    const object = ask.FPDFText_GetTextObject(textPage, index);
    let look = looks.get(object);
    if (look === undefined) {
      look = withMemory(engine, 288, (buffer) => {
        const length = engine.FPDFText_GetFontInfo(textPage, index, buffer, 256, buffer + 256);
        const font = length > 0 && length <= 256 ? engine.pdfium.UTF8ToString(buffer) : "";
        const hasMatrix = engine.FPDFText_GetMatrix(textPage, index, buffer);
        const entry = (at: number) => engine.pdfium.getValue(buffer + 4 * at, "float");
        // The size that is set is that before the text's own coordinates are scaled.
        const scale = hasMatrix ? Math.hypot(entry(2), entry(3)) : 1;
        const size = engine.FPDFText_GetFontSize(textPage, index) * (scale || 1);
        const angle = hasMatrix ? Math.atan2(entry(1), entry(0)) : 0;
        return { font, size: Math.round(size * 100) / 100, angle };
      });
      looks.set(object, look);
    }
    return look;
  };
}
