import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, isFullDepth, json, realBrowser, testHub } from "hub/testing";
import sharp from "sharp";

const service = await realBrowser();
const hub = await testHub(import.meta.dir, service ?? {});
afterAll(() => service?.close());

/** A run at full depth has no time limit. */
const deepMs = 3_600_000;

interface Pixels {
  width: number;
  height: number;
  format: string;
  at(x: number, y: number): number[];
  /** Returns the minimum and maximum of red, green and blue. */
  range: readonly { min: number; max: number }[];
}

const capture = (body: object) =>
  hub.post("/api/screenshot/capture", { width: 320, height: 240, cache_ttl: 0, ...body });

async function pixels(answer: Response): Promise<Pixels> {
  expect(answer.status, answer.status === 200 ? "" : await answer.clone().text()).toBe(200);
  const bytes = await answer.bytes();
  const image = sharp(bytes);
  const { format = "" } = await image.metadata();
  const { channels: range } = await image.stats();
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4).subarray(0, 4)];
  return { width, height, format, at, range };
}

const colour = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })));
const rgb = (parts: readonly number[]) => `rgb(${parts.join()})`;
/** Each of these is an integer number of pixels, or is rounded to one. */
const scale = fc.constantFrom(1, 1.25, 1.5, 2, 2.625, 3);
const size = fc.record({
  width: fc.integer({ min: 320, max: 700 }),
  height: fc.integer({ min: 240, max: 500 }),
});
/** The largest error of a colour that a format can't represent. */
const tolerance = { png: 0, webp: 4, jpeg: 4 };

/** Each case draws a page. */
const few = isFullDepth ? cases(2) : { ...cases(2), numRuns: 1 };

/** Builds a page in which each cell of ten pixels has a unique colour, by its column and row. */
const cell = 10;
const cellColour = (x: number, y: number) => {
  const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)];
  return [(column * 37) % 256, (row * 53) % 256, (column * row) % 256];
};
function cells(width: number, height: number): string {
  const boxes: string[] = [];
  for (let y = 0; y < height; y += cell)
    for (let x = 0; x < width; x += cell)
      boxes.push(
        `<rect x="${x}" y="${y}" width="${cell}" height="${cell}" fill="${rgb(cellColour(x, y))}"/>`,
      );
  return `<body style="margin:0"><svg width="${width}" height="${height}" style="display:block" shape-rendering="crispEdges">${boxes.join("")}</svg>`;
}

