import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const path = "/api/image/chart";
const base = { type: "line", labels: ["a", "b"], series: [{ name: "n", data: [1, 2] }] };
const post = (body: object) => hub.post(path, { ...base, ...body });

test("a chart is an SVG without active content or external resources", async () => {
  const answer = await post({ title: "<Sales>" });
  expect(answer.headers.get("content-type")).toStartWith("image/svg+xml");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await answer.text()).toContain("&lt;Sales&gt;");
});

test.each([
  ["png", "89504e47"],
  ["webp", "52494646"],
  ["jpg", "ffd8ff"],
])("a chart is a %s file", async (format, head) => {
  const bytes = Buffer.from(await (await post({ format, width: 200, height: 100 })).arrayBuffer());
  expect(bytes.toString("hex")).toStartWith(head);
});

test("returns the chart and its details as JSON", async () => {
  const answer = await json(await post({ format: "png", response: "json", scale: 2, title: "T" }));
  expect(answer).toMatchObject({ success: true, width: 1600, height: 800, alt: "T" });
  expect(answer.data_uri).toStartWith("data:image/png;base64,");
  expect(answer.contrast_ratio).toBeGreaterThan(4.5);
});

test("accepts colours in any CSS notation", async () => {
  const text = await (
    await post({ series: [{ data: [1, 2], color: "rebeccapurple" }], background: "transparent" })
  ).text();
  expect(text).toContain('stroke="#663399"');
  expect(text).not.toContain("<rect");
});

test.each([
  [{ labels: ["a"] }, "body.series.0.data"],
  [{ type: "pie", series: [{ data: [1, -2] }] }, "body.series.0.data.1"],
  [{ type: "pie", series: [{ data: [0, 0] }] }, "body.series.0.data"],
  [{ type: "doughnut", series: [{ data: [1] }, { data: [1] }] }, "body.series"],
  [{ type: "gauge" }, "body.series.0.data"],
  [{ series: [{ data: [[1, 2]] }] }, "body.series.0.data.0"],
  [{ x_type: "time" }, "body.labels.0"],
  [{ x_type: "time", labels: ["2026-01-02", "2026-01-01"] }, "body.labels.1"],
  [{ y_min: 5, y_max: 5 }, "body.y_max"],
  [{ locale: "no such" }, "body.locale"],
  [{ background: "url(x)" }, "body.background"],
  [{ series: [{ data: [1], color: "red;}" }] }, "body.series.0.color"],
  [{ width: 99 }, "body.width"],
])("%j is rejected", async (body, at) => {
  const answer = await json(await post(body));
  expect(answer).toMatchObject({ status: 400, code: "invalid_input" });
  expect(answer.errors[0].location).toStartWith(at);
});

test("draws more values than the limit of pixel formats as SVG only", async () => {
  const series = Array.from({ length: 4 }, () => ({ data: Array(1501).fill(1) }));
  const many = { labels: undefined, series };
  expect((await post(many)).status).toBe(200);
  const answer = await json(await post({ ...many, format: "png" }));
  expect(answer.detail).toContain(
    "at most 6000 values together unless body.format is svg: it is 6004",
  );
});

test("a line labels as many values as fit, and has dashes only if they are visible", async () => {
  const texts = async (count: number) => {
    const series = Array.from({ length: 7 }, (_, index) => ({
      data: Array.from({ length: count }, (_, at) => 100_000 * (index + 1) + at),
    }));
    const labels = Array(count).fill("");
    return (await post({ values: true, labels, series, width: 800 })).text();
  };
  const [few, many] = [await texts(5), await texts(500)];
  expect(few.match(/>[1-7]00,00\d</g)!.length).toBeGreaterThanOrEqual(5 * 7);
  expect(few).toContain("stroke-dasharray");
  expect(many.match(/>[1-7]00,\d{3}</g)!.length).toBeLessThan(7 * 40);
  expect(many).not.toContain("stroke-dasharray");
});

test.each([
  ["000", "light"],
  ["fff", "dark"],
  ["808080", "light"],
  ["ff0000", "dark"],
])("text on %s is readable, also in the theme %s", async (background, theme) => {
  const { contrast_ratio } = await json(await post({ background, theme, response: "json" }));
  expect(contrast_ratio).toBeGreaterThanOrEqual(4.5);
});

test("counts the names that don't fit at the end of the legend", async () => {
  const labels = Array.from({ length: 100 }, (_, at) => `Product ${at + 1}`);
  const data = labels.map((_, at) => at + 1);
  for (const legend of ["right", "top", "bottom"]) {
    const text = await (await post({ type: "pie", labels, series: [{ data }], legend })).text();
    const named = text.match(/>Product \d+</g)?.length ?? 0;
    expect(named).toBeGreaterThan(5);
    expect(text).toContain(`>+ ${100 - named}<`);
  }
});

test("abbreviates axis numbers if they are wide", async () => {
  const text = async (data: number[]) =>
    (await post({ type: "bar", labels: ["a", "b"], series: [{ data }], width: 300 })).text();
  expect(await text([2e15, 1e15])).toContain(">2000T<");
  expect(await text([2e-9, 1e-9])).toContain(">2E-9<");
  expect(await text([2000, 1000])).toContain(">2,000<");
});

test("treats values without a smaller power of ten as equal", async () => {
  expect((await post({ series: [{ data: [0, 1e-323] }] })).status).toBe(200);
});

test("draws the largest allowed chart", async () => {
  const labels = Array.from({ length: 500 }, (_, at) => `Label ${at}`);
  const data = labels.map((_, at) => Math.sin(at) * 1e18);
  const series = Array.from({ length: 12 }, (_, at) => ({ name: `${at}`, data }));
  const answer = await hub.post(path, {
    type: "heatmap",
    labels,
    series,
    width: 2000,
    height: 2000,
  });
  expect(answer.status).toBe(200);
});
