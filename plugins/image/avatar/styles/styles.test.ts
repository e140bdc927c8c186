import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Pixels, rasterise, svgDocument } from "hub/drawing";
import { cases } from "hub/testing";
import type { Rgba } from "../../color/color.ts";
import { createDice } from "../../random.ts";
import { extractInitials, initials } from "./initials.ts";
import type { AvatarContext } from "./look.ts";
import { sunset } from "./sunset.ts";

const seed = fc.string({ maxLength: 8 });

function createLook(seed: string, own: Partial<AvatarContext> = {}): AvatarContext {
  const dice = createDice(seed);
  return { dice, colors: [], background: undefined, color: undefined, ...own };
}

const draw = (style: typeof sunset, look: AvatarContext) =>
  rasterise(svgDocument({ width: 64, height: 64, viewBox: "0 0 100 100" }, style(look)));

/** Returns the share of pixels that nearly have a colour. */
function measureShare({ data }: Pixels, [red, green, blue]: Rgba): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0] = data.subarray(at);
    if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 12) count++;
  }
  return count / (data.length / 4);
}

describe.each([["sunset", sunset] as const])("%s", (_, style) => {
  test("fills its square with more than one colour, the same for the same seed", async () => {
    await fc.assert(
      fc.asyncProperty(seed, async (text) => {
        const [one, same] = await Promise.all([
          draw(style, createLook(text)),
          draw(style, createLook(text)),
        ]);
        expect(Buffer.compare(one.data, same.data)).toBe(0);
        const opaque = one.data.filter((part, at) => at % 4 === 3 && part === 255);
        // If two squares meet within a pixel, neither covers all of it.
        expect(opaque.length).toBeGreaterThan(64 * 64 * 0.9);
        const tones = new Set<number>();
        for (let at = 0; at < one.data.length; at += 4) tones.add((one.data[at] ?? 0) >> 3);
        expect(tones.size).toBeGreaterThan(1);
      }),
      cases(12, 6),
    );
  });

  test("differs between nearly all seeds", async () => {
    const seeds = Array.from({ length: 24 }, (_, at) => `seed ${at}`);
    const texts = new Set(
      seeds.map((text) => svgDocument({ width: 9, height: 9 }, style(createLook(text)))),
    );
    expect(texts.size).toBeGreaterThan(22);
  });

  test("has the requested background, and is visible on it", async () => {
    // Drops of colour cover most of the background.
    await fc.assert(
      fc.asyncProperty(seed, async (text) => {
        const background: Rgba = [18, 52, 86, 255];
        const share = measureShare(await draw(style, createLook(text, { background })), background);
        expect(share).toBeWithin(0.005, 0.97);
      }),
      cases(8, 6),
    );
  });

  test("is drawn with two colours or with five", async () => {
    const colors: Rgba[] = [
      [200, 30, 30, 255],
      [30, 30, 200, 255],
    ];
    const drawn = await draw(style, createLook("a", { colors }));
    const of = (color: Rgba) => measureShare(drawn, color);
    expect(Math.max(...colors.map(of))).toBeGreaterThan(0.01);
  });

  test("writes finite numbers and no text", () => {
    fc.assert(
      fc.property(seed, (text) => {
        const svg = svgDocument({ width: 9, height: 9 }, style(createLook(text)));
        expect(svg).not.toMatch(/NaN|Infinity|undefined|<text/);
      }),
      cases(40, 6),
    );
  });
});

test("limits the initials of any name, and provides a text alternative", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 3 }),
      (name, length) => {
        const text = extractInitials(name, { length, uppercase: true });
        const letters = [...new Intl.Segmenter().segment(text.replaceAll("\u200C", ""))];
        expect(letters.length).toBeWithin(1, 2 * length + 1);
        const { contrast: stands } = initials(createLook(name, { colors: [] }), {
          text,
          bold: false,
        });
        expect(stands).toBeGreaterThanOrEqual(4.5);
      },
    ),
    cases(100, 6),
  );
});
