import type { Character } from "./text-page.ts";

// Positions lie within the line. So `!` is used.

/**
 * Puts the characters of lines with right-to-left letters in the order in which they are read
 * (UAX #9), from their visual order. pdfium separates numbers from Latin letters, and mirrors
 * brackets that are already mirrored.
 */
export function orderCharacters(characters: readonly Character[]): Character[] {
  if (!characters.some(({ text }) => hasRightToLeft(text))) return [...characters];
  const counts = countLetters(characters);
  const isPageFromRight = counts.right > counts.left;
  return splitLines(characters).flatMap(({ line, end }) => [
    ...orderLine(line, isPageFromRight),
    ...end,
  ]);
}

interface Line {
  line: Character[];
  /** The line break that pdfium generated after it. */
  end: Character[];
}

/** Splits characters into lines. pdfium breaks a line at letters of another font. */
function splitLines(characters: readonly Character[]): Line[] {
  const lines: Line[] = [];
  let isOpen = false;
  for (const character of characters)
    if (isLineEnd(character)) {
      lines.at(-1)?.end.push(character);
      isOpen = false;
    } else {
      if (!isOpen) lines.push({ line: [], end: [] });
      isOpen = true;
      lines.at(-1)!.line.push(character);
    }
  const joined: Line[] = [];
  for (const next of lines) {
    const last = joined.at(-1);
    if (last && isSameLine(last.line, next.line)) {
      last.line.push(...next.line);
      last.end = next.end;
    } else joined.push(next);
  }
  return joined;
}

/** The maximum gap between two pieces of one line, and of their baselines, in ems. */
const [gapMax, dropMax] = [1, 0.2];

function isSameLine(one: readonly Character[], other: readonly Character[]): boolean {
  const [a, b] = [one, other].map((line) => line.filter(({ isGenerated }) => !isGenerated));
  const [first, second] = [a?.[0], b?.[0]];
  if (!a || !b || !first || !second) return false;
  if (![...a, ...b].some(({ text }) => hasRightToLeft(text))) return false;
  const size = Math.max(first.size, second.size);
  if (Math.abs(first.originY - second.originY) > dropMax * size) return false;
  // The gap is negative if they overlap.
  const gap = Math.max(leastLeft(b) + leastRight(a), leastLeft(a) + leastRight(b));
  return gap < gapMax * size;
}

function leastLeft(line: readonly Character[]): number {
  return line.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY);
}

/** Returns the negative of the right edge. */
function leastRight(line: readonly Character[]): number {
  return line.reduce((least, { right }) => Math.min(least, -right), Number.POSITIVE_INFINITY);
}

/** Returns whether the letters of a text mostly run from right to left. */
export function runsFromRight(text: string): boolean {
  const { left, right } = countLetters(Array.from(text, (letter) => ({ text: letter })));
  return right > left;
}

/** Returns whether a text has letters that run from right to left. */
export function hasRightToLeft(text: string): boolean {
  return rightLetter.test(text);
}

const rightLetter = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const arabicDigit = /[\u0660-\u0669\u06F0-\u06F9]/;
const digit = /\p{Nd}/u;
const letter = /\p{L}/u;
const mark = /\p{M}/u;

type LetterDirection = "right" | "left" | "number" | "neutral";

function getKind(text: string): LetterDirection {
  if (digit.test(text) || arabicDigit.test(text)) return "number";
  if (rightLetter.test(text)) return "right";
  return letter.test(text) ? "left" : "neutral";
}

function countLetters(characters: readonly { text: string }[]): { left: number; right: number } {
  let [left, right] = [0, 0];
  for (const { text } of characters) {
    if (text.length === 1 && text < "A") continue;
    const kind = getKind(text);
    if (kind === "left") left++;
    else if (kind === "right") right++;
  }
  return { left, right };
}

function isLineEnd({ text }: Character): boolean {
  return text === "\r" || text === "\n";
}

