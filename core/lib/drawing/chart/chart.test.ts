import { expect, test } from "bun:test";
import type { Chart } from "./chart.ts";
import { chartTypes } from "./chart.ts";
import { chartOutlines, chartSvg } from "./draw.ts";

const months = ["Jan", "Feb", "Mar", "Apr"];
const base: Chart = {
  type: "bar",
  width: 800,
  height: 400,
  labels: months,
  series: [{ name: "Shop", data: [3, -1, null, 4] }],
};

/** Returns the `d` of the paths that are filled or stroked with a colour. */
function paths(svg: string, color: string): string[] {
  const all = [...svg.matchAll(/<path [^>]*>/g)].map(([path]) => path);
  const own = all.filter((path) => path.includes(`"${color}"`));
  return own.map((path) => /\bd="([^"]*)"/.exec(path)?.[1] ?? "");
}

function texts(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text!);
}

test.each(chartTypes)("a %s chart is drawn from the same data, complete or not", (type) => {
  for (const data of [[3, -1, null, 4], [7], [0, 0], [1e-12, 2e-12], [1e15, -1e15], [], [null]])
    for (const [width, height] of [
      [800, 400],
      [100, 60],
      [2000, 100],
    ] as const) {
      const svg = chartSvg({ ...base, type, width, height, series: [{ name: "a", data }] });
      expect(svg).toEndWith("</svg>");
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
});

test("bars start at zero, and negative ones extend below it", () => {
  const [d] = paths(chartSvg({ ...base, colors: ["#123456"] }), "#123456");
  const tops = [...d!.matchAll(/M[\d.]+ ([\d.]+)h/g)].map(([, y]) => Number(y));
  expect(tops).toHaveLength(3);
  const [first, below, last] = tops as [number, number, number];
  expect(last).toBeLessThan(first);
  expect(below).toBeGreaterThan(first);
});

test("stacked bars touch", () => {
  const series = [2, 3].map((value, index) => ({
    name: `${index}`,
    data: [value],
    color: `#00000${index}`,
  }));
  const svg = chartSvg({ ...base, type: "stacked-bar", labels: ["a"], series });
  const [low, high] = ["#000000", "#000001"].map((color) => {
    const [, y, height] = /M[\d.]+ ([\d.]+)h[\d.]+v([\d.]+)/.exec(paths(svg, color)[0]!)!;
    return { top: Number(y), bottom: Number(y) + Number(height) };
  });
  expect(high!.bottom).toBeCloseTo(low!.top, 1);
});

test("a line is broken at a missing value", () => {
  const data = [1, 2, null, 3, 4];
  const svg = chartSvg({ ...base, type: "line", series: [{ name: "", data, color: "#123456" }] });
  expect(paths(svg, "#123456")[0]!.match(/M/g)).toHaveLength(2);
});

test("distances on a time axis are proportional to time", () => {
  const labels = ["2026-01-01", "2026-01-02", "2026-01-11"];
  const series = [{ name: "", data: [1, 1, 1], color: "#123456" }];
  const far = (xType: "time" | "category") => {
    const [d] = paths(chartSvg({ ...base, type: "line", labels, series, xType }), "#123456");
    const [a, b, c] = [...d!.matchAll(/[ML]([\d.]+) /g)].map(([, x]) => Number(x));
    return (c! - a!) / (b! - a!);
  };
  expect(far("time")).toBeCloseTo(10, 1);
  expect(far("category")).toBeCloseTo(2, 1);
});

test("a smooth line never exceeds its points", () => {
  const series = [{ name: "", data: [0, 0, 10, 10, 0], color: "#123456" }];
  const [d] = paths(chartSvg({ ...base, type: "line", curve: "smooth", series }), "#123456");
  const [first, ...others] = d!
    .slice(1)
    .split("C")
    .map((part) => part.split(" ").map(Number));
  const points = [first![1]!, ...others.map((part) => part[5]!)];
  const between = others.flatMap((part) => [part[1]!, part[3]!]);
  expect(Math.min(...between)).toBeGreaterThanOrEqual(Math.min(...points));
  expect(Math.max(...between)).toBeLessThanOrEqual(Math.max(...points));
});

test("the slices of a pie are shares of the sum", () => {
  const svg = chartSvg({
    ...base,
    type: "pie",
    labels: ["a", "b"],
    series: [{ name: "", data: [3, 1] }],
  });
  expect(texts(svg)).toEqual(expect.arrayContaining(["75%", "25%"]));
});

test("a doughnut shows the sum of its slices", () => {
  const number = { style: "currency", locale: "de-DE", currency: "EUR", decimals: 0 } as const;
  const series = [{ name: "", data: [1200, 800] }];
  expect(
    texts(chartSvg({ ...base, type: "doughnut", labels: ["a", "b"], series, number })),
  ).toContain("2.000\u00A0€");
});

test("numbers are formatted for the locale", () => {
  const number = { style: "percent", locale: "fr" } as const;
  const svg = chartSvg({ ...base, number, series: [{ name: "", data: [0.1, 0.5] }] });
  expect(texts(svg).join()).toMatch(/50\s%/);
});

test("a legend next to a pie has every name", () => {
  for (const last of ["b", "bb", "w", "Wi", "0.1", "é"]) {
    const chart = {
      ...base,
      type: "pie",
      labels: ["a", last, "c"],
      series: [{ name: "", data: [1, 2, 3] }],
    };
    const written = texts(chartSvg(chart as Chart));
    for (const name of ["a", last, "c"]) expect(written).toContain(name);
  }
});

test("a legend appears with two or more series", () => {
  const two = [...base.series, { name: "Market", data: [1] }];
  expect(texts(chartSvg(base))).not.toContain("Shop");
  expect(texts(chartSvg({ ...base, series: two }))).toEqual(
    expect.arrayContaining(["Shop", "Market"]),
  );
  expect(texts(chartSvg({ ...base, series: two, legend: "none" }))).not.toContain("Market");
});

test("texts of callers are escaped", () => {
  const evil = `"><script>alert(1)</script>`;
  const svg = chartSvg({
    ...base,
    title: evil,
    labels: [evil],
    series: [
      { name: evil, data: [1] },
      { name: evil, data: [2] },
    ],
  });
  expect(svg).not.toContain("<script");
  expect(svg).toContain("&lt;script&gt;");
});

test("outlines contain no text that depends on the viewer's fonts", async () => {
  const svg = await chartOutlines({ ...base, title: "Αθήνα 東京" });
  expect(svg).not.toContain("<text");
  expect(svg).toContain("<path");
});
