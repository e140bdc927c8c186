import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import sharp from "sharp";

const hub = await testHub(new URL("..", import.meta.url).pathname);

const draw = (graph: string, query: Record<string, string> = {}) =>
  hub.get(`/graphviz?${new URLSearchParams({ graph, ...query })}`);

async function readSvg(response: Response): Promise<string> {
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  return response.text();
}

describe("/graphviz", () => {
  test("draws nodes, edges and labels as an SVG", async () => {
    const svg = await readSvg(await draw('digraph{a->b[label="100 times"]; b[shape=box]}'));
    expect(svg).toStartWith("<svg ");
    expect(svg.match(/class="node"/g)).toHaveLength(2);
    expect(svg).toContain(">100 times</text>");
  });

  test.each(["dot", "neato", "fdp", "circo", "twopi", "osage"])(
    "lays out by %s, under both names of the field",
    async (layout) => {
      const graph = "graph{a--b--c--a; c--d}";
      const svg = await readSvg(await draw(graph, { layout }));
      expect(svg).toBe(await readSvg(await draw(graph, { engine: layout })));
      expect(svg === (await readSvg(await draw(graph)))).toBe(layout === "dot");
    },
  );

  test("draws records, tables and clusters", async () => {
    const record = 'digraph{node[shape=record] s[label="<f0> left|<f1> right"]; s:f1->t}';
    expect(await readSvg(await draw(record))).toContain(">right</text>");
    const table = 'graph{a[label=<<TABLE><TR><TD BGCOLOR="pink">first</TD></TR></TABLE>>]}';
    expect(await readSvg(await draw(table))).toContain('fill="pink"');
    const cluster = 'digraph{subgraph cluster_0{label="Part A"; a->b}}';
    expect(await readSvg(await draw(cluster))).toContain(">Part A</text>");
  });

  test("draws labels as outlines in a PNG of the wanted size", async () => {
    const query = { format: "png", width: "200", height: "90" };
    const read = async (label: string) => {
      const response = await draw(`graph{a[label="${label}"]}`, query);
      expect(response.headers.get("content-type")).toBe("image/png");
      const { data, info } = await sharp(await response.bytes())
        .flatten({ background: "white" })
        .grayscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { size: [info.width, info.height], dark: data.filter((level) => level < 60).length };
    };
    const [empty, full] = [await read(""), await read("ж漢MM")];
    expect([empty.size, full.size]).toEqual([
      [200, 90],
      [200, 90],
    ]);
    expect(full.dark).toBeGreaterThan(empty.dark + 100);
  });

  test("takes the same fields in a body", async () => {
    const body = { graph: "graph{a--b}", layout: "neato" };
    const posted = await hub.post("/graphviz", body);
    expect(await readSvg(posted)).toBe(await readSvg(await draw(body.graph, { layout: "neato" })));
  });

  test("leaves out links, and loads no images", async () => {
    const svg = await readSvg(
      await draw('graph{a[URL="javascript:alert(1)",label="go"]; b[image="/etc/passwd"]}'),
    );
    expect(svg).toContain(">go</text>");
    expect(svg).not.toMatch(/javascript|<a|<image/);
  });

  test.each([
    ["digraph{a->", "query.graph must be one graph in the DOT language: it has an error in line 1"],
    ["hello", "query.graph must be one graph in the DOT language"],
    ["graph{a[label=<<B>x</I>>]}", "query.graph must be one graph in the DOT language"],
    [
      `graph{${Array.from({ length: 2000 }, (_, index) => `n${index}`).join(";")}}`,
      "query.graph has too many nodes and edges for a picture",
    ],
    ['graph{size="900,900!"; a}', "A graph must have at most"],
  ])("rejects %j", async (graph, message) => {
    const { status, detail } = await json(await draw(graph));
    expect([400, 422]).toContain(status);
    expect(detail).toContain(message);
  });
});
