/** Returns whether to keep a piece of metadata, given its content. */
export type Keep = (piece: Uint8Array) => boolean;

/**
 * Removes what isn't part of the picture from a JPEG: comments, application segments, and data
 * after its end. Keeps segments that `keep` accepts, and Adobe's, which defines how colours are
 * read.
 */
export function cleanJpeg(bytes: Uint8Array, keep: Keep): Uint8Array {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return bytes;
  const parts: Uint8Array[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = markerAt(bytes, at);
    if (marker === undefined) break;
    const { code, start } = marker;
    if (code === 0xd9) return Buffer.concat([...parts, Uint8Array.of(0xff, 0xd9)]);
    const end = start + 2 + ((bytes[start + 2] ?? 0) << 8) + (bytes[start + 3] ?? 0);
    const to = code === 0xda ? scanEnd(bytes, end) : end;
    const segment = bytes.subarray(start, to);
    const isMetadata = code === 0xfe || (code >= 0xe0 && code <= 0xef);
    if (!isMetadata || isAdobe(code, segment) || keep(segment.subarray(4))) parts.push(segment);
    at = to;
  }
  const end = markerAt(bytes, at);
  if (end?.code === 0xd9) parts.push(Uint8Array.of(0xff, 0xd9));
  else parts.push(bytes.subarray(Math.min(at, bytes.length)));
  return Buffer.concat(parts);
}

/** Finds a marker. Any number of fill bytes may precede it. */
function markerAt(bytes: Uint8Array, from: number): { code: number; start: number } | undefined {
  let at = from;
  while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
  const code = bytes[at + 1];
  return bytes[at] !== 0xff || code === undefined ? undefined : { code, start: at };
}

/** Returns the end of a scan's encoded samples: the first marker not allowed within them. */
function scanEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code !== undefined && code !== 0 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7))
      return at;
  }
  return bytes.length;
}

function isAdobe(code: number, segment: Uint8Array): boolean {
  return code === 0xee && segment.length === 16 && segment[4] === 0x41;
}

const boxesOfText = new Set(["xml ", "uuid", "uinf", "jp2i", "free"]);
const headerMarkerMax = 10_000;

/**
 * Overwrites the metadata and comments of a JPEG 2000 file with zeros, so that no offsets change.
 */
export function cleanJpx(bytes: Uint8Array, keep: Keep): Uint8Array {
  const out = Uint8Array.from(bytes);
  const view = new DataView(out.buffer);
  let at = 0;
  if (view.byteLength > 2 && view.getUint16(0) === 0xff4f) clearComments(out, 0, keep);
  while (at + 8 <= out.length) {
    const size = view.getUint32(at);
    const type = Buffer.from(out.subarray(at + 4, at + 8)).toString("latin1");
    const isLong = size === 1 && at + 16 <= out.length;
    const length = size === 0 ? out.length - at : isLong ? Number(view.getBigUint64(at + 8)) : size;
    if (length < 8) break;
    const [start, end] = [at + (isLong ? 16 : 8), Math.min(out.length, at + length)];
    if (type === "jp2c") clearComments(out, start, keep);
    else if (boxesOfText.has(type) && !keep(out.subarray(start, end))) {
      out.fill(0, start, end);
      out.set(Buffer.from("free"), at + 4);
    }
    at += length;
  }
  return out;
}

/** Clears the comments in the main header of a codestream (ISO/IEC 15444-1, A.9.2). */
function clearComments(out: Uint8Array, start: number, keep: Keep): void {
  const view = new DataView(out.buffer, out.byteOffset);
  let at = start + 2;
  for (let markers = 0; markers < headerMarkerMax && at + 4 <= out.length; markers++) {
    const marker = view.getUint16(at);
    if (marker === 0xff90 || marker < 0xff00) return;
    const end = Math.min(out.length, at + 2 + view.getUint16(at + 2));
    if (marker === 0xff64 && !keep(out.subarray(at + 6, end))) out.fill(0, at + 6, end);
    at = end;
  }
}