/** A glyph with the marks on it. */
interface Cluster {
  characters: Character[];
  kind: LetterDirection;
  left: number;
  right: number;
}

/** Orders a line, of a page whose letters mostly run from the right or from the left. */
function orderLine(line: readonly Character[], isPageFromRight: boolean): readonly Character[] {
  const { left, right } = countLetters(line);
  const isUpright = line.every(({ angle, isGenerated }) => isGenerated || Math.abs(angle) < 0.1);
  if (right === 0 || !isUpright) return line;
  const visual = buildClusters(line).toSorted((a, b) => a.left + a.right - b.left - b.right);
  const strong = visual.filter(({ kind }) => kind === "left" || kind === "right");
  const isBetween = strong[0]?.kind === "right" && strong.at(-1)?.kind === "right";
  const isFromRight = isPageFromRight || right > left || isBetween;
  const ordered = isFromRight ? readFromRight(visual) : reverseRightRuns(visual);
  return mirrorBrackets(ordered.flatMap(({ characters }) => characters));
}

function buildClusters(line: readonly Character[]): Cluster[] {
  const clusters: Cluster[] = [];
  const marks: Character[] = [];
  for (const [index, character] of line.entries()) {
    const { text, left, right, isGenerated } = character;
    const last = clusters.at(-1);
    const isSameGlyph =
      last && !isGenerated && left === last.left && right === last.right && right > left;
    if (isSameGlyph) last.characters.push(character);
    else if (mark.test(text)) marks.push(character);
    else if (isGenerated && text === " ") {
      const space = placeBetween(line, index);
      clusters.push({ characters: [character], kind: "neutral", ...space });
    } else clusters.push({ characters: [character], kind: getKind(text), left, right });
  }
  for (const one of marks) findNearest(clusters, one)?.characters.push(one);
  return clusters;
}

/** Places a space that pdfium generated between the letters around it. */
function placeBetween(line: readonly Character[], index: number) {
  const [before, after] = [line[index - 1], line[index + 1]];
  if (!before || !after) return { left: line[index]!.left, right: line[index]!.right };
  const middle =
    before.left < after.left ? (before.right + after.left) / 2 : (after.right + before.left) / 2;
  return { left: middle, right: middle };
}

function findNearest(clusters: readonly Cluster[], { left, right }: Character) {
  let nearest: { cluster: Cluster; distance: number } | undefined;
  for (const cluster of clusters) {
    if (cluster.kind === "neutral") continue;
    const distance = Math.abs(cluster.left + cluster.right - left - right);
    if (!nearest || distance < nearest.distance) nearest = { cluster, distance };
  }
  return nearest?.cluster ?? clusters[0];
}

/** Reads a line from the right, with its numbers and left-to-right words from the left. */
function readFromRight(visual: readonly Cluster[]): Cluster[] {
  const ordered: Cluster[] = [];
  for (let end = visual.length; end > 0; ) {
    const start = findLeftRun(visual, end);
    ordered.push(...visual.slice(start, end));
    end = start;
  }
  return ordered;
}

/** Returns the start of the left-to-right run that ends before a position, or the one before it. */
function findLeftRun(visual: readonly Cluster[], end: number): number {
  let start = end - 1;
  const bracketed = findBracketedRun(visual, end);
  if (bracketed !== undefined) return bracketed;
  if (!isFromLeft(visual[start]!)) {
    if (!isSignNextTo(visual, start, start - 1)) return start;
    start--;
  }
  for (;;) {
    let next = start - 1;
    while (next >= 0 && visual[next]!.kind === "neutral") next--;
    const isEnd = next < 0 || !isFromLeft(visual[next]!);
    if (isEnd || (next < start - 1 && !joinsRuns(visual, next, start)))
      return isSignNextTo(visual, start - 1, start) ? start - 1 : start;
    start = next;
  }
}

