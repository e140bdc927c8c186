// Indexes below are within bounds by construction, and every character in every mode passes here:
// `!` says so where a check would cost as much as the work.

/** How QR codes write characters: ten digits, 45 characters, or bytes. */
type Mode = "numeric" | "alphanumeric" | "byte";

/** A stretch of the text that is written in one mode. */
export interface Segment {
  mode: Mode;
  data: string;
}

/** The versions that count the characters of a segment with the same number of bits. */
interface VersionRange {
  from: number;
  to: number;
  /** Bits of the character count, by mode. */
  countBits: Readonly<Record<Mode, number>>;
}

/** ISO/IEC 18004, table 3. */
export const versionRanges: readonly [VersionRange, VersionRange, VersionRange] = [
  { from: 1, to: 9, countBits: { numeric: 10, alphanumeric: 9, byte: 8 } },
  { from: 10, to: 26, countBits: { numeric: 12, alphanumeric: 11, byte: 16 } },
  { from: 27, to: 40, countBits: { numeric: 14, alphanumeric: 13, byte: 16 } },
];

const modes = ["byte", "alphanumeric", "numeric"] as const;

/** Cuts a text into the segments that take the fewest bits in a range of versions. */
export function splitSegments(text: string, { countBits }: VersionRange): Segment[] {
  // In sixths of a bit, a digit (10/3 bits) and an alphanumeric (11/2) are whole numbers.
  const heads = modes.map((mode) => (4 + countBits[mode]) * 6);
  // Which mode each character is written in, if the one after it is to be written in another.
  const chosen = new Uint8Array(text.length * 3);
  let costs = heads;
  for (let index = 0; index < text.length; index++) {
    const steps = getBitCosts(text.charCodeAt(index));
    const ends = costs.map((cost, mode) => cost + steps[mode]!);
    costs = ends.map((end, mode) => {
      let [least, from] = [end, mode];
      for (let other = 0; other < 3; other++) {
        const cost = Math.ceil(ends[other]! / 6) * 6 + heads[mode]!;
        if (cost < least) [least, from] = [cost, other];
      }
      chosen[index * 3 + mode] = from;
      return least;
    });
  }
  const bits = costs.map((cost) => Math.ceil(cost / 6));
  return joinSegments(text, { chosen, last: bits.indexOf(Math.min(...bits)) });
}

/** Bits that segments take, their heads included. */
export function measureBits(segments: readonly Segment[], { countBits }: VersionRange): number {
  let bits = 0;
  for (const { mode, data } of segments) bits += 4 + countBits[mode] + contentBits(mode, data);
  return bits;
}

function contentBits(mode: Mode, data: string): number {
  if (mode === "numeric") return Math.ceil((data.length * 10) / 3);
  if (mode === "alphanumeric") return Math.ceil((data.length * 11) / 2);
  return 8 * Buffer.byteLength(data);
}

const symbols = " $%*+-./:";
const ascii = [48, Infinity, Infinity];
const twoBytes = [96, Infinity, Infinity];
const threeBytes = [144, Infinity, Infinity];
const alphanumeric = [48, 33, Infinity];
const digit = [48, 33, 20];

function getBitCosts(code: number): readonly number[] {
  if (code >= 0x30 && code <= 0x39) return digit;
  if ((code >= 0x41 && code <= 0x5a) || symbols.includes(String.fromCharCode(code)))
    return alphanumeric;
  if (code < 0x80) return ascii;
  // Half of a surrogate pair takes half of the pair's four bytes.
  return code < 0x800 || (code & 0xf800) === 0xd800 ? twoBytes : threeBytes;
}

function joinSegments(
  text: string,
  { chosen, last }: { chosen: Uint8Array; last: number },
): Segment[] {
  const segments: Segment[] = [];
  let end = text.length;
  let mode = last;
  let current = -1;
  for (let index = text.length - 1; index >= 0; index--) {
    mode = chosen[index * 3 + mode]!;
    if (current === -1) current = mode;
    if (mode === current) continue;
    segments.push({ mode: modes[current]!, data: text.slice(index + 1, end) });
    [end, current] = [index + 1, mode];
  }
  segments.push({ mode: modes[Math.max(current, 0)]!, data: text.slice(0, end) });
  return segments.reverse();
}
