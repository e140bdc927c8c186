import { expect, spyOn, test } from "bun:test";
import fc from "fast-check";
import { loadCanvas } from "hub/drawing";
import { cases, testHub } from "hub/testing";
import sharp from "sharp";

const hub = await testHub(new URL("..", import.meta.url).pathname);

const colors = ["#ff0000", "#00a000", "#0000ff"];

/** Returns the number of pixels of a colour. */
async function countPixels(picture: Buffer, color: string): Promise<number> {
  const { data } = await sharp(picture)
    .flatten({ background: "#fff" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const wanted = Buffer.from(color.slice(1), "hex");
  let count = 0;
  for (let at = 0; at < data.length; at += 3)
    if (wanted.every((channel, index) => Math.abs(channel - (data[at + index] ?? 0)) < 40)) count++;
  return count;
}

const anyShapes = fc.record({
  isVersion2: fc.boolean(),
  type: fc.constantFrom("line", "bar", "horizontalBar", "scatter", "bubble", "radar"),
  series: fc.integer({ min: 1, max: 3 }),
  // Names that Chart.js takes for something else, or for the other direction.
  axis: fc.constantFrom("y", "r", "x1", "left", "constructor-1"),
  isStacked: fc.boolean(),
  isReversed: fc.boolean(),
  values: fc.array(fc.integer({ min: 10, max: 99 }), { minLength: 3, maxLength: 6 }),
});

/** In Chart.js 2, the axis of values of upright charts has no name, so no other axis may be its namesake. */
const shapes = anyShapes.filter(
  ({ isVersion2, type, axis }) => !(isVersion2 && type === "horizontalBar" && axis === "y"),
);

type Shape = typeof shapes extends fc.Arbitrary<infer Value> ? Value : never;

/** Builds a chart in the notation of Chart.js 2 or 4. */
function buildChart({ isVersion2, type, series, axis, isStacked, isReversed, values }: Shape) {
  const isRadial = type === "radar";
  const isUpright = type !== "horizontalBar";
  const isPoint = type === "scatter" || type === "bubble";
  const datasets = Array.from({ length: series }, (_, index) => ({
    label: `Series ${index}`,
    data: values.map((value, at) => {
      const y = value + index * 7;
      return isPoint ? { x: at, y, r: 8 } : y;
    }),
    ...{ borderColor: colors[index], borderWidth: 4, pointRadius: 5, fill: false },
    ...(type !== "line" && !isRadial && { backgroundColor: colors[index] }),
    ...(!isRadial && (isUpright ? { yAxisID: axis } : { xAxisID: axis })),
  }));
  const stacked = isStacked && !isPoint;
  const old = { id: axis, stacked, ticks: { reverse: isReversed, beginAtZero: true } };
  const axes = isUpright
    ? { yAxes: [old], xAxes: [{ stacked }] }
    : { xAxes: [old], yAxes: [{ stacked }] };
  const now = { [axis]: { stacked, reverse: isReversed, beginAtZero: true } };
  const scales = isVersion2 ? axes : now;
  const legend = { display: false };
  return {
    type: type === "horizontalBar" && !isVersion2 ? "bar" : type,
    data: { labels: values.map((_, index) => `n${index}`), datasets },
    options: {
      ...(!isRadial && { scales }),
      ...(type === "horizontalBar" && !isVersion2 && { indexAxis: "y" }),
      ...(isVersion2 ? { legend } : { plugins: { legend } }),
    },
  };
}

test("every series of the legend has pixels, on any axis and in both notations", async () => {
  await fc.assert(
    fc.asyncProperty(shapes, async (shape) => {
      const chart = buildChart(shape);
      const response = await hub.post("/chart", {
        chart,
        ...{ width: 360, height: 240, devicePixelRatio: 1 },
        version: shape.isVersion2 ? "2" : "4",
      });
      expect(response.status).toBe(200);
      const picture = Buffer.from(await response.bytes());
      for (const color of colors.slice(0, shape.series))
        expect(await countPixels(picture, color)).toBeGreaterThan(20);
    }),
    cases(300, 12),
  );
});

interface PlacedText {
  text: string;
  x: number;
  y: number;
}

/** Draws a chart, and returns its texts with their places. */
async function placeTexts(chart: object, version: string): Promise<PlacedText[]> {
  const { createCanvas } = await loadCanvas();
  const prototype = Object.getPrototypeOf(createCanvas(1, 1).getContext("2d"));
  const { fillText } = prototype;
  const texts: (PlacedText & { context: unknown })[] = [];
  const write = spyOn(prototype, "fillText").mockImplementation(function (
    this: { getTransform(): { e: number; f: number } },
    ...args: unknown[]
  ) {
    const { e, f } = this.getTransform();
    const [text, x, y] = args;
    texts.push({ text: String(text), x: Number(x) + e, y: Number(y) + f, context: this });
    return fillText.apply(this, args);
  });
  try {
    const size = { width: 500, height: 350, devicePixelRatio: 1 };
    const response = await hub.post("/chart", { chart, version, ...size });
    expect(response.status).toBe(200);
    // A chart that needs room is drawn again.
    return texts.filter(({ context }) => context === texts.at(-1)?.context);
  } finally {
    write.mockRestore();
  }
}

/** Returns the largest distance in pixels between a tick and the place of the value that its text has. */
function findLargestError(ticks: readonly { value: number; place: number }[]): number {
  const [first, last] = [ticks[0], ticks.at(-1)];
  expect(ticks.length).toBeGreaterThan(1);
  if (!first || !last || first.value === last.value) return Number.POSITIVE_INFINITY;
  const pixels = (last.place - first.place) / (last.value - first.value);
  return Math.max(
    ...ticks.map(({ value, place }) =>
      Math.abs(first.place + (value - first.value) * pixels - place),
    ),
  );
}

const isVersion2 = fc.boolean();
const legend = { display: false };

test("each tick of an axis of numbers is at the number that it says, in both notations", async () => {
  const number = fc.double({ min: -1, max: 1, noNaN: true });
  const scale = fc.integer({ min: -6, max: 12 });
  await fc.assert(
    fc.asyncProperty(
      isVersion2,
      fc.array(number, { minLength: 2 }),
      scale,
      async (old, data, power) => {
        const numbers = data.map((value) => value * 10 ** power);
        const chart = {
          type: "line",
          data: { labels: data.map(() => ""), datasets: [{ data: numbers }] },
          options: old ? { legend, scales: { yAxes: [{}] } } : { plugins: { legend } },
        };
        const texts = await placeTexts(chart, old ? "2" : "4");
        const ticks = texts
          .filter(({ text }) => text !== "")
          .map(({ text, y }) => ({
            value: Number(text.replaceAll(",", "").replace("\u2212", "-")),
            place: y,
          }));
        expect(findLargestError(ticks)).toBeLessThan(1.5);
      },
    ),
    cases(200, 8),
  );
});

test("each tick of an axis of times is at the time that it says, in both notations", async () => {
  const start = fc.integer({ min: -1e12, max: 2e12 });
  const span = fc.integer({ min: 2, max: 12 });
  const formats = ["YYYY-MM-DD HH:mm:ss.SSS", "yyyy-MM-dd HH:mm:ss.SSS"];
  await fc.assert(
    fc.asyncProperty(
      isVersion2,
      start,
      span,
      fc.constantFrom(...formats),
      async (old, from, power, format) => {
        const units = [
          "millisecond",
          "second",
          "minute",
          "hour",
          "day",
          "week",
          "month",
          "quarter",
          "year",
        ];
        const displayFormats = Object.fromEntries(units.map((unit) => [unit, format]));
        const axis = { type: "time", time: { displayFormats } };
        const data = [0, 1, 2].map((index) => ({ x: from + index * 10 ** power, y: index }));
        const hidden = { display: false };
        const chart = {
          type: "line",
          data: { datasets: [{ data }] },
          options: old
            ? { legend, scales: { xAxes: [axis], yAxes: [hidden] } }
            : { plugins: { legend }, scales: { x: axis, y: hidden } },
        };
        const ticks = (await placeTexts(chart, old ? "2" : "4")).map(({ text, x }) => ({
          value: Date.parse(`${text.replace(" ", "T")}Z`),
          place: x,
        }));
        if (ticks.length > 1) expect(findLargestError(ticks)).toBeLessThan(1.5);
      },
    ),
    cases(200, 8),
  );
});
