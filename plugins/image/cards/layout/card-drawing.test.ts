import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { layoutText, rasterise, svg } from "hub/drawing";
import { cases } from "hub/testing";
import { contrast, type Rgba, readableContrast, readColor } from "../../color/color.ts";
import { CardDrawing, renderDocument } from "./card-drawing.ts";

const size = { width: 240, height: 120 };
const words = await layoutText("Words", { size: 30 });
const open = (mirrored = false) => new CardDrawing({ ...size, mirrored });
const color = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, "0")}`);

const renderCard = (light: CardDrawing) => renderDocument({ ...size, title: "Card" }, { light });

/** A drawing with words in the middle of the filled area. */
function writeOn(fill: string, ink: string, isCustom = false): CardDrawing {
  const drawing = open();
  drawing.rect({ x: 0, y: 0, ...size }, { fill });
  drawing.write(words, { x: 40, y: 40, fill: ink, isCustom });
  return drawing;
}

describe("a text on a card", () => {
  test("is readable on any background", () => {
    fc.assert(
      fc.property(color, color, (fill, ink) => {
        expect(writeOn(fill, ink).contrast).toBeGreaterThanOrEqual(4.5);
      }),
      cases(150),
    );
  });

  test("keeps a readable colour", () => {
    fc.assert(
      fc.property(color, color, (fill, ink) => {
        const [ground, own] = [readColor(fill), readColor(ink)];
        if (!ground || !own || contrast(own, ground) < readableContrast) return;
        expect(renderCard(writeOn(fill, ink))).toContain(`fill="${ink}"`);
      }),
      cases(100),
    );
  });

  test("keeps the caller's colour and reports its low contrast", () => {
    const drawing = writeOn("#777777", "#787878", true);
    expect(drawing.contrast).toBeWithin(1, 1.1);
    expect(renderCard(drawing)).toContain('fill="#787878"');
  });

  test("is readable across a boundary of black and white", () => {
    const drawing = open();
    drawing.rect({ x: 0, y: 0, width: 80, height: 120 }, { fill: "#000000" });
    drawing.rect({ x: 80, y: 0, width: 160, height: 120 }, { fill: "#ffffff" });
    drawing.write(words, { x: 40, y: 40, fill: "#808080" });
    expect(drawing.contrast).toBeGreaterThanOrEqual(4.5);
  });

  test("is checked against the darkest and lightest colours of a gradient", () => {
    const drawing = open();
    const fill = drawing.gradient(["#000000", "#606060"], 90);
    drawing.rect({ x: 0, y: 0, ...size }, { fill });
    drawing.write(words, { x: 40, y: 40, fill: "#202020" });
    const lightest: Rgba = [96, 96, 96, 255];
    expect(drawing.contrast).toBeGreaterThanOrEqual(4.5);
    expect(drawing.contrast).toBeLessThan(contrast([255, 255, 255, 255], [0, 0, 0, 255]));
    expect(drawing.contrast).toBeGreaterThan(contrast([160, 160, 160, 255], lightest));
  });

  test("is reported with its bounding box", async () => {
    const [placed] = writeOn("#ffffff", "#000000").texts;
    if (!placed) throw new Error("No text was placed");
    const { data, width } = await rasterise(renderCard(writeOn("#ffffff", "#000000")));
    const inked = Array.from({ length: data.length / 4 }, (_, at) => at).filter(
      (at) => (data[at * 4] ?? 255) < 128,
    );
    expect(inked.length).toBeGreaterThan(200);
    for (const at of inked) {
      expect(at % width).toBeWithin(placed.box.x - 2, placed.box.x + placed.box.width + 2);
      expect(Math.floor(at / width)).toBeWithin(
        placed.box.y - 2,
        placed.box.y + placed.box.height + 2,
      );
    }
    expect(placed.size).toBe(30);
    expect(placed.baselines).toHaveLength(1);
  });
});

test("mirrors positions for right-to-left scripts", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 40 }), (x, width) => {
      expect(open().toLeft(x, width)).toBe(x);
      expect(open(true).toLeft(x, width)).toBe(size.width - x - width);
    }),
    cases(50),
  );
});

test("a drawing without text has maximum contrast", () => {
  expect(open().contrast).toBe(21);
});

test("draws elements in the order in which they are added", async () => {
  const drawing = open();
  drawing.add(svg("rect", { ...size, fill: "#ff0000" }));
  drawing.circle(120, 60, { r: 30, fill: "#0000ff" });
  const { data, width } = await rasterise(renderCard(drawing));
  const at = (x: number, y: number) => [
    ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
  ];
  expect(at(5, 5)).toEqual([255, 0, 0]);
  expect(at(120, 60)).toEqual([0, 0, 255]);
});

test("a document for light and dark mode contains both drawings and shows one of them", async () => {
  const [light, dark] = ["c", "d"].map(
    (prefix) => new CardDrawing({ ...size, mirrored: false, prefix }),
  );
  if (!light || !dark) throw new Error("Two drawings are needed");
  for (const [drawing, colors] of [
    [light, ["#ffffff", "#eeeeee"]],
    [dark, ["#000000", "#111111"]],
  ] as const)
    drawing.rect({ x: 0, y: 0, ...size }, { fill: drawing.gradient(colors) });
  const text = renderDocument({ ...size, title: "Card" }, { light, dark });
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  // Two drawings in one document share no id.
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(2);
  const { data } = await rasterise(text);
  expect(data[0]).toBeGreaterThan(200);
});
