import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { PDFDocument } from "pdf-lib";
import { renderGray, withPdfium } from "../engines/pdfium.ts";
import { createPageView } from "../objects/geometry.ts";
import { cover } from "./cover.ts";
import { drawing } from "./pages.fixture.ts";
import type { Rect } from "./rects.ts";
import { readItems } from "./verify.ts";

// Engines start slowly on a busy machine.
setDefaultTimeout(300_000);

type Turn = 0 | 90 | 180 | 270;

/** Draws a page with covered fields at one pixel per point, and returns the darkness at these points. */
async function coverPage(
  rects: readonly Rect[],
  color: string,
  label?: string,
  rotation: Turn = 0,
) {
  const document = await PDFDocument.load(drawing("", { page: `/Rotate ${rotation}` }));
  const view = createPageView({ crop: [0, 0, 300, 200], rotation });
  await cover(document, { rects: new Map([[1, rects]]), viewOfPage: () => view, color, label });
  const bytes = await document.save();
  const [a, b, c, d, e, f] = view.toUser;
  const { width, pixels } = await withPdfium(bytes, (opened) =>
    renderGray(opened, 1, { widthPixels: view.width }),
  );
  // The inverse of a rotation is its transpose.
  const at = (x: number, y: number) => {
    const [right, up] = [(x - e) * a + (y - f) * b, (x - e) * c + (y - f) * d];
    return pixels[Math.floor(view.height - up) * width + Math.floor(right)];
  };
  return { bytes, at };
}

const field: Rect = { left: 100, bottom: 60, right: 200, top: 90 };

test.each<Turn>([0, 90, 180, 270])(
  "covers a field exactly to its edges, rotated by %d degrees",
  async (rotation) => {
    const { at } = await coverPage([field], "000000", undefined, rotation);
    for (const [x, y] of [
      [101.5, 61.5],
      [198.5, 88.5],
      [101.5, 88.5],
      [198.5, 61.5],
      [150.5, 75.5],
    ] as const)
      expect([x, y, at(x, y)]).toEqual([x, y, 0]);
    for (const [x, y] of [
      [98.5, 75.5],
      [201.5, 75.5],
      [150.5, 58.5],
      [150.5, 91.5],
    ] as const)
      expect([x, y, at(x, y)]).toEqual([x, y, 255]);
  },
);

test("covers fields on every page that has some", async () => {
  const document = await PDFDocument.load(drawing(""));
  document.addPage([300, 200]);
  document.addPage([300, 200]);
  const rects = new Map([
    [1, [field]],
    [3, [field, { left: 10, bottom: 10, right: 20, top: 20 }]],
  ]);
  await cover(document, {
    rects,
    viewOfPage: () => createPageView({ crop: [0, 0, 300, 200], rotation: 0 }),
    color: "000000",
  });
  const bytes = await document.save();
  const dark = await withPdfium(bytes, (opened) =>
    [1, 2, 3].map(
      (page) =>
        renderGray(opened, page, { widthPixels: 300 }).pixels.filter((one) => one < 128).length,
    ),
  );
  expect(dark[0]).toBeWithin(2900, 3200);
  expect(dark[1]).toBe(0);
  expect((dark[2] ?? 0) - (dark[0] ?? 0)).toBeWithin(90, 130);
});

describe("a label", () => {
  test.each<[Turn, Rect]>([
    [0, field],
    [90, field],
    [180, field],
    [270, field],
    [0, { left: 10, bottom: 10, right: 40, top: 190 }],
    [90, { left: 10, bottom: 10, right: 40, top: 190 }],
  ])(
    "is centred in its field, upright on the displayed page, rotated by %d degrees",
    async (rotation, rect) => {
      const { bytes } = await coverPage([rect], "000000", "SECRET", rotation);
      const [items = []] = await readItems(bytes);
      const words = items.filter(({ text }) => text.trim() !== "");
      expect(words.map(({ text }) => text).join("")).toBe("SECRET");
      const { left, right, bottom, top } = words[0]?.area ?? field;
      const isAcross = rotation % 180 === 0;
      const [long, high] = isAcross ? [right - left, top - bottom] : [top - bottom, right - left];
      expect(long).toBeGreaterThan(high);
      // The rectangle lies in the field, and fills most of its length or height.
      expect(left).toBeGreaterThan(rect.left - 4);
      expect(right).toBeLessThan(rect.right + 4);
      const [wide, tall] = [rect.right - rect.left, rect.top - rect.bottom];
      const [across, up] = isAcross ? [wide, tall] : [tall, wide];
      expect(Math.max(long / across, high / up)).toBeWithin(0.7, 1.4);
      // The margins at both ends of the field are equal.
      const [before, after] = isAcross
        ? [left - rect.left, rect.right - right]
        : [bottom - rect.bottom, rect.top - top];
      expect(Math.abs(before - after)).toBeLessThan(2);
      expect(Math.min(before, after)).toBeGreaterThan(0);
    },
  );

  test.each([
    ["000000", 255],
    ["0000ff", 255],
    ["ff0000", 255],
    ["707070", 255],
    ["c00000", 255],
    ["8b8b8b", 255],
    ["8e8e8e", 0],
    ["00ff00", 0],
    ["ffff00", 0],
    ["ffffff", 0],
  ])("on %s has the readable lightness %d", async (color, expected) => {
    const { at } = await coverPage([field], color, "HHHHHHHH");
    const seen = new Set<number | undefined>();
    for (let x = 101; x < 199; x++) for (let y = 62; y < 88; y++) seen.add(at(x, y));
    expect(seen.has(expected)).toBe(true);
    if (color !== "ffffff" && color !== "000000") expect(seen.has(255 - expected)).toBe(false);
  });

  test("is drawn in every field", async () => {
    const other = { left: 10, bottom: 150, right: 90, top: 190 };
    const { bytes } = await coverPage([field, other], "ffffff", "gone");
    const [items = []] = await readItems(bytes);
    expect(
      items
        .map(({ text }) => text)
        .join("")
        .match(/gone/g),
    ).toHaveLength(2);
  });
});
