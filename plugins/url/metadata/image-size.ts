/** Size of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/**
 * Reads the size of an image from its first bytes: PNG, JPEG, GIF, WebP, AVIF, BMP and ICO, of which the largest icon
 * counts. Returns undefined for anything else. Rotations by EXIF are ignored.
 */
export function readImageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const read of readers) {
    try {
      const size = read(view);
      if (size && size.width > 0 && size.height > 0) return size;
    } catch (error) {
      // The image ends before its size.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}

type Reader = (view: DataView) => ImageSize | undefined;

const readers: readonly Reader[] = [
  readPng,
  readJpeg,
  readGif,
  readWebp,
  readAvif,
  readBmp,
  readIco,
];

function hasText(view: DataView, at: number, text: string): boolean {
  return [...text].every((character, index) => {
    return view.getUint8(at + index) === character.charCodeAt(0);
  });
}

function readPng(view: DataView): ImageSize | undefined {
  if (!hasText(view, 0, "\x89PNG\r\n\x1a\n") || !hasText(view, 12, "IHDR")) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Segments that start a frame: C0 to CF without the tables C4 and CC, and the reserved C8. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function readJpeg(view: DataView): ImageSize | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  // Each turn moves forward, and reading past the end throws.
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
    if (marker === 0xff) at += 1;
    else at += isBare ? 2 : 2 + Math.max(2, view.getUint16(at + 2));
  }
}

function readGif(view: DataView): ImageSize | undefined {
  if (!hasText(view, 0, "GIF8")) return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function readWebp(view: DataView): ImageSize | undefined {
  if (!hasText(view, 0, "RIFF") || !hasText(view, 8, "WEBP")) return undefined;
  const read24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (hasText(view, 12, "VP8X")) return { width: read24(24) + 1, height: read24(27) + 1 };
  if (hasText(view, 12, "VP8L")) {
    const packed = view.getUint32(21, true);
    return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
  }
  if (!hasText(view, 12, "VP8 ")) return undefined;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** The property with the size is in the first kilobytes. Thumbnails and masks have smaller ones, too. */
function readAvif(view: DataView): ImageSize | undefined {
  if (!hasText(view, 4, "ftyp")) return undefined;
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  const sizes: ImageSize[] = [];
  for (let at = bytes.indexOf("ispe"); at !== -1; at = bytes.indexOf("ispe", at + 4))
    if (at + 16 <= view.byteLength)
      sizes.push({ width: view.getUint32(at + 8), height: view.getUint32(at + 12) });
  return findLargest(sizes);
}

function readBmp(view: DataView): ImageSize | undefined {
  if (!hasText(view, 0, "BM")) return undefined;
  return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
}

function readIco(view: DataView): ImageSize | undefined {
  if (view.getUint32(0, true) !== 0x10000) return undefined;
  const count = Math.min(view.getUint16(4, true), 100);
  const sizes = Array.from({ length: count }, (_, index) => {
    const at = 6 + 16 * index;
    // 0 means 256.
    return { width: view.getUint8(at) || 256, height: view.getUint8(at + 1) || 256 };
  });
  return findLargest(sizes);
}

function findLargest(sizes: readonly ImageSize[]): ImageSize | undefined {
  return sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
}
