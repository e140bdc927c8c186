import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { rasterise } from "../raster/rasterise.ts";
import { measure } from "../text/layout.ts";
import { type Chart, type ChartType, chartTypes } from "./chart.ts";
import { chartOutlines, chartSvg } from "./draw.ts";
import { type Corner, touch } from "./marks.ts";
import { textWidth } from "./text-width.ts";

const words = [
  "a",
  "Jan",
  "Product 17",
  "Schifffahrtsgesellschaft",
  "A rather long name of a thing",
  "東京都千代田区霞が関",
  "서울특별시",
  "القاهرة الكبرى",
  "תל אביב",
  "กรุงเทพมหานคร",
  "Ελλάδα",
  "WWWWMMMM",
  "ЩЖШ Москва",
  "🚀 Ship",
  "",
  "1,234,567.89",
  "x".repeat(100),
];
const word = fc.constantFrom(...words);
const value = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ min: -1e18, max: 1e18, noNaN: true }),
  fc.double({ min: -1e-6, max: 1e-6, noNaN: true }),
  fc.constantFrom(0, 1, 7, null),
);
const lists = fc.integer({ min: 1, max: 120 }).chain((count) =>
  fc.record({
    labels: fc.oneof(
      fc.array(word, { minLength: count, maxLength: count }),
      fc.constant(Array.from({ length: count }, (_, at) => `Product ${at + 1}`)),
      fc.constant(
        Array.from({ length: count }, (_, at) =>
          new Date(at * 86_400_000).toISOString().slice(0, 10),
        ),
      ),
      fc.constant(undefined),
    ),
    series: fc.array(
      fc.record({
        name: word,
        data: fc.oneof(
          fc.array(value, { minLength: count, maxLength: count }),
          value.map((one) => Array(count).fill(one)),
        ),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  }),
);

const looks = fc.record({
  width: fc.constantFrom(100, 200, 400, 800, 2000),
  height: fc.constantFrom(60, 100, 150, 400, 1200),
  title: fc.option(word, { nil: undefined }),
  subtitle: fc.option(word, { nil: undefined }),
  xLabel: fc.option(word, { nil: undefined }),
  yLabel: fc.option(word, { nil: undefined }),
  legend: fc.constantFrom("auto" as const, "top" as const, "bottom" as const, "right" as const),
  values: fc.option(fc.boolean(), { nil: undefined }),
  horizontal: fc.boolean(),
  number: fc.record({
    style: fc.constantFrom("number" as const, "compact" as const, "currency" as const),
    locale: fc.constantFrom("en", "de-CH", "ar", "ja"),
  }),
});

interface Drawn {
  text: string;
  corners: Corner[];
}

/** Returns the texts of a chart, each with the width of the wider of two fonts. */
function readTexts(svg: string): Drawn[] {
  const found = svg.matchAll(/<text( [^>]*)>([^<]*)<\/text>/g);
  return Array.from(found, ([, attributes = "", escaped = ""]) => {
    const text = escaped.replaceAll(/&(?:#39|apos);/g, "'").replaceAll("&amp;", "&");
    const read = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1];
    const size = Number(read("font-size"));
    const weight = read("font-weight") ? 700 : 400;
    const width = Math.max(
      ...(["sans", "wide"] as const).map((family) => measure(text, { size, weight, family })),
    );
    const anchor = { middle: -0.5, end: -1 }[read(" text-anchor") ?? ""] ?? 0;
    const turn = (Number(/rotate\((-?\d+)/.exec(attributes)?.[1] ?? 0) * Math.PI) / 180;
    const [x, y, left] = [Number(read(" x")), Number(read(" y")), anchor * width];
    const corners = [
      [left, -0.72 * size],
      [left + width, -0.72 * size],
      [left + width, 0.2 * size],
      [left, 0.2 * size],
    ].map(
      ([dx = 0, dy = 0]): Corner => [
        x + dx * Math.cos(turn) - dy * Math.sin(turn),
        y + dx * Math.sin(turn) + dy * Math.cos(turn),
      ],
    );
    return { text, corners };
  });
}

function createChart(
  type: ChartType,
  look: object,
  { labels, series }: { labels: string[] | undefined; series: Chart["series"] },
): Chart {
  const single = type === "pie" || type === "doughnut" || type === "gauge";
  return { ...look, type, labels, series: single ? series.slice(0, 1) : series } as Chart;
}

test.each(chartTypes)("no two labels of a %s overlap, and none exceeds the image", (type) => {
  fc.assert(
    fc.property(looks, lists, (look, data) => {
      const svg = chartSvg(createChart(type, look, data));
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      const texts = readTexts(svg);
      for (const [index, { corners }] of texts.entries()) {
        for (const [x, y] of corners) {
          expect(Math.min(x, y)).toBeGreaterThan(-1);
          expect(x).toBeLessThan(look.width + 1);
          expect(y).toBeLessThan(look.height + 1);
        }
        for (const other of texts.slice(index + 1))
          expect(touch(corners, other.corners)).toBe(false);
      }
    }),
    cases(5),
  );
});

test("the estimated width covers every font of the hub closely", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (parts) => {
      const text = parts.join(" ");
      for (const family of ["sans", "wide"] as const)
        expect(measure(text, { size: 100, family })).toBeLessThanOrEqual(
          textWidth(text, 100) * 1.02,
        );
    }),
    cases(20),
  );
});

const letters = /<path fill="(#[0-9a-f]{6})" d="[^"]*"\/>/g;

/** Returns the lowest contrast of the letters' pixels, measured by drawing with and without them. */
async function measureContrast(svg: string): Promise<number> {
  const inks: string[] = [];
  const numbered = svg
    .replace(/<(?:path|rect|circle)(?! fill="#[0-9a-f]{6}" d=)[^>]*\/>/g, "")
    .replace(letters, (path, ink: string) => {
      inks.push(ink);
      const number = `#${inks.length.toString(16).padStart(6, "0")}`;
      return path.replace(ink, `${number}" shape-rendering="crispEdges`);
    });
  const { data: behind } = await rasterise(svg.replace(letters, ""));
  const { data: which } = await rasterise(numbered);
  let least = 21;
  for (let at = 0; at < which.length; at += 4) {
    if (which[at + 3] !== 255) continue;
    const ink =
      inks[((which[at] ?? 0) << 16) + ((which[at + 1] ?? 0) << 8) + (which[at + 2] ?? 0) - 1];
    if (ink) least = Math.min(least, contrast(parseChannels(ink), behind.subarray(at, at + 3)));
  }
  return least;
}

function parseChannels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** Returns the contrast ratio by WCAG 2.2. */
function contrast(one: ArrayLike<number>, two: ArrayLike<number>): number {
  const luminance = (color: ArrayLike<number>) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
      const share = (color[at] ?? 0) / 255;
      return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
    }, 0);
  const [dark = 0, light = 0] = [luminance(one), luminance(two)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("labels have a contrast of 4.5:1 to every pixel behind them, with any colours", async () => {
  const color = fc.nat(0xffffff).map((number) => `#${number.toString(16).padStart(6, "0")}`);
  const colored = fc.record({
    theme: fc.constantFrom("light" as const, "dark" as const),
    background: fc.option(color, { nil: undefined }),
    colors: fc.option(fc.array(color, { minLength: 1, maxLength: 5 }), { nil: undefined }),
    values: fc.constant(true),
  });
  const data = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 12 });
  const series = fc.array(fc.record({ name: fc.constantFrom("One", "Another"), data }), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...chartTypes),
      colored,
      series,
      async (type, look, series) => {
        const chart = createChart(type, look, { labels: undefined, series });
        const svg = await chartOutlines({ ...chart, width: 400, height: 240, title: "A title" });
        // A background that is always drawn.
        expect(await measureContrast(svg)).toBeGreaterThanOrEqual(4.5);
      },
    ),
    cases(12),
  );
});
