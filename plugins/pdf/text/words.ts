import type { PageView } from "../objects/geometry.ts";
import { areLinesApart, type Character } from "./text-page.ts";

/** A word and the box around its ink, in points from the displayed page's upper left corner. */
export interface Word {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  size: number;
  font: string;
  /** If it was recognised in an image: from 0 to 100. */
  confidence?: number;
}

/** Joins characters to words, in content order. */
export function buildWords(characters: readonly Character[], page: PageView): Word[] {
  const toDisplayed = viewBoxes(page);
  const words: Word[] = [];
  let letters: Character[] = [];
  const endWord = () => {
    const inked = letters.filter(({ left, right, top, bottom }) => right > left || top > bottom);
    const [first] = letters;
    if (first) {
      const text = letters.map((letter) => letter.text).join("");
      const { size, font } = first;
      words.push({ text, ...toDisplayed(inked.length > 0 ? inked : letters), size, font });
    }
    letters = [];
  };
  for (const character of characters)
    if (character.text.trim() === "") endWord();
    else {
      if (isWordBreak(letters.at(-1), character)) endWord();
      letters.push(character);
    }
  endWord();
  return words;
}

/** Returns whether a word ends between two characters that have no space between them. */
function isWordBreak(before: Character | undefined, after: Character): boolean {
  if (!before) return false;
  if (areLinesApart(before, after)) return true;
  // A line that ends in a hyphen has no space before the next line.
  const height = Math.max(before.top - before.bottom, after.top - after.bottom, before.size / 2);
  return before.text === "-" && after.top < before.bottom && before.bottom - after.top < 4 * height;
}

/** Returns a function that computes the displayed box around boxes in the page's own units. */
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

/** Returns a box with short names. */
export function shortBox({ x, y, width, height }: Pick<Word, "x" | "y" | "width" | "height">) {
  return { x, y, w: width, h: height };
}

function least(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}

function roundHundredths(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}
