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
  /** Put in by pdfium for the gap between two words or lines. */
  isGenerated: boolean;
}

/** The characters of a page in the order of its content. */
export function charactersOf(page: TextPage): Character[] {
  const { engine, textPage, count } = page;
  const fonts = fontReader(page);
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
        size: isGenerated ? 0 : engine.FPDFText_GetFontSize(textPage, index),
        font: isGenerated ? "" : fonts(index),
        isGenerated,
      });
    }
    return found;
  });
}

/** U+0002 is how pdfium marks a hyphen at the end of a line. */
function textOf(code: number): string {
  if (code === 2) return "-";
  const isCharacter = code > 0 && code <= 0x10ffff && code !== 0xfffe && code !== 0xffff;
  return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
}

function doubles({ pdfium }: TextPage["engine"], pointer: number): number[] {
  return [0, 8, 16, 24].map((offset) => pdfium.getValue(pointer + offset, "double"));
}

/** The name of a character's font: asked for once for each text object, in which it is the same. */
function fontReader({ engine, textPage }: TextPage): (index: number) => string {
  const names = new Map<number, string>();
  return (index) => {
    const object = engine.FPDFText_GetTextObject(textPage, index);
    let name = names.get(object);
    if (name === undefined) {
      name = withMemory(engine, 260, (buffer) => {
        const length = engine.FPDFText_GetFontInfo(textPage, index, buffer, 256, buffer + 256);
        return length > 0 && length <= 256 ? engine.pdfium.UTF8ToString(buffer) : "";
      });
      names.set(object, name);
    }
    return name;
  };
}
