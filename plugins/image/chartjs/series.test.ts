import { expect, test } from "bun:test";
import fc from "fast-check";
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
