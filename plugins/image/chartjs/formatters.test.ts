import { expect, test } from "bun:test";
import { createFormatter, formatLabels, formatTicks } from "./formatters.ts";

test.each([
  ["percent", 0.256, "25.6%"],
  ["currency:EUR", 1234.5, "€1,234.50"],
  ["currency:usd", 12, "$12"],
  ["compact", 1_250_000, "1.25M"],
  ["hh:mm:ss", 3725, "01:02:05"],
  ["hh:mm:ss", -59.6, "-00:01:00"],
  ["fixed:2", 1.005, "1.01"],
  ["prefix:~", 1000, "~1,000"],
  ["suffix: %", 12.5, "12.5 %"],
])("%s formats %p as %s", (name, value, text) => {
  expect(createFormatter(name, "en")?.(value)).toBe(text);
});

test.each(["", "money", "fixed:", "fixed:99", "currency:EURO", "prefix", "v => v"])(
  "%j is no formatter",
  (name) => expect(createFormatter(name, "en")).toBeUndefined(),
);

test("a label has its share of a round chart, and the value of a point", () => {
  const percent = formatLabels(createFormatter("percent", "en")!);
  const chart = (type: string) => ({ config: { type }, data: { labels: ["a"] }, options: {} });
  const dataset = { data: [1, 2, null, "1"] };
  expect(percent(1, { chart: chart("pie"), dataset, dataIndex: 0 })).toBe("25%");
  expect(percent(1, { chart: chart("bar"), dataset, dataIndex: 0 })).toBe("100%");
  expect(percent(null, { chart: chart("bar"), dataset, dataIndex: 2 })).toBeNull();
  const fixed = formatLabels(createFormatter("fixed:0", "en")!);
  expect(fixed({ x: 1, y: 7 }, { chart: chart("line"), dataset, dataIndex: 0 })).toBe("7");
  const label = formatLabels(createFormatter("label", "en")!);
  expect(label(5, { chart: chart("pie"), dataset, dataIndex: 0 })).toBe("a");
});

test("a category axis formats names that are numbers, and keeps others", () => {
  const format = formatTicks(createFormatter("suffix: km", "en")!);
  const axis = { type: "category", getLabelForValue: (index: number) => ["2020", "all"][index]! };
  expect([format.call(axis, 0), format.call(axis, 1)]).toEqual(["2,020 km", "all"]);
  expect(format.call(undefined, 5)).toBe("5 km");
});
