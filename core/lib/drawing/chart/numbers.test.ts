import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { type Chart, numbersIn } from "./chart.ts";
import { chartSvg } from "./draw.ts";

interface Text {
  text: string;
  x: number;
  y: number;
  anchor: string;
  fill: string;
}

/** Returns the texts of a chart with their positions; lines of a label are joined by line breaks. */
function readTexts(svg: string): Text[] {
  return Array.from(
    svg.matchAll(/<text ([^>]*)>(.*?)<\/text>/gs),
    ([, attributes = "", inner = ""]) => {
      const read = (name: string) =>
        new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
      const text = inner
        .replaceAll("</tspan><tspan", "</tspan>\n<tspan")
        .replaceAll(/<[^>]*>/g, "");
      return {
        text: text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&"),
        x: Number(read("x")),
        y: Number(read("y")),
        anchor: read("text-anchor"),
        fill: read("fill"),
      };
    },
  );
}

/** Returns a printed English number, and half of its last digit's value. Undefined for any other text. */
function readNumber(text: string): { value: number; tolerance: number } | undefined {
  const [, sign, digits = "", exponent, suffix = ""] =
    /^(-?)\$?([\d,]+(?:\.\d+)?)(?:E(-?\d+))?([KMBT%]?)$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const plain = digits.replaceAll(",", "");
  const factor =
    ({ K: 1e3, M: 1e6, B: 1e9, T: 1e12, "%": 0.01 }[suffix] ?? 1) * 10 ** Number(exponent ?? 0);
  const decimals = plain.split(".")[1]?.length ?? 0;
  const value = Number(plain) * factor * (sign ? -1 : 1);
  return { value, tolerance: (0.5000001 * factor) / 10 ** decimals };
}

