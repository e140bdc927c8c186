import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import sharp from "sharp";

const hub = await testHub(new URL("..", import.meta.url).pathname);

const post = (chart: object, look = {}) => hub.post("/chart", { chart, ...look });
const flows = [
  { from: "a", to: "b", flow: 10 },
  { from: "a", to: "c", flow: 5 },
];
const prices = [
  { x: "2026-04-01", o: 18.2, h: 19.4, l: 18.1, c: 19.3 },
  { x: "2026-04-02", o: 19.5, h: 19.9, l: 19, c: 19.2 },
];
const data: Record<string, unknown[]> = {
  boxplot: [[1, 2, 3, 4, 20], { min: 1, q1: 2, median: 3, q3: 4, max: 5 }, null],
  violin: [
    [1, 2, 3, 4, 20],
    [3, 4, 5],
  ],
  sankey: flows,
  candlestick: prices,
  ohlc: prices,
};
const create = (type: string, values = data[type]) => ({
  type,
  data: { labels: ["A", "B", "C"], datasets: [{ label: "x", data: values }] },
});

/** Returns the texts of a drawing: their outlines are one path each. */
async function draw(chart: object, format = "svg") {
  const response = await post(chart, { format, devicePixelRatio: 1, backgroundColor: "white" });
  expect(response.status).toBe(200);
  return response;
}

async function countInk(chart: object): Promise<number> {
  const image = await sharp(Buffer.from(await (await draw(chart, "png")).bytes()))
    .raw()
    .toBuffer();
  return image.reduce((sum, value) => sum + (value < 250 ? 1 : 0), 0);
}

describe.each(Object.keys(data))("%s", (type) => {
  test("is drawn, and more than its axes", async () => {
    const empty =
      type === "sankey"
        ? { type: "scatter", data: { datasets: [{ data: [] }] } }
        : create(type, []);
    expect(await countInk(create(type))).toBeGreaterThan(1.02 * (await countInk(empty)));
  });

  test.each([["text"], [5], [[]], [["a"]], [{}], [{ min: 1 }], [{ from: "a", to: "a", flow: 1 }]])(
    "rejects %p by its path",
    async (value) => {
      const answer = await json(await post(create(type, [value])));
      expect([answer.status, answer.code]).toEqual([400, "invalid_input"]);
      expect(answer.detail).toContain("body.chart.data.datasets.0.data.0");
    },
  );
});

test.each([
  ["horizontalBoxPlot", "boxplot"],
  ["horizontalViolin", "violin"],
])("%s is a %s along the other axis", async (former, type) => {
  const { data: values } = create(type);
  const upright = { type, data: values, options: { indexAxis: "y" } };
  const text = await (await draw({ type: former, data: values })).text();
  expect(text).toBe(await (await draw(upright)).text());
});

test("a Sankey diagram takes the colours of functions", async () => {
  const text =
    "{type:'sankey',data:{datasets:[{data:[{from:'a',to:'b',flow:1}],colorFrom:(c)=>c.dataset.data[c.dataIndex].to==='b'?'#123456':'#fff',colorTo:'#123456'}]}}";
  const response = await hub.post("/chart", { chart: text, format: "svg" });
  expect(await response.text()).toMatch(/123456|rgba?\(18, ?52, ?86/i);
});
