import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { HubError } from "hub";
import { cases } from "hub/testing";
import pdf from "../plugin.ts";
import { pixelSizes } from "./page-image.ts";

const { pagePixelsMax, jobPixelsMax } = pdf.limits;

test("computes the pixels of a page from its resolution, at least one", () => {
  const pages = [
    { page: 2, width: 595.276, height: 841.89 },
    { page: 9, width: 0.1, height: 0.1 },
  ];
  expect(pixelSizes(pages, { dpi: 72 })).toEqual([
    { page: 2, width: 595, height: 842 },
    { page: 9, width: 1, height: 1 },
  ]);
  expect(pixelSizes(pages.slice(0, 1), { dpi: 300 })).toEqual([
    { page: 2, width: 2480, height: 3508 },
  ]);
});

test("applies a width to all pages and keeps their proportions", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.double({ min: 10, max: 900, noNaN: true }),
      fc.double({ min: 10, max: 900, noNaN: true }),
      (width, wide, high) => {
        const [size] = pixelSizes([{ page: 1, width: wide, height: high }], { dpi: 9, width });
        expect(size?.width).toBe(width);
        expect(Math.abs((size?.height ?? 0) - (width * high) / wide)).toBeLessThanOrEqual(1);
      },
    ),
    cases(100),
  );
});

describe("limits the number of pixels", () => {
  const findLimitMessage = (sides: readonly number[]) => {
    try {
      pixelSizes(
        sides.map((side, index) => ({ page: index + 1, width: side, height: side })),
        { dpi: 72 },
      );
      return "";
    } catch (error) {
      return error instanceof HubError ? error.message : String(error);
    }
  };
  const side = Math.floor(Math.sqrt(pagePixelsMax));

  test("per page", () => {
    expect(findLimitMessage([side])).toBe("");
    expect(findLimitMessage([9, side + 1])).toBe(
      `body must request at most ${pagePixelsMax} pixels for a page: page 2 would have ${side + 1} × ${side + 1}`,
    );
  });

  test("of all pages together", () => {
    const most = Math.floor(jobPixelsMax / side ** 2);
    expect(findLimitMessage(Array(most).fill(side))).toBe("");
    expect(findLimitMessage(Array(most + 1).fill(side))).toStartWith(
      `body must request at most ${jobPixelsMax} pixels for all pages: the pages would have `,
    );
  });
});
