import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { drawing } from "../redact/pages.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);

/** Draws rows of cells, each at its distance from the left. */
function draw(rows: readonly (readonly [number, string][])[], size = 10) {
  const cells = rows.flatMap((row, index) =>
    row.map(([x, text]) => `BT /F ${size} Tf ${x} ${180 - 16 * index} Td (${text}) Tj ET`),
  );
  return drawing(cells.join("\n")).toBase64();
}

async function extract(file_base64: string, body: Record<string, unknown>) {
  return json(await hub.post("/api/pdf/extract-text", { file_base64, ...body }));
}

const priced = [
  [20, "Item"],
  [120, "Count"],
  [200, "Price, net"],
] satisfies [number, string][];
const withGap = draw([
  priced,
  [
    [20, "Roof"],
    [120, "1"],
    [200, "90.00"],
  ],
  [
    [20, "New door"],
    [200, "8.00"],
  ],
  [
    [20, "An order of roof and door"],
    [200, "98.00"],
  ],
  [
    [20, "Nail"],
    [120, "9"],
    [200, "1.00"],
  ],
]);

describe("a table", () => {
  test("is returned with empty cells and cells over several columns", async () => {
    const { tables } = await extract(withGap, { tables: "csv" });
    expect(tables).toHaveLength(1);
    const [{ cells, csv, box, ...rest }] = tables;
    expect(rest).toEqual({ page: 1, rows: 5, columns: 3 });
    expect(csv.split(/\r?\n/).filter(Boolean)).toEqual([
      'Item,Count,"Price, net"',
      "Roof,1,90.00",
      "New door,,8.00",
      "An order of roof and door,,98.00",
      "Nail,9,1.00",
    ]);
    expect(cells.filter(({ row }: { row: number }) => row === 3)).toEqual([
      { row: 3, column: 0, column_span: 2, text: "An order of roof and door" },
      { row: 3, column: 2, column_span: 1, text: "98.00" },
    ]);
    expect(box.x).toBeCloseTo(20, -1);
  });

  test("is returned as JSON without CSV, and not unless it is asked for", async () => {
    expect((await extract(withGap, { tables: "json" })).tables[0]).not.toHaveProperty("csv");
    expect(await extract(withGap, {})).not.toHaveProperty("tables");
  });

  test("is written as Markdown if its columns are only a little apart", async () => {
    const row = (index: number): [number, string][] =>
      [0, 1, 2].map((column) => [20 + 45 * column, `r${index} c${column} x`]);
    const { pages } = await extract(draw([row(0), row(1), row(2)]), { format: "markdown" });
    expect(pages[0].text).toBe(
      [
        "| r0 c0 x | r0 c1 x | r0 c2 x |",
        "| --- | --- | --- |",
        "| r1 c0 x | r1 c1 x | r1 c2 x |",
        "| r2 c0 x | r2 c1 x | r2 c2 x |",
      ].join("\n"),
    );
  });

  test("is not made of justified text", async () => {
    const lines = ["one two three four", "five six seven eight", "nine ten eleven twelve"];
    const content = lines.map((line, at) => `1 0 0 1 20 ${180 - 12 * at} Tm (${line}) Tj`);
    const bytes = drawing(`BT /F 10 Tf 6 Tw ${content.join(" ")} ET`);
    const { pages, tables } = await extract(bytes.toBase64(), {
      format: "markdown",
      tables: "json",
    });
    expect(tables).toEqual([]);
    expect(pages[0].text).toBe(lines.join(" "));
  });

  test("ends at a paragraph that spans all of its columns", async () => {
    const file = draw([
      priced,
      [
        [20, "Roof"],
        [120, "1"],
        [200, "9.00"],
      ],
      [[20, "All prices of this list are without tax and delivery"]],
    ]);
    const { tables } = await extract(file, { tables: "json" });
    expect(tables[0].rows).toBe(2);
  });
});
