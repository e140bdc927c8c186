import { constants, inflateSync } from "node:zlib";

/** Thrown if the decoded bytes exceed a limit. */
export class TooLong extends Error {}

/**
 * Decodes the bytes of one filter. Returns undefined if the filter is unknown. Throws `TooLong` if
 * the result exceeds `max` bytes.
 */
export function decodeFilter(filter: string, raw: Uint8Array, max: number): Uint8Array | undefined {
  switch (filter) {
    case "/FlateDecode":
    case "/Fl":
      return inflate(raw, max);
    case "/ASCIIHexDecode":
    case "/AHx":
      return fromHex(raw);
    case "/ASCII85Decode":
    case "/A85":
      return from85(raw);
    case "/RunLengthDecode":
    case "/RL":
      return fromRuns(raw, max);
    case "/LZWDecode":
    case "/LZW":
      return fromLzw(raw, max);
    default:
      return undefined;
  }
}

/** Inflates as much as possible: a broken stream yields the bytes previousLength the error. */
export function inflate(raw: Uint8Array, max: number): Uint8Array {
  try {
    return inflateSync(raw, { maxOutputLength: max, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw new TooLong();
    throw error;
  }
}

function fromHex(raw: Uint8Array): Uint8Array {
  const out = new Uint8Array((raw.length >> 1) + 1);
  let digits = 0;
  let value = 0;
  for (const code of raw) {
    if (code === 0x3e) break;
    const digit = Number.parseInt(String.fromCharCode(code), 16);
    if (Number.isNaN(digit)) continue;
    value = value * 16 + digit;
    if (++digits % 2 === 0) {
      out[digits / 2 - 1] = value;
      value = 0;
    }
  }
  return out.subarray(0, digits >> 1);
}

function from85(raw: Uint8Array): Uint8Array {
  // A "z" is four zero bytes: the most that one character can encode.
  const out = new Uint8Array(raw.length * 4 + 4);
  const view = new DataView(out.buffer);
  let length = 0;
  let group = 0;
  let count = 0;
  for (const code of raw) {
    if (code === 0x7e) break;
    if (code === 0x7a && count === 0) length += 4;
    if (code < 0x21 || code > 0x75) continue;
    group = group * 85 + (code - 0x21);
    if (++count < 5) continue;
    view.setUint32(length, group >>> 0);
    length += 4;
    group = 0;
    count = 0;
  }
  for (let index = count; count > 1 && index < 5; index++) group = group * 85 + 84;
  if (count > 1) view.setUint32(length, group >>> 0);
  return out.subarray(0, length + Math.max(0, count - 1));
}

function fromRuns(raw: Uint8Array, max: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let at = 0; at < raw.length; ) {
    const code = raw[at];
    if (code === undefined || code === 128) break;
    const isRun = code > 128;
    const part = isRun
      ? new Uint8Array(257 - code).fill(raw[at + 1] ?? 0)
      : raw.subarray(at + 1, at + 2 + code);
    size += part.length;
    if (size > max) throw new TooLong();
    parts.push(part);
    at += isRun ? 2 : 2 + code;
  }
  return Buffer.concat(parts);
}

/** Returns zeros of the length that LZW data decodes to: callers need only the length. */
function fromLzw(raw: Uint8Array, max: number): Uint8Array {
  const lengths = new Uint16Array(4098);
  lengths.fill(1, 0, 256);
  let next = 258;
  let width = 9;
  let total = 0;
  let previousLength = 0;
  let buffered = 0;
  let bits = 0;
  for (const byte of raw) {
    buffered = (buffered << 8) | byte;
    bits += 8;
    if (bits < width) continue;
    const code = (buffered >> (bits - width)) & ((1 << width) - 1);
    bits -= width;
    buffered &= (1 << bits) - 1;
    if (code === 257) break;
    if (code === 256) {
      next = 258;
      width = 9;
      previousLength = 0;
      continue;
    }
    const length = code < next ? (lengths[code] ?? 0) : previousLength + 1;
    if (previousLength > 0 && next < 4096) lengths[next++] = previousLength + 1;
    if (next >= 511) width = next >= 2047 ? 12 : next >= 1023 ? 11 : 10;
    previousLength = length;
    total += length;
    if (total > max) throw new TooLong();
  }
  return new Uint8Array(total);
}
