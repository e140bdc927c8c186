import { kanjiValue } from "./kanji.ts";

// In this file `!` is safe: indexes are within bounds by construction, and a check for each character and mode would
// cost as much as the work itself.

/** Encoding modes of QR codes: bytes, 45 characters, ten digits, or Japanese characters of 13 bits. */
export type Mode = "byte" | "alphanumeric" | "numeric" | "kanji";

/** A part of the content in one mode. Only byte segments of binary content have bytes. */
export type Segment =
  | { mode: Exclude<Mode, "byte">; data: string }
  | { mode: "byte"; data: string | Uint8Array };

/** The content of a code: a text, or bytes that are no text. */
export type CodeContent = string | Uint8Array;

/** A content as segments. */
export interface Encoding {
  segments: Segment[];
  /** Whether the segments follow a header that declares UTF-8. Without it, readers guess the encoding. */
  eci: boolean;
  /** Length with all headers. */
  bits: number;
}

/** A range of versions with equally long character counts. */
interface VersionRange {
  from: number;
  to: number;
  /** Bits of the character count by mode. */
  countBits: Readonly<Record<Mode, number>>;
}

/** ISO/IEC 18004, table 3. */
export const versionRanges: readonly [VersionRange, VersionRange, VersionRange] = [
  { from: 1, to: 9, countBits: { numeric: 10, alphanumeric: 9, byte: 8, kanji: 8 } },
  { from: 10, to: 26, countBits: { numeric: 12, alphanumeric: 11, byte: 16, kanji: 10 } },
  { from: 27, to: 40, countBits: { numeric: 14, alphanumeric: 13, byte: 16, kanji: 12 } },
];

const modes = ["byte", "alphanumeric", "numeric", "kanji"] as const;

/** Bits of the header that declares UTF-8: mode indicator 0111 and assignment number 26. */
export const eciBits = 12;

/**
 * Encodes a content with the fewest bits in a range of versions. Text outside ASCII is either UTF-8 after an ECI
 * header, or in kanji mode without one: readers disagree about kanji after an ECI header, and about other bytes without
 * one.
 */
export function encodeContent(
  content: CodeContent,
  range: VersionRange,
  { eci = true }: { eci?: boolean | undefined } = {},
): Encoding {
  if (typeof content !== "string")
    return measureEncoding([{ mode: "byte", data: content }], { eci: false, range });
  const isAscii = !/[^\0-\x7f]/.test(content);
  const utf8 = splitText(content, { range, kanji: false });
  const encoded = measureEncoding(utf8, { eci: eci && !isAscii, range });
  if (isAscii || !canUseKanji(content)) return encoded;
  const kanji = measureEncoding(splitText(content, { range, kanji: true }), { eci: false, range });
  return kanji.bits < encoded.bits ? kanji : encoded;
}

/** Returns whether kanji mode has all characters outside ASCII. */
function canUseKanji(text: string): boolean {
  for (const character of text)
    if (character > "\x7f" && kanjiValue(character) === undefined) return false;
  return true;
}

function measureEncoding(
  segments: Segment[],
  { eci, range: { countBits } }: { eci: boolean; range: VersionRange },
): Encoding {
  let bits = eci ? eciBits : 0;
  for (const segment of segments) bits += 4 + countBits[segment.mode] + measureContent(segment);
  return { segments, eci, bits };
}

function measureContent({ mode, data }: Segment): number {
  if (mode === "numeric") return Math.ceil((data.length * 10) / 3);
  if (mode === "alphanumeric") return Math.ceil((data.length * 11) / 2);
  if (mode === "kanji") return 13 * data.length;
  return 8 * Buffer.byteLength(data);
}

/** Splits a text into the segments with the fewest bits. With kanji, byte segments have only ASCII. */
function splitText(
  text: string,
  { range: { countBits }, kanji }: { range: VersionRange; kanji: boolean },
): Segment[] {
  // In sixths of a bit, the costs of a digit (10/3 bits) and an alphanumeric (11/2) are integers.
  const headerCosts = modes.map((mode) => (4 + countBits[mode]) * 6);
  // The best mode of each character, by the mode of the next character.
  const bestModes = new Uint8Array(text.length * modes.length);
  let costs = headerCosts;
  for (let index = 0; index < text.length; index++) {
    const bitCosts = getBitCosts(text.charCodeAt(index), kanji);
    const totals = costs.map((cost, mode) => cost + bitCosts[mode]!);
    costs = totals.map((end, mode) => {
      let [lowest, from] = [end, mode];
      for (let other = 0; other < modes.length; other++) {
        const cost = Math.ceil(totals[other]! / 6) * 6 + headerCosts[mode]!;
        if (cost < lowest) [lowest, from] = [cost, other];
      }
      bestModes[index * modes.length + mode] = from;
      return lowest;
    });
  }
  const bits = costs.map((cost) => Math.ceil(cost / 6));
  return joinSegments(text, { bestModes, last: bits.indexOf(Math.min(...bits)) });
}

const symbols = " $%*+-./:";
// Sixths of a bit, in the order of `modes`.
const ascii = [48, Infinity, Infinity, Infinity];
const twoBytes = [96, Infinity, Infinity, Infinity];
const threeBytes = [144, Infinity, Infinity, Infinity];
const alphanumeric = [48, 33, Infinity, Infinity];
const digit = [48, 33, 20, Infinity];
const thirteenBits = [Infinity, Infinity, Infinity, 78];

function getBitCosts(code: number, kanji: boolean): readonly number[] {
  if (code >= 0x30 && code <= 0x39) return digit;
  if ((code >= 0x41 && code <= 0x5a) || symbols.includes(String.fromCharCode(code)))
    return alphanumeric;
  if (code < 0x80) return ascii;
  if (kanji) return thirteenBits;
  // Half a surrogate pair takes half of the pair's four bytes.
  return code < 0x800 || (code & 0xf800) === 0xd800 ? twoBytes : threeBytes;
}

function joinSegments(
  text: string,
  { bestModes, last }: { bestModes: Uint8Array; last: number },
): Segment[] {
  const segments: Segment[] = [];
  let end = text.length;
  let mode = last;
  let current = -1;
  for (let index = text.length - 1; index >= 0; index--) {
    mode = bestModes[index * modes.length + mode]!;
    if (current === -1) current = mode;
    if (mode === current) continue;
    segments.push({ mode: modes[current]!, data: text.slice(index + 1, end) });
    [end, current] = [index + 1, mode];
  }
  segments.push({ mode: modes[Math.max(current, 0)]!, data: text.slice(0, end) });
  return segments.reverse();
}
