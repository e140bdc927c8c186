// In this file `!` is safe: indexes are within bounds by construction, and a check for each character would cost as
// much as the work itself.

/** Counts per code point and line. */
interface Tally {
  codePoints: number;
  /** UTF-8 length in bytes. A lone surrogate counts as the 3 bytes of U+FFFD. */
  bytes: number;
  lines: number;
  paragraphs: number;
  /** Number of occurrences of each code point. */
  frequency: Map<number, number>;
}

/** Counts the code points and lines of a text. */
export function tally(text: string): Tally {
  const basic = new Uint32Array(0x10000);
  const frequency = new Map<number, number>();
  const astral = new Map<number, number>();
  let pairs = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if ((unit & 0xfc00) === 0xd800 && isLowSurrogate(text.charCodeAt(index + 1))) {
      const codePoint = text.codePointAt(index)!;
      astral.set(codePoint, (astral.get(codePoint) ?? 0) + 1);
      pairs++;
      index++;
    } else basic[unit]!++;
  }
  let bytes = 4 * pairs;
  for (let unit = 0; unit < basic.length; unit++) {
    const count = basic[unit]!;
    if (count === 0) continue;
    frequency.set(unit, count);
    bytes += count * (unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3);
  }
  for (const [codePoint, count] of astral) frequency.set(codePoint, count);
  return { codePoints: text.length - pairs, bytes, frequency, ...countLines(text) };
}

/** Counts lines and paragraphs. A line ends with LF, CR LF or CR; paragraphs are separated by blank lines. */
function countLines(text: string): { lines: number; paragraphs: number } {
  let lines = 0;
  let paragraphs = 0;
  let blankLine = true;
  let inParagraph = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === LF || unit === CR) {
      if (unit === CR && text.charCodeAt(index + 1) === LF) index++;
      lines++;
      if (blankLine) inParagraph = false;
      blankLine = true;
    } else if (unit !== 0x20 && unit !== 0x09 && unit !== 0xa0) {
      blankLine = false;
      if (!inParagraph) paragraphs++;
      inParagraph = true;
    }
  }
  const last = text.charCodeAt(text.length - 1);
  if (text !== "" && last !== LF && last !== CR) lines++;
  return { lines, paragraphs };
}

/** Returns the Shannon entropy per code point in bits: 0 if all are equal. */
export function entropyBits({ frequency, codePoints }: Tally): number {
  let bits = 0;
  for (const count of frequency.values()) {
    const share = count / codePoints;
    bits -= share * Math.log2(share);
  }
  return Math.abs(bits);
}

const LF = 0x0a;
const CR = 0x0d;

function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