describe.skipIf(!service)("in a real browser", () => {
  test.concurrent(
    "an image has the requested size, format and colour",
    async () => {
      const format = fc.constantFrom("png" as const, "jpeg" as const, "webp" as const);
      await fc.assert(
        fc.asyncProperty(size, scale, colour, format, async (window, scale, parts, format) => {
          const html = `<body style="background:${rgb(parts)}">`;
          const quality = 100;
          const shot = { html, ...window, device_scale_factor: scale, format, quality };
          const answer = await capture(shot);
          const told = ["width", "height"].map((side) => answer.headers.get(`x-image-${side}`));
          const image = await pixels(answer);
          expect(told).toEqual([String(image.width), String(image.height)]);
          expect([image.width, image.height, image.format]).toEqual([
            Math.round(window.width * scale),
            Math.round(window.height * scale),
            format,
          ]);
          for (const [channel, value] of parts.entries()) {
            const { min = -1, max = 256 } = image.range[channel] ?? {};
            expect(min).toBeGreaterThanOrEqual(value - tolerance[format]);
            expect(max).toBeLessThanOrEqual(value + tolerance[format]);
          }
        }),
        few,
      );
    },
    deepMs,
  );

  test.concurrent(
    "a clip of a page matches that part to the pixel",
    async () => {
      const [width, height] = [400, 300];
      const html = cells(width, height);
      const part = fc.record({
        x: fc.integer({ min: 0, max: width - 60 }),
        y: fc.integer({ min: 0, max: height - 60 }),
        width: fc.integer({ min: 1, max: 60 }),
        height: fc.integer({ min: 1, max: 60 }),
      });
      await fc.assert(
        fc.asyncProperty(part, fc.constantFrom(1, 2, 3), async (clip, scale) => {
          const image = await pixels(await capture({ html, clip, device_scale_factor: scale }));
          expect([image.width, image.height]).toEqual([clip.width * scale, clip.height * scale]);
          for (const x of [0, clip.width - 1])
            for (const y of [0, clip.height - 1])
              expect(image.at(x * scale, y * scale)).toEqual([
                ...cellColour(clip.x + x, clip.y + y),
                255,
              ]);
        }),
        few,
      );
    },
    deepMs,
  );

  test.concurrent(
    "an element is cropped to its edges, at any position",
    async () => {
      const box = fc.record({
        left: fc.integer({ min: 0, max: 200 }),
        top: fc.integer({ min: 0, max: 5000 }),
        width: fc.integer({ min: 1, max: 100 }),
        height: fc.integer({ min: 1, max: 100 }),
      });
      await fc.assert(
        fc.asyncProperty(box, colour, scale, async (box, parts, scale) => {
          const place = Object.entries(box).map(([name, value]) => `${name}:${value}px`);
          const html = `<body style="background:#808080"><p style="position:absolute;margin:0;${place.join(";")};background:${rgb(parts)}">`;
          const image = await pixels(
            await capture({ html, selector: "p", device_scale_factor: Math.floor(scale) }),
          );
          const by = Math.floor(scale);
          expect([image.width, image.height]).toEqual([box.width * by, box.height * by]);
          expect(image.range.slice(0, 3)).toMatchObject(
            parts.map((value) => ({ min: value, max: value })),
          );
        }),
        few,
      );
    },
    deepMs,
  );

  test.concurrent("several elements are captured with the box around them and a padding within the page", async () => {
    const place = (left: number, top: number) =>
      `position:absolute;margin:0;left:${left}px;top:${top}px;width:20px;height:10px;background:#f00`;
    const html = `<body style="margin:0;height:3000px;background:#00f"><i class=a hidden></i><i class=a style="${place(40, 30)}"></i><i class=a style="${place(200, 900)}"></i><b style="${place(120, 2985)}"></b>`;
    const sizes = [
      [{ selectors: [".a", "b"] }, 100, 2965],
      [{ selector: ".a", padding: 5 }, 30, 20],
      [{ selector: ".a", selector_all: true, padding: 7 }, 194, 894],
      [{ selectors: [".a", "b"], padding: 50, selector_all: true }, 270 - 0, 3000],
    ] as const;
    for (const [fields, width, height] of sizes) {
      const image = await pixels(await capture({ html, ...fields }));
      expect([fields, image.width, image.height]).toEqual([fields, width, height]);
    }
    const image = await pixels(
      await capture({ html, selector: ".a", padding: 5, device_scale_factor: 2 }),
    );
    expect([image.at(9, 20), image.at(10, 20)]).toEqual([
      [0, 0, 255, 255],
      [255, 0, 0, 255],
    ]);
    const missing = await capture({ html, selectors: ["b", "u"] });
    expect(await missing.json()).toMatchObject({
      code: "selector_not_found",
      detail: 'Cannot find a visible element "u" in the page',
    });
  }, 300_000);

  test.concurrent(
    "a full page is as high as its content",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 241, max: 6000 }), colour, async (height, parts) => {
          const html = `<body style="margin:0"><div style="height:${height - 5}px"></div><div style="height:5px;background:${rgb(parts)}"></div>`;
          const image = await pixels(await capture({ html, full_page: true }));
          expect(image.height).toBe(height);
          expect(image.at(160, height - 3)).toEqual([...parts, 255]);
        }),
        few,
      );
    },
    deepMs,
  );

  test.concurrent(
    "the same page is the same image to the byte, in each response format",
    async () => {
      const text = fc.lorem({ maxCount: 20 });
      await fc.assert(
        fc.asyncProperty(text, colour, async (text, parts) => {
          const html = `<body style="background:${rgb(parts)}"><h1>${text}</h1><input autofocus value=x>`;
          const first = await (await capture({ html })).bytes();
          const { image, bytes } = await json(await capture({ html, format: "json" }));
          expect(bytes).toBe(first.length);
          expect(image).toBe(`data:image/png;base64,${first.toBase64()}`);
        }),
        cases(1),
      );
    },
    deepMs,
  );

  test.concurrent(
    "a page is captured after its timers have run",
    async () => {
      const delay = fc.integer({ min: 0, max: 2500 });
      await fc.assert(
        fc.asyncProperty(delay, colour, async (ms, parts) => {
          const html = `<body>Soon<script>setTimeout(() => { document.body.style.background = "${rgb(parts)}" }, ${ms})</script>`;
          const answer = await capture({ html });
          expect(answer.headers.get("x-screenshot-settled")).toBe("true");
          expect((await pixels(answer)).at(300, 200)).toEqual([...parts, 255]);
        }),
        cases(1),
      );
    },
    deepMs,
  );

  // CSS Color Module Level 4, § 6.1, 7 and 8: names and functions, with their values in sRGB.
  test.concurrent("colours have their CSS values", async () => {
    const named: [string, number[]][] = [
      ["rebeccapurple", [102, 51, 153]],
      ["cornflowerblue", [100, 149, 237]],
      ["papayawhip", [255, 239, 213]],
      ["lightgoldenrodyellow", [250, 250, 210]],
      ["darkslategrey", [47, 79, 79]],
      ["hsl(120 100% 25%)", [0, 128, 0]],
      ["hwb(90 10% 10%)", [128, 230, 26]],
      ["#369c", [92, 133, 173]],
      ["lab(0 0 0)", [0, 0, 0]],
      ["color(srgb 1 0 1)", [255, 0, 255]],
    ];
    const boxes = named.map(([name]) => `<div style="height:20px;background:${name}"></div>`);
    const html = `<body style="margin:0;background:#fff">${boxes.join("")}`;
    const image = await pixels(await capture({ html }));
    const seen = named.map(([name], row) => [name, image.at(100, row * 20 + 10).slice(0, 3)]);
    expect(seen).toEqual(named);
  }, 300_000);

  test.concurrent("a missing background is transparent on request, and white otherwise", async () => {
    const html = `<p style="background:#f00;margin:0;height:50px">`;
    const corner = async (more: object) => {
      const image = await pixels(await capture({ html, ...more }));
      return image.at(image.width - 1, image.height - 1);
    };
    expect(await corner({ omit_background: true })).toEqual([0, 0, 0, 0]);
    expect(await corner({})).toEqual([255, 255, 255, 255]);
    const small = { omit_background: true, resize_width: 64, format: "webp" };
    expect(await corner(small)).toEqual([0, 0, 0, 0]);
  }, 300_000);
});
