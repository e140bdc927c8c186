import fc from "fast-check";
import type { Chart, ChartType, chartTypes } from "../../../core/lib/drawing/chart/chart.ts";
import { chartSvg } from "../../../core/lib/drawing/chart/draw.ts";
import { type Corner, touch } from "../../../core/lib/drawing/chart/marks.ts";
import { loadCanvas } from "../../../core/lib/drawing/raster/canvas.ts";
import { measure } from "../../../core/lib/drawing/text/layout.ts";
import { prepareConfig } from "../../../plugins/image/chartjs/config.ts";
import { drawConfig } from "../../../plugins/image/chartjs/draw.ts";
import type { Measurement, Row } from "./kit/row.ts";

/** A text of a picture by the corners of its box. */
interface DrawnText {
  text: string;
  corners: Corner[];
}

const types = ["bar", "line", "pie", "radar"] as const satisfies readonly ChartType[];
const perType = 60;

export default {
  engine: "core/lib/drawing/chart",
  ours: ["core/lib/drawing/chart/*.ts"],
  theirs: ["chart.js"],
  async measure() {
    const watch = await watchTexts();
    const counts = { overlaps: { ours: 0, theirs: 0 }, outside: { ours: 0, theirs: 0 } };
    const charts = types.flatMap((type) => sampleCharts(type));
    for (const chart of charts) {
      const drawn = { ours: readSvgTexts(chartSvg(chart)), theirs: await drawTheirs(chart, watch) };
      for (const side of ["ours", "theirs"] as const) {
        if (hasOverlap(drawn[side])) counts.overlaps[side]++;
        if (exceeds(drawn[side], chart)) counts.outside[side]++;
      }
    }
    const row = (figure: string, { ours, theirs }: { ours: number; theirs: number }) =>
      ({
        set: "random bar, line, pie and radar charts of 200 to 800 pixels, with names of eight scripts",
        inputs: charts.length,
        figure,
        ours,
        theirs: { "chart.js": theirs },
        fewerIsBetter: true,
      }) satisfies Measurement;
    return [
      row("charts in which two texts overlap", counts.overlaps),
      row("charts with a text beyond the picture", counts.outside),
    ];
  },
} satisfies Row;

const word = fc.constantFrom(
  ...["a", "Jan", "Product 17", "Schifffahrtsgesellschaft", "A rather long name of a thing"],
  ...["東京都千代田区霞が関", "서울특별시", "القاهرة الكبرى", "תל אביב", "กรุงเทพมหานคร", "Ελλάδα"],
  ...["ЩЖШ Москва", "🚀 Ship", "1,234,567.89"],
);

function sampleCharts(type: (typeof chartTypes)[number]): Chart[] {
  const value = fc.integer({ min: type === "pie" ? 1 : -1000, max: 1000 });
  const seriesMax = type === "pie" ? 1 : 6;
  const data = fc.integer({ min: 2, max: 40 }).chain((length) => {
    const list = <Item>(one: fc.Arbitrary<Item>) =>
      fc.array(one, { minLength: length, maxLength: length });
    return fc.record({
      labels: fc.oneof(
        list(word),
        fc.constant(Array.from({ length }, (_, at) => `Product ${at + 1}`)),
      ),
      series: fc.array(fc.record({ name: word, data: list(value) }), {
        minLength: 1,
        maxLength: seriesMax,
      }),
    });
  });
  const look = fc.record({
    width: fc.constantFrom(200, 400, 800),
    height: fc.constantFrom(150, 400),
    title: fc.option(word, { nil: undefined }),
    values: fc.boolean(),
  });
  return fc
    .sample(fc.tuple(look, data), { numRuns: perType, seed: 1 })
    .map(([look, data]) => ({ type, ...look, ...data }));
}

