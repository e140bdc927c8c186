import type { RawImage } from "hub/drawing";

// sharp reads no bitmaps, and the packages on npm ignore palettes or the order of the rows.
/** Parses the header of a bitmap. Returns undefined for other files and for compressed bitmaps. */
export function parseBitmap(bytes: Uint8Array): RawImage | undefined {
  if (bytes.length < 54 || bytes[0] !== 0x42 || bytes[1] !== 0x4d) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const headerSize = view.getUint32(14, true);
  const [width, signedHeight] = [view.getInt32(18, true), view.getInt32(22, true)];
  const [depth, compression] = [view.getUint16(28, true), view.getUint32(30, true)];
  // 3 declares bit masks: those of 32-bit files are nearly always the usual ones.
  const isSupported =
    headerSize >= 40 &&
    width > 0 &&
    signedHeight !== 0 &&
    ((compression === 0 && [1, 4, 8, 24, 32].includes(depth)) ||
      (compression === 3 && depth === 32));
  if (!isSupported) return undefined;
  const height = Math.abs(signedHeight);
  const start = view.getUint32(10, true);
  const stride = 4 * Math.ceil((width * depth) / 32);
  const paletteStart = 14 + headerSize;
  /** Returns where the blue, green and red of a pixel are. */
  const locate = (line: number, x: number): number => {
    if (depth >= 24) return line + (x * depth) / 8;
    const bit = x * depth;
    const shift = 8 - depth - (bit % 8);
    const index = ((bytes[line + (bit >> 3)] ?? 0) >> shift) & ((1 << depth) - 1);
    return paletteStart + 4 * index;
  };
  return {
    width,
    height,
    channels: 3,
    decode() {
      if (start + stride * height > bytes.length) throw new RangeError("The bitmap is truncated");
      const pixels = new Uint8Array(3 * width * height);
      for (let y = 0, at = 0; y < height; y++) {
        // Rows run upwards unless the height is negative.
        const line = start + stride * (signedHeight > 0 ? height - 1 - y : y);
        for (let x = 0; x < width; x++, at += 3) {
          const from = locate(line, x);
          pixels[at] = bytes[from + 2] ?? 0;
          pixels[at + 1] = bytes[from + 1] ?? 0;
          pixels[at + 2] = bytes[from] ?? 0;
        }
      }
      return pixels;
    },
  };
}