/** Returns the start of a left-to-right run such as "Acme (Ltd)", whose last bracket opens within it. */
function findBracketedRun(visual: readonly Cluster[], end: number): number | undefined {
  const closing = getText(visual[end - 1]);
  const pair = brackets.find((each) => each[1] === closing);
  const before = visual[end - 2];
  if (pair === undefined || !before || !isFromLeft(before)) return undefined;
  const start = findLeftRun(visual, end - 1);
  const inside = visual.slice(start, end - 1).map(getText);
  return inside.lastIndexOf(pair[0]!) > inside.lastIndexOf(pair[1]!) ? start : undefined;
}

function getText(cluster: Cluster | undefined): string {
  return cluster?.characters[0]?.text ?? "";
}

function isFromLeft({ kind }: Cluster): boolean {
  return kind === "left" || kind === "number";
}

/** Returns whether a currency or percent sign belongs to the number or word next to it. */
function isSignNextTo(visual: readonly Cluster[], at: number, neighbour: number): boolean {
  const [sign, other] = [getText(visual[at]), visual[neighbour]];
  return /^[\p{Sc}%‰°#]$/u.test(sign) && other !== undefined && isFromLeft(other);
}

/** Returns whether the signs between two positions belong to the left-to-right text around them. */
function joinsRuns(visual: readonly Cluster[], from: number, to: number): boolean {
  // Brackets after a number belong to the right-to-left text (UAX #9, N0).
  const opens = visual.slice(from + 1, to).some((cluster) => isOpening(getText(cluster)));
  if (opens && !endsWord(visual, from)) return false;
  if (visual[from]!.kind === "left" || visual[to]!.kind === "left") return true;
  const between = visual.slice(from + 1, to).flatMap(({ characters }) => characters);
  return between.length === 1 && /[.,:/+\-\u00A0\u2212\u066B\u066C]/.test(between[0]!.text);
}

function isOpening(text: string): boolean {
  return brackets.some((pair) => pair[0] === text);
}

/** Returns whether a word or a code with a letter ends at a position, and no number. */
function endsWord(visual: readonly Cluster[], at: number): boolean {
  let start = at;
  while (visual[start]?.kind === "number") start--;
  return visual[start]?.kind === "left";
}

/** Reads a line from the left, with its right-to-left runs from the right. */
function reverseRightRuns(visual: readonly Cluster[]): Cluster[] {
  const ordered: Cluster[] = [];
  for (let at = 0; at < visual.length; ) {
    if (visual[at]!.kind !== "right") {
      ordered.push(visual[at]!);
      at++;
      continue;
    }
    let end = at + 1;
    for (let next = end; next < visual.length && visual[next]!.kind !== "left"; next++)
      if (visual[next]!.kind === "right") end = next + 1;
    ordered.push(...readFromRight(visual.slice(at, end)));
    at = end;
  }
  return ordered;
}

const brackets = ["()", "[]", "{}", "«»"];

/**
 * Mirrors the fewest brackets of a line so that they form pairs: some programs write the mirrored
 * bracket, and others the one that is meant. A bracket without its partner is kept.
 */
function mirrorBrackets(line: Character[]): Character[] {
  const mirrored = [...line];
  for (const pair of brackets) {
    const places = line.flatMap(({ text }, at) => (text !== "" && pair.includes(text) ? [at] : []));
    if (places.length % 2 === 1) continue;
    const signs = pairBrackets(places.map((at) => line[at]!.text === pair[0]));
    for (const [index, at] of places.entries())
      mirrored[at] = { ...line[at]!, text: pair[signs[index] ? 0 : 1]! };
  }
  return mirrored;
}

/** Returns which of an even number of brackets open, with the fewest changes. */
function pairBrackets(opens: readonly boolean[]): boolean[] {
  const paired: boolean[] = [];
  let depth = 0;
  for (const isOpening of opens) {
    paired.push(isOpening || depth === 0);
    depth += paired.at(-1) ? 1 : -1;
  }
  for (let at = paired.length - 1; depth > 0; at--) {
    if (!paired[at]) continue;
    paired[at] = false;
    depth -= 2;
  }
  return paired;
}
