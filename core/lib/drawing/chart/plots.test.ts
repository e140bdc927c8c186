import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { drawAxes } from "./axes.ts";
import {
  type Chart,
  chartTypes,
  countPlaces,
  extent,
  listPlaceNames,
  numberIn,
  numbersIn,
} from "./chart.ts";
import { curvePath } from "./curve.ts";
import { chartSvg } from "./draw.ts";
import { buildFrame } from "./frame.ts";
import { computeCorners, isLabel } from "./marks.ts";
import { resolveTheme } from "./theme.ts";
import { countDecimals, scale, valueTicks } from "./ticks.ts";

const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
const charts = fc
  .record({
    width: fc.integer({ min: 100, max: 1600 }),
    height: fc.integer({ min: 60, max: 1200 }),
    data: fc.array(value, { minLength: 1, maxLength: 30 }),
    horizontal: fc.boolean(),
    title: fc.constantFrom(undefined, "A title"),
    xLabel: fc.constantFrom(undefined, "Across"),
    yLabel: fc.constantFrom(undefined, "Up"),
  })
  .map(({ data, ...look }): Chart => ({ type: "bar", series: [{ name: "One", data }], ...look }));

function layOut(chart: Chart) {
  const theme = resolveTheme(chart);
  const frame = buildFrame(chart, { theme });
  const values = numbersIn(chart.series);
  const along = {
    kind: "bands" as const,
    labels: listPlaceNames(chart),
    count: countPlaces(chart),
  };
  return drawAxes(chart, { theme, frame, values, zero: true, along });
}

describe("a plot", () => {
  test("lies within its image, and contains each of its values", () => {
    fc.assert(
      fc.property(charts, (chart) => {
        const { box, value, base } = layOut(chart);
        const [start, length] = chart.horizontal ? [box.x, box.width] : [box.y, box.height];
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(chart.width);
        expect(box.y + box.height).toBeLessThanOrEqual(chart.height);
        for (const one of numbersIn(chart.series))
          expect(value(one)).toBeWithin(start - 0.01, start + length + 0.01);
        expect(base).toBeCloseTo(value(0), 6);
      }),
      cases(200),
    );
  });

  test("has evenly spaced bars in order", () => {
    fc.assert(
      fc.property(charts, (chart) => {
        const { place, box } = layOut(chart);
        const [start, length] = chart.horizontal ? [box.y, box.height] : [box.x, box.width];
        const count = countPlaces(chart);
        const room = place(1) - place(0);
        expect(place(0)).toBeGreaterThan(start - length);
        for (let at = 1; at < count; at++) expect(place(at) - place(at - 1)).toBeCloseTo(room, 6);
      }),
      cases(100),
    );
  });

  test("grows upwards if vertical, and to the right if horizontal", () => {
    fc.assert(
      fc.property(charts, fc.double({ min: 1, max: 100, noNaN: true }), (chart, more) => {
        const { value, box } = layOut(chart);
        const [low, high] = [value(0), value(more * 1e6)];
        if (box.width <= 0 || box.height <= 0) return;
        expect(chart.horizontal ? high > low : high < low).toBeTrue();
      }),
      cases(100),
    );
  });

  test("draws its texts in the image, and omits numbers if that is too small", () => {
    fc.assert(
      fc.property(charts, (chart) => {
        const labels = layOut(chart).marks.filter(isLabel);
        const { width, height } = chart;
        // The axis names are above and below the plot.
        if (width < 130 || height < 90) expect(labels.length).toBeLessThanOrEqual(2);
        for (const label of labels)
          for (const [x] of computeCorners(label)) expect(x).toBeWithin(-width * 0.1, width * 1.1);
      }),
      cases(150),
    );
  });
});

