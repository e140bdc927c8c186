/**
 * Returns the length of the frames of Zstandard at the beginning of the bytes (RFC 8878, section 3). Throws if the
 * first one is invalid, or if one is truncated.
 */
export function measureZstd(bytes: Uint8Array): number {
  let end = measureFrame(bytes, 0);
  if (end === undefined) throw new Error("The data has no frame");
  for (;;) {
    const next = measureFrame(bytes, end);
    if (next === undefined) return end;
    end = next;
  }
}

/** Returns the end of the frame at a position, or undefined if none starts there. Throws if it is truncated. */
function measureFrame(bytes: Uint8Array, start: number): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (start + 4 > bytes.length) return undefined;
  const magic = view.getUint32(start, true);
  // Section 3.1.2: frames that decoders skip.
  if (magic >>> 4 === 0x184d2a5) {
    requireBytes(bytes, start + 8);
    return requireBytes(bytes, start + 8 + view.getUint32(start + 4, true));
  }
  if (magic !== 0xfd2fb528) return undefined;
  requireBytes(bytes, start + 5);
  const descriptor = view.getUint8(start + 4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const contentSizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  let at = start + 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes + contentSizeBytes;
  for (let isLast = false; !isLast; ) {
    requireBytes(bytes, at + 3);
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    isLast = (header & 1) === 1;
    const isRepeatedByte = ((header >> 1) & 3) === 1;
    at = requireBytes(bytes, at + 3 + (isRepeatedByte ? 1 : header >> 3));
  }
  const hasChecksum = (descriptor & 4) !== 0;
  return requireBytes(bytes, at + (hasChecksum ? 4 : 0));
}

function requireBytes(bytes: Uint8Array, end: number): number {
  if (end > bytes.length) throw new Error("Unexpected end of the data");
  return end;
}
