import { type TextPage, withMemory } from "./text-page.ts";

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

/** The characters of a page in the order of its content. */
export function charactersOf(page: TextPage): Character[] {
  const { engine, textPage, count } = page;
  const looks = lookReader(page);
  return withMemory(engine, 32, (box) => {
    const found: Character[] = [];
    for (let index = 0; index < count; index++) {
      const code = engine.FPDFText_GetUnicode(textPage, index);
      engine.FPDFText_GetCharBox(textPage, index, box, box + 8, box + 16, box + 24);
      const [left, right, bottom, top] = doubles(engine, box);
      const isGenerated = engine.FPDFText_IsGenerated(textPage, index) === 1;
      found.push({
        index,
        text: textOf(code),
        left: left!,
        bottom: bottom!,
        right: right!,
        top: top!,
        ...(isGenerated ? noLook : looks(index)),
        isGenerated,
        isLineHyphen: code === lineHyphen,
      });
    }
    return found;
  });
}

/** How pdfium marks a hyphen at the end of a line. */
const lineHyphen = 2;

function textOf(code: number): string {
  if (code === lineHyphen) return "-";
  const isCharacter = code > 0 && code <= 0x10ffff && code !== 0xfffe && code !== 0xffff;
  return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
}

function doubles({ pdfium }: TextPage["engine"], pointer: number): number[] {
  return [0, 8, 16, 24].map((offset) => pdfium.getValue(pointer + offset, "double"));
}

interface Look {
  size: number;
  font: string;
  angle: number;
}

const noLook: Look = { size: 0, font: "", angle: 0 };

/** The font and size of a character: asked for once for each text object, in which they are the same. */
function lookReader({ engine, textPage }: TextPage): (index: number) => Look {
  const looks = new Map<number, Look>();
  return (index) => {
    const object = engine.FPDFText_GetTextObject(textPage, index);
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