/** Returns the texts of our chart. */
function readSvgTexts(svg: string): DrawnText[] {
  return Array.from(
    svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g),
    ([, attributes = "", text = ""]) => {
      const read = (name: string) =>
        new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
      const size = Number(read("font-size"));
      const width = measure(text, { size, weight: read("font-weight") ? 700 : 400 });
      const left = { middle: -width / 2, end: -width }[read("text-anchor")] ?? 0;
      const turn = (Number(/rotate\((-?\d+)/.exec(attributes)?.[1] ?? 0) * Math.PI) / 180;
      const [x, y] = [Number(read("x")), Number(read("y"))];
      const place = ([dx, dy]: Corner): Corner => [
        x + dx * Math.cos(turn) - dy * Math.sin(turn),
        y + dx * Math.sin(turn) + dy * Math.cos(turn),
      ];
      return { text, corners: listCorners({ left, width, base: 0, size }).map(place) };
    },
  );
}

/** Returns the box of a text: from its capitals to its descenders. */
function listCorners({ left, width, base, size }: Record<string, number>): Corner[] {
  const [x = 0, w = 0, y = 0, em = 0] = [left, width, base, size];
  return [
    [x, y - 0.72 * em],
    [x + w, y - 0.72 * em],
    [x + w, y + 0.2 * em],
    [x, y + 0.2 * em],
  ];
}

/** Draws a chart with Chart.js, and returns the texts of its last drawing. */
async function drawTheirs(
  { type, width, height, title, values, labels, series }: Chart,
  watch: { texts: DrawnText[] },
): Promise<DrawnText[]> {
  watch.texts = [];
  const config = {
    type,
    data: { labels, datasets: series.map(({ name, data }) => ({ label: name, data })) },
    options: {
      plugins: {
        title: { display: title !== undefined, text: title ?? "" },
        legend: { display: type === "pie" || series.length > 1 },
        ...(values && { datalabels: { display: "auto" } }),
      },
    },
  };
  const look = { width, height, density: 1, background: "#ffffff", theme: "light" } as const;
  await drawConfig(prepareConfig(config, "body"), { ...look, layout: "hub", format: "png" });
  return watch.texts;
}

/** Records the texts that are drawn on canvases. A new canvas starts a new record. */
async function watchTexts(): Promise<{ texts: DrawnText[] }> {
  const watch: { texts: DrawnText[] } = { texts: [] };
  const { createCanvas } = await loadCanvas();
  const context = createCanvas(1, 1).getContext("2d");
  const prototype: typeof context = Object.getPrototypeOf(context);
  const { fillText } = prototype;
  let last: unknown;
  prototype.fillText = function (text, x, y, ...rest) {
    if (last !== this.canvas) watch.texts = [];
    last = this.canvas;
    const { a, b, c, d, e, f } = this.getTransform();
    const { width } = this.measureText(text);
    const size = Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 12);
    const left =
      x - (this.textAlign === "center" ? width / 2 : /right|end/.test(this.textAlign) ? width : 0);
    const below = { middle: 0.35, top: 0.8, bottom: -0.2 }[this.textBaseline as string] ?? 0;
    const corners = listCorners({ left, width, base: y + below * size, size });
    if (text.trim() !== "")
      watch.texts.push({
        text,
        corners: corners.map(([px, py]) => [a * px + c * py + e, b * px + d * py + f]),
      });
    return fillText.call(this, text, x, y, ...rest);
  };
  return watch;
}

/** Whether two texts of a picture overlap. A text drawn twice in one place, as with an outline, counts once. */
function hasOverlap(texts: readonly DrawnText[]): boolean {
  const unique = [...new Map(texts.map((one) => [JSON.stringify(one), one])).values()];
  return unique.some((one, at) =>
    unique.slice(at + 1).some((other) => touch(one.corners, other.corners)),
  );
}

function exceeds(texts: readonly DrawnText[], { width, height }: Chart): boolean {
  return texts.some(({ corners }) =>
    corners.some(([x, y]) => Math.min(x, y) < -1 || x > width + 1 || y > height + 1),
  );
}