describe("ticks", () => {
  const asked = fc.record({
    values: fc.array(value, { minLength: 1, maxLength: 20 }),
    count: fc.integer({ min: 2, max: 8 }),
    zero: fc.boolean(),
  });

  test("rise evenly by a step of one, two or five, around all values", () => {
    fc.assert(
      fc.property(asked, ({ values, ...rest }) => {
        const { at, step, low, high } = valueTicks(values, rest);
        const [least, most] = extent(values);
        const slack = Math.max(Math.abs(high), Math.abs(low)) * 1e-9;
        expect(low).toBeLessThanOrEqual(least + slack);
        expect(high).toBeGreaterThanOrEqual(most - slack);
        const digit = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
        expect([1, 2, 5].some((one) => Math.abs(digit - one) < 0.001)).toBeTrue();
        for (const [index, one] of at.slice(1).entries())
          expect(one - (at[index] ?? 0)).toBeCloseTo(step, Math.max(0, countDecimals(step) - 1));
        if (rest.zero) expect(low <= 0 && high >= 0).toBeTrue();
      }),
      cases(200),
    );
  });

  test("a scale maps its ends to its ends, and values between proportionally", () => {
    fc.assert(
      fc.property(value, value, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, share) => {
        if (Math.abs(to - from) < 1e-3) return;
        const toPixels = scale([from, to], [10, 110]);
        expect(toPixels(from)).toBeCloseTo(10, 6);
        expect(toPixels(to)).toBeCloseTo(110, 6);
        expect(toPixels(from + (to - from) * share)).toBeCloseTo(10 + 100 * share, 3);
      }),
      cases(100),
    );
  });
});

describe("a curve", () => {
  const points = fc
    .array(fc.integer({ min: -100, max: 100 }), { minLength: 2, maxLength: 12 })
    .map((ys) => ys.map((y, at) => [at * 10, y] as const));
  const parseNumbers = (path: string) => (path.match(/-?\d*\.?\d+/g) ?? []).map(Number);

  test.each(["linear", "smooth", "step"] as const)(
    "that is %s starts and ends at its ends",
    (curve) => {
      fc.assert(
        fc.property(points, (line) => {
          const path = curvePath(line, curve);
          const numbers = parseNumbers(path);
          expect(numbers.slice(0, 2)).toEqual([...(line[0] ?? [])]);
          expect(path).toStartWith("M");
          if (curve === "linear") expect(numbers).toEqual(line.flat());
        }),
        cases(60),
      );
    },
  );

  test("that is smooth stays between neighbouring points", () => {
    fc.assert(
      fc.property(points, (line) => {
        if (line.length < 3) return;
        const numbers = parseNumbers(curvePath(line, "smooth"));
        const ys = line.map(([, y]) => y);
        for (let at = 1; at < numbers.length; at += 2)
          expect(numbers[at]).toBeWithin(Math.min(...ys) - 0.02, Math.max(...ys) + 0.02);
      }),
      cases(100),
    );
  });
});

describe("values", () => {
  test.each([
    [3, 3],
    [0, 0],
    [null, null],
    [undefined, null],
    [[1, 2], 2],
    [[1], null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ])("of %j the number is %j", (datum, number) => {
    expect(numberIn(datum)).toBe(number);
  });

  test("the minimum and maximum of a hundred thousand are found", () => {
    const many = Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 200_003);
    const sorted = many.toSorted((one, other) => one - other);
    expect(extent(many)).toEqual([sorted[0] ?? -1, sorted.at(-1) ?? -1]);
    expect(extent([])).toEqual([0, 1]);
    expect(extent([5])).toEqual([5, 5]);
  });
});

test.each(chartTypes)(
  "a chart of type %s is drawn with any values, without invalid numbers",
  (type) => {
    fc.assert(
      fc.property(charts, (chart) => {
        const data = numbersIn(chart.series).map(Math.abs);
        const positive = type === "gauge" ? data.slice(0, 1) : data.map((one) => one + 1);
        const pairs = positive.map((one, at) => [at, one] as const);
        const series = [{ name: "One", data: type === "scatter" ? pairs : positive }];
        const svg = chartSvg({ ...chart, type, series });
        expect(svg).toStartWith("<svg");
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      }),
      cases(25),
    );
  },
);
