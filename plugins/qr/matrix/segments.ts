// In this file `!` is safe: indexes are within bounds by construction, and a check for each character and mode would
// cost as much as the work itself.

/** Encoding modes of QR codes: ten digits, 45 characters, or bytes. */
type Mode = "numeric" | "alphanumeric" | "byte";

/** A part of the text in one mode. */
export interface Segment {
  mode: Mode;
  data: string;
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
  { from: 1, to: 9, countBits: { numeric: 10, alphanumeric: 9, byte: 8 } },
  { from: 10, to: 26, countBits: { numeric: 12, alphanumeric: 11, byte: 16 } },
  { from: 27, to: 40, countBits: { numeric: 14, alphanumeric: 13, byte: 16 } },
];

const modes = ["byte", "alphanumeric", "numeric"] as const;

/** Splits a text into the segments with the fewest bits in a range of versions. */
export function splitSegments(text: string, { countBits }: VersionRange): Segment[] {
  // In sixths of a bit, the costs of a digit (10/3 bits) and an alphanumeric (11/2) are integers.
  const headerCosts = modes.map((mode) => (4 + countBits[mode]) * 6);
  // The best mode of each character, by the mode of the next character.
  const bestModes = new Uint8Array(text.length * 3);
  let costs = headerCosts;
  for (let index = 0; index < text.length; index++) {
    const bitCosts = getBitCosts(text.charCodeAt(index));
    const totals = costs.map((cost, mode) => cost + bitCosts[mode]!);
    costs = totals.map((end, mode) => {
      let [lowest, from] = [end, mode];
      for (let other = 0; other < 3; other++) {
        const cost = Math.ceil(totals[other]! / 6) * 6 + headerCosts[mode]!;
        if (cost < lowest) [lowest, from] = [cost, other];
      }
      bestModes[index * 3 + mode] = from;
      return lowest;
    });
  }
  const bits = costs.map((cost) => Math.ceil(cost / 6));
  return joinSegments(text, { bestModes, last: bits.indexOf(Math.min(...bits)) });
}

/** Returns the bits of segments, including their headers. */
export function measureBits(segments: readonly Segment[], { countBits }: VersionRange): number {
  let bits = 0;
  for (const { mode, data } of segments) bits += 4 + countBits[mode] + measureContent(mode, data);
  return bits;
}

function measureContent(mode: Mode, data: string): number {
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
    mode = bestModes[index * 3 + mode]!;
    if (current === -1) current = mode;
    if (mode === current) continue;
    segments.push({ mode: modes[current]!, data: text.slice(index + 1, end) });
    [end, current] = [index + 1, mode];
  }
  segments.push({ mode: modes[Math.max(current, 0)]!, data: text.slice(0, end) });
  return segments.reverse();
}
