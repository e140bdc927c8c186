import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(new URL("..", import.meta.url).pathname);

const draw = (type: string, colorschemes: object, dataset: object = {}) =>
  hub.post("/chart", {
    chart: {
      type,
      data: { labels: ["a", "b"], datasets: [{ data: [3, 5], ...dataset }] },
      options: { plugins: { colorschemes } },
    },
    format: "svg",
  });

describe("colour schemes", () => {
  test.each([
    ["bar", { scheme: "office.Excel16" }, ["#99F"]],
    ["pie", { scheme: "brewer.SetOne5" }, ["#E41A1C", "#377EB8"]],
    ["pie", { scheme: "brewer.Set1-5" }, ["#E41A1C", "#377EB8"]],
    ["bar", { scheme: "office.Excel16", reverse: true }, ["BLUE"]],
    ["bar", { scheme: ["tomato"] }, ["#FF6347"]],
    ["bar", {}, ["#A6CEE3"]],
  ])("a %s has the colours of %j", async (type, options, colors) => {
    const response = await draw(type, options);
    const svg = (await response.text()).toUpperCase();
    expect(response.headers.get("x-chart-warnings")).toBeNull();
    for (const color of colors) expect(svg.includes(`FILL="${color}"`)).toBe(true);
  });

  test("leave the colours of a dataset, unless they override them", async () => {
    const own = { backgroundColor: "#123456" };
    const read = async (options: object) => (await draw("bar", options, own)).text();
    expect(await read({})).toContain("#123456");
    expect(await read({ override: true })).not.toContain("#123456");
  });

  test("are rejected by name if unknown", async () => {
    const { status, detail } = await json(await draw("bar", { scheme: "brewer.Nope9" }));
    expect([status, detail]).toEqual([
      400,
      'body.chart.options.plugins.colorschemes.scheme must be a list of colours, or a name such as brewer.Paired12, office.Excel16 or tableau.Tableau10: it is "brewer.Nope9"',
    ]);
  });
});