const value = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.double({ min: -0.01, max: 0.01, noNaN: true }),
  fc.constantFrom(0, 1, 1 / 3, 1_234_567.89, 5e-7),
);
const number = fc.constantFrom(
  { style: "number", locale: "en" } as const,
  { style: "compact", locale: "en" } as const,
  { style: "percent", locale: "en" } as const,
  { style: "currency", locale: "en" } as const,
  { style: "number", locale: "en", decimals: 1 } as const,
);
const end = fc.option(fc.integer({ min: -500, max: 500 }), { nil: undefined });
const charts = fc
  .record({
    type: fc.constantFrom("bar", "stacked-bar", "line", "area", "scatter", "heatmap", "radar"),
    series: fc.array(
      fc.record({
        name: fc.constantFrom("one", "two", ""),
        data: fc.array(value, { minLength: 1, maxLength: 8 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    width: fc.constantFrom(300, 800, 1600),
    height: fc.constantFrom(200, 400, 900),
    horizontal: fc.boolean(),
    number,
    yMin: end,
    yMax: end,
  })
  .map(({ yMin, yMax, type, ...rest }): Chart => {
    const [low, high] = [yMin, yMax].toSorted((a = 0, b = 0) => a - b);
    const isBar = type === "bar" || type === "stacked-bar";
    const ends = low === high ? {} : { yMin: low, yMax: high };
    const labels = Array.from({ length: 8 }, (_, at) => `name ${at}`);
    const names = type === "scatter" ? {} : { labels };
    return {
      ...rest,
      ...ends,
      ...names,
      type,
      values: true,
      horizontal: rest.horizontal && isBar,
    } as Chart;
  });

/** Returns the numbers that a chart may print next to its marks. */
function listExpected({ type, series }: Chart): number[] {
  if (type !== "stacked-bar") return numbersIn(series);
  const totals: number[] = [];
  for (let at = 0; at < 8; at++) {
    let [up, down] = [0, 0];
    for (const row of series.map(({ data }) => data[at])) {
      if (typeof row !== "number") continue;
      if (row < 0) down += row;
      else up += row;
      totals.push(row < 0 ? down : up);
    }
  }
  return [...numbersIn(series), ...totals];
}

describe("every printed number", () => {
  test("is a value of the chart or a tick at its place on an axis", () => {
    fc.assert(
      fc.property(charts, (chart) => {
        const texts = readTexts(chartSvg(chart));
        const printed = texts.flatMap((text) => {
          const number = readNumber(text.text);
          return number ? [{ ...text, ...number }] : [];
        });
        const expected = listExpected(chart);
        const isValue = ({ value, tolerance }: { value: number; tolerance: number }) =>
          expected.some((one) => Math.abs(one - value) <= tolerance + Math.abs(one) * 1e-9);
        const others = printed.filter((one) => !isValue(one));
        // The other numbers are ticks and the ends of a colour key: equal steps between equal distances.
        const byAxis = Object.groupBy(others, ({ anchor, x, y }) =>
          anchor === "end" ? `x ${x}` : `y ${y}`,
        );
        if (chart.type === "heatmap" || chart.type === "radar" || chart.type === "scatter") return;
        for (const ticks of Object.values(byAxis)) {
          const [first, second, ...more] = ticks ?? [];
          if (!first || !second) continue;
          const place = ({ x, y, anchor }: Text) => (anchor === "end" ? y : x);
          const slope = (second.value - first.value) / (place(second) - place(first));
          for (const tick of more) {
            const at = first.value + slope * (place(tick) - place(first));
            const rounding =
              (first.tolerance + second.tolerance + tick.tolerance) * (2 + more.length);
            expect(Math.abs(tick.value - at)).toBeLessThanOrEqual(
              rounding + Math.abs(slope) * (2 + more.length),
            );
          }
        }
        const lost = others.filter(({ fill }) => fill === "#16202e");
        expect(lost.map(({ text }) => text)).toEqual([]);
      }),
      cases(200),
    );
  });

  test("that differs from 0 isn't printed as 0", () => {
    for (const value of [0.001, -0.0004, 2e-7, 1.005, 0.05])
      for (const style of ["number", "percent", "currency", "compact"] as const) {
        const chart: Chart = {
          type: "bar",
          width: 800,
          height: 400,
          values: true,
          number: { style, locale: "en" },
          series: [{ name: "", data: [value] }],
        };
        const found = readTexts(chartSvg(chart)).flatMap(({ text }) => readNumber(text) ?? []);
        expect(
          found.some((one) => one.value !== 0 && Math.abs(one.value / value - 1) < 0.006),
        ).toBe(true);
      }
  });

  test("in a pie of percentages is a share of the whole", () => {
    const slices = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(slices, fc.constantFrom("pie", "doughnut"), (data, type) => {
        const number = { style: "percent", locale: "en" } as const;
        const chart = {
          type,
          width: 800,
          height: 600,
          values: true,
          number,
          series: [{ name: "", data }],
        };
        const sum = data.reduce((total, one) => total + one, 0);
        for (const { text } of readTexts(chartSvg(chart as Chart))) {
          const printed = text.endsWith("%") ? readNumber(text) : undefined;
          if (!printed) continue;
          expect(data.some((one) => Math.abs(one / sum - printed.value) <= printed.tolerance)).toBe(
            true,
          );
        }
      }),
      cases(50),
    );
    const thirds = {
      type: "pie",
      width: 800,
      height: 400,
      values: true,
      number: { style: "percent", locale: "en" },
    };
    const texts = readTexts(
      chartSvg({ ...thirds, series: [{ name: "", data: [1, 1, 1] }] } as Chart),
    );
    expect(texts.filter(({ text }) => text === "33.3%")).toHaveLength(3);
  });
});

describe("a value beyond the end of its axis", () => {
  const ends = { width: 800, height: 400, yMin: 0, yMax: 100 };

  test.each(["bar", "line", "area", "scatter", "radar"] as const)(
    "has a sign in a %s chart",
    (type) => {
      const draw = (data: number[]) => chartSvg({ ...ends, type, series: [{ name: "", data }] });
      const signs = (data: number[]) => draw(data).match(/class="beyond"/g)?.length ?? 0;
      expect(signs([10, 50, 100])).toBe(0);
      expect(signs([10, 130, 20, 50, 40, -20])).toBe(2);
      expect(readTexts(draw([10, 130, 20])).map(({ text }) => text)).toContain("130");
    },
  );

  test("has a sign in stacks, gauges, heatmaps and sparklines", () => {
    const stack = { ...ends, type: "stacked-bar" as const };
    const data = [
      { name: "a", data: [80] },
      { name: "b", data: [70] },
    ];
    expect(readTexts(chartSvg({ ...stack, series: data })).map(({ text }) => text)).toContain(
      "150",
    );
    const one = (value: number) => [{ name: "", data: [value] }];
    for (const [value, count] of [
      [50, 0],
      [130, 1],
      [-1, 1],
    ] as const)
      expect(
        chartSvg({ ...ends, type: "gauge", series: one(value) }).split("beyond").length - 1,
      ).toBe(count);
    const spark = {
      ...ends,
      type: "sparkline" as const,
      series: [{ name: "", data: [1, 200, 3] }],
    };
    expect(chartSvg(spark)).toContain("beyond");
    const heat = { ...ends, type: "heatmap" as const, series: [{ name: "r", data: [1, 200, -3] }] };
    const texts = readTexts(chartSvg(heat)).map(({ text }) => text);
    expect(texts).toContain("≥ 100");
    expect(texts).toContain("≤ 0");
  });

  test("is marked once where thousands are cut off", () => {
    const data = Array.from({ length: 2000 }, (_, at) => 200 + at);
    const svg = chartSvg({ ...ends, type: "line", series: [{ name: "", data }] });
    expect(svg.match(/class="beyond"/g)!.length).toBeLessThan(100);
  });
});

describe("labels", () => {
  const base = { width: 800, height: 400, type: "bar" as const };

  test("keep all their lines", () => {
    const labels = ["line one\nline two", "b"];
    const series = [{ name: "x", data: [1, 2] }];
    for (const chart of [base, { ...base, horizontal: true }, { ...base, type: "radar" as const }])
      expect(readTexts(chartSvg({ ...chart, labels, series })).map(({ text }) => text)).toContain(
        labels[0]!,
      );
  });

  test("below a chart are complete as long as they are shorter than a third of its height", () => {
    const labels = Array.from({ length: 8 }, (_, at) => `The label of thing ${at}`);
    const svg = chartSvg({
      ...base,
      labels,
      series: [{ name: "x", data: labels.map((_, at) => at) }],
    });
    expect(readTexts(svg).filter(({ text }) => labels.includes(text))).toHaveLength(8);
  });

  test("of bars that are dates stand at their time", () => {
    const labels = ["2026-01-01", "2026-01-02", "2026-01-05", "2026-01-09"];
    const svg = chartSvg({ ...base, labels, series: [{ name: "x", data: [1, 2, 3, 4] }] });
    const places = ["Jan 1", "Jan 2", "Jan 5", "Jan 9"].map(
      (name) => readTexts(svg).find(({ text }) => text === name)?.x ?? Number.NaN,
    );
    const [first = 0, second = 0, third = 0, fourth = 0] = places;
    expect((third - first) / (second - first)).toBeCloseTo(4, 1);
    expect((fourth - first) / (second - first)).toBeCloseTo(8, 1);
    const unordered = ["2026-01-05", "2026-01-02"];
    expect(
      chartSvg({ ...base, labels: unordered, series: [{ name: "x", data: [1, 2] }] }),
    ).toContain(">2026-01-05<");
  });
});
