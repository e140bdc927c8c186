import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { readImageSize } from "./image-size.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

// The formats' specifications: ISO/IEC 15948 and 10918-1, GIF89a, the WebP container, AVIF and Windows bitmaps.
const images: [string, string, number, number][] = [
  ["PNG", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x58\0\0\x01\x2c", 600, 300],
  ["GIF", "GIF89a\x58\x02\x2c\x01", 600, 300],
  [
    "JPEG",
    "\xff\xd8\xff\xe0\0\x04xx\xff\xff\xc4\0\x04xx\xff\xc2\0\x11\x08\x01\x2c\x02\x58",
    600,
    300,
  ],
  ["WebP, lossy", "RIFFxxxxWEBPVP8 xxxxxxx\x9d\x01\x2a\x58\x02\x2c\x01", 600, 300],
  ["WebP, lossless", "RIFFxxxxWEBPVP8Lxxxx/\x57\xc2\x4a\0", 600, 300],
  ["WebP, extended", "RIFFxxxxWEBPVP8Xxxxxxxxx\x57\x02\0\x2b\x01\0", 600, 300],
  [
    "AVIF",
    "\0\0\0\x20ftypavifxxxxispe\0\0\0\0\0\0\0\x10\0\0\0\x10ispe\0\0\0\0\0\0\x02\x58\0\0\x01\x2c",
    600,
    300,
  ],
  ["BMP", "BMxxxxxxxxxxxxxxxx\x58\x02\0\0\xd4\xfe\xff\xff", 600, 300],
  ["ICO", `\0\0\x01\0\x02\0\x10\x10${"x".repeat(14)}\0\0${"x".repeat(14)}`, 256, 256],
];

test.each(images)("reads the size of %s", (_, text, width, height) => {
  expect(readImageSize(bytes(text))).toEqual({ width, height });
});

test.each(images)("%s that breaks off has no size", (_, text) => {
  expect(readImageSize(bytes(text.slice(0, 6)))).toBeUndefined();
});

test("bytes that aren't an image have no size, and end", () => {
  for (const text of ["", "<svg width='5'/>", "\xff\xd8", "\xff\xd8\xff\xe0\0\0", "GIF89a\0\0\0\0"])
    expect(readImageSize(bytes(text))).toBeUndefined();
  const starts = fc.constantFrom(...images.map(([, text]) => bytes(text).subarray(0, 16)));
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      const size = readImageSize(new Uint8Array([...start, ...rest]));
      if (size) expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
    }),
    cases(300),
  );
});
