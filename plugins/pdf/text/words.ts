import type { PageView } from "../stamp/geometry.ts";
import { areLinesApart, type Character } from "./text-page.ts";

/** A word and the box around its ink, in points from the seen page's upper left corner. */
export interface Word {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  size: number;
  font: string;
}

/** Puts characters together to words, in the order of the page's content. */
export function buildWords(characters: readonly Character[], page: PageView): Word[] {
  const toSeen = viewBoxes(page);
  const words: Word[] = [];
  let letters: Character[] = [];
  const end = () => {
    const inked = letters.filter(({ left, right, top, bottom }) => right > left || top > bottom);
    const [first] = letters;
    if (first) {
      const text = letters.map((letter) => letter.text).join("");
      const { size, font } = first;
      words.push({ text, ...toSeen(inked.length > 0 ? inked : letters), size, font });
    }
    letters = [];
  };
  for (const character of characters)
    if (character.text.trim() === "") end();
    else {
      if (leaps(letters.at(-1), character)) end();
      letters.push(character);
    }
  end();
  return words;
}

/** Whether a word ends between two characters though there is no space. */
function leaps(before: Character | undefined, after: Character): boolean {
  if (!before) return false;
  if (areLinesApart(before, after)) return true;
  // The next line begins without a space where the one before ended in a hyphen.
  const height = Math.max(before.top - before.bottom, after.top - after.bottom, before.size / 2);
  return before.text === "-" && after.top < before.bottom && before.bottom - after.top < 4 * height;
}

/** The box around boxes of the page's own units, as it is seen. */
export function viewBoxes({ width, height, toUser: [a, b, c, d, e, f] }: PageView) {
  const scale = a * d - b * c;
  const across = (x: number, y: number) => (d * (x - e) - c * (y - f)) / scale;
  const up = (x: number, y: number) => (a * (y - f) - b * (x - e)) / scale;
  return (boxes: readonly Pick<Character, "left" | "bottom" | "right" | "top">[]) => {
    const corners = boxes.flatMap(({ left, bottom, right, top }) => [
      { x: across(left, bottom), y: up(left, bottom) },
      { x: across(right, top), y: up(right, top) },
    ]);
    const xs = corners.map(({ x }) => x);
    const ys = corners.map(({ y }) => height - y);
    const [left, top] = [least(xs), least(ys)];
    return {
      x: roundHundredths(Math.max(-width, left)),
      y: roundHundredths(Math.max(-height, top)),
      width: roundHundredths(-least(xs.map((x) => -x)) - left),
      height: roundHundredths(-least(ys.map((y) => -y)) - top),
    };
  };
}

/** A box under short names. */
export function shortBox({ x, y, width, height }: Pick<Word, "x" | "y" | "width" | "height">) {
  return { x, y, w: width, h: height };
}

function least(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}

function roundHundredths(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}
