import { describe, expect, test } from "bun:test";
// The modules of a code that says "bmp", from an independent encoder.
import QRCode from "qrcode";
import { readCodes } from "../decode/codes.ts";
import { parseBitmap } from "./bmp.ts";

const { modules } = QRCode.create("bmp");
const scale = 4;
const side = (modules.size + 8) * scale;

function isDark(x: number, y: number): boolean {
  const [column, row] = [Math.floor(x / scale) - 4, Math.floor(y / scale) - 4];
  if (row < 0 || column < 0 || row >= modules.size || column >= modules.size) return false;
  return modules.get(row, column) === 1;
}

/** Writes a bitmap with a palette up to 8 bits per pixel. In the palette, 0 is white. */
function writeBitmap(depth: number, { down = false, negative = false } = {}): Uint8Array {
  const stride = 4 * Math.ceil((side * depth) / 32);
  const palette = depth <= 8 ? 2 ** depth : 0;
  const start = 54 + 4 * palette;
  const bytes = new Uint8Array(start + stride * side);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(10, start, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, side, true);
  view.setInt32(22, down ? -side : side, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, depth, true);
  if (palette) bytes.set(negative ? [0, 0, 0, 0, 255, 255, 255] : [255, 255, 255, 0], 54);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const line = start + stride * (down ? y : side - 1 - y);
      const dark = isDark(x, y) !== negative;
      if (depth >= 24)
        bytes.fill(dark ? 0 : 255, line + (x * depth) / 8, line + ((x + 1) * depth) / 8);
      else if (dark) bytes[line + ((x * depth) >> 3)]! |= 1 << (8 - depth - ((x * depth) & 7));
    }
  return bytes;
}

describe("decode", () => {
  test.each([1, 4, 8, 24, 32])("reads a bitmap of %i bits per pixel", async (depth) => {
    for (const down of [false, true]) {
      const [code] = await readCodes(writeBitmap(depth, { down }));
      expect([code?.text, code?.inverted]).toEqual(["bmp", false]);
    }
  });

  test("uses the palette of a bitmap", async () => {
    const [code] = await readCodes(writeBitmap(1, { negative: true }));
    expect([code?.text, code?.inverted]).toEqual(["bmp", false]);
  });

  test("rejects bitmaps that are truncated, compressed or too large", async () => {
    const whole = writeBitmap(8);
    await expect(readCodes(whole.subarray(0, 2000))).rejects.toThrow(
      "cannot be decoded completely",
    );
    const compressed = whole.slice();
    compressed[30] = 1;
    expect(parseBitmap(compressed)).toBeUndefined();
    await expect(readCodes(compressed)).rejects.toThrow("must be a PNG");
    const huge = whole.slice();
    new DataView(huge.buffer).setInt32(18, 2_000_000_000, true);
    await expect(readCodes(huge)).rejects.toThrow("must have at most 25000000 pixels");
  });
});
