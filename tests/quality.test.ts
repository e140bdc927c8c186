import { afterAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { json } from "hub/testing";
import { runHub } from "../core/testing/running-hub.ts";

const root = join(import.meta.dir, "..");
const hub = await runHub();
afterAll(() => hub.stop());

interface Figure {
  endpoint: string;
  cells: readonly string[];
}

async function readFigures(): Promise<Figure[]> {
  const table = await Bun.file(join(root, "core/site/docs/openapi/quality.tsv")).text();
  const rows = table.trimEnd().split("\n").slice(3);
  return rows.map((row) => {
    const [endpoint = "", ...cells] = row.split("\t");
    return { endpoint, cells };
  });
}

test("the documentation of each measured endpoint states the figures of its trials", async () => {
  const { paths } = await json(await hub.get("/openapi.json"));
  const figures = await readFigures();
  expect(figures.length).toBeGreaterThan(40);
  for (const { endpoint, cells } of figures) {
    const [, path = "", method = ""] = /^(.*)\.(\w+)$/.exec(endpoint) ?? [];
    const documented = `/api/${path.replaceAll("[", "{").replaceAll("]", "}")}`;
    const { description } = paths[documented][method];
    const [figure, result, set, measured] = cells;
    expect(description).toContain(`${figure}: ${result}`);
    expect(description).toContain(`(${set}, ${measured})`);
  }
});

test("each figure is that of an endpoint", async () => {
  for (const { endpoint } of await readFigures()) {
    const [plugin = "", ...file] = endpoint.split("/");
    expect(existsSync(join(root, "plugins", plugin, "routes", `${file.join("/")}.ts`))).toBe(true);
  }
});
