import { expect, test } from "bun:test";
import { join } from "node:path";
import { openTable } from "../../../../core/lib/data-file.ts";
import { countLines } from "./count-lines.ts";
import { computeGleu } from "./gleu.ts";
import {
  formatQuality,
  formatReport,
  formatTrial,
  mergeLines,
  readLines,
  writeSection,
} from "./report.ts";

const trial = {
  engine: "dev/things",
  lines: 12,
  theirs: [{ name: "things 1.0.0", licence: "MIT", megabytes: 0.25, released: "2026-01-02" }],
  measurements: [
    { set: "a | b", inputs: 200, figure: "right", ours: 7, theirs: { things: 5 } },
    { set: "c", inputs: 200, figure: "wrong", ours: 7, theirs: { things: 5 }, fewerIsBetter: true },
    { set: "d", inputs: 1000, figure: "score", ours: 0.5, theirs: { things: 0.5, others: 1 } },
  ],
  date: "2026-11-29",
};

test("the winner of a trial has the better figure, and equal figures have none", () => {
  const lines = formatTrial(trial);
  expect(lines.map((line) => line[10])).toEqual(["ours", "things", "equal"]);
  expect(lines[2]).toEqual(
    "dev/things,d (1000),score,things 1.0.0,0.500,0.500,12,0.3,MIT,2026-01-02,equal,2026-11-29".split(
      ",",
    ),
  );
});

test("a report keeps the lines of engines that weren't measured again", () => {
  const first = formatTrial(trial);
  const other = formatTrial({ ...trial, engine: "ai/others" });
  const report = formatReport(mergeLines(first, other));
  expect(readLines(report)).toEqual([...other, ...first]);
  const again = formatTrial({ ...trial, lines: 9 });
  expect(mergeLines(readLines(report), again)).toEqual([...other, ...again]);
});

test("a plugin's README cites its own trials, in one section", () => {
  const lines = mergeLines(formatTrial(trial), formatTrial({ ...trial, engine: "ai/others" }));
  const once = writeSection("# dev\n\nText.\n", "dev", lines);
  expect(once).toContain("# dev\n\nText.\n\n<!-- trials -->\n## Trials\n");
  expect(once).not.toContain("ai/others");
  expect(writeSection(`${once}\n## More\n`, "dev", lines)).toBe(`${once}\n## More\n`);
  expect(writeSection(once, "dev", [])).toBe("# dev\n\nText.\n");
});

test("a figure goes to each endpoint of its engine, once for all packages", () => {
  const lines = formatTrial({
    ...trial,
    theirs: ["things", "others"].map((name) => ({ name, licence: "MIT" })),
  });
  const owners = [{ engine: "dev/things", endpoints: ["dev/a.get", "dev/b.get"] }];
  const rows = formatQuality(lines, owners).split("\n").slice(3, -1);
  expect(rows).toContain("dev/a.get\tright\t7 of 200\ta | b\t2026-11-29");
  expect(rows).toContain("dev/b.get\tscore\t0.500\td\t2026-11-29");
  expect(rows).toHaveLength(6);
  expect(formatQuality(lines, []).split("\n")).toHaveLength(4);
});

test("the documentation has the figures of the report", async () => {
  const lab = join(import.meta.dir, "../..");
  const report = readLines(await Bun.file(join(lab, "TRIAL.md")).text());
  const read = openTable(
    new URL("./endpoints.tsv", import.meta.url),
    {
      engine: "text",
      endpoints: "list",
      only: "optional",
    },
    { unique: ["engine", "only"] },
  );
  const written = await Bun.file(join(lab, "../../core/site/docs/openapi/quality.tsv")).text();
  expect(written).toBe(formatQuality(report, read()));
});

test("code lines are neither blank nor comments", () => {
  expect(countLines("// a\n\n/* b\nc */\nlet d; // e\n/** f */\ng();\n")).toBe(2);
});

test("GLEU rises with a correction that people made, and falls with another one", () => {
  const [sources, references] = [
    [words("she go to the old school on most days of the week")],
    [[words("she goes to the old school on most days of the week")]],
  ];
  const score = (output: string) => computeGleu({ sources, references, outputs: [words(output)] });
  expect(score("she goes to the old school on most days of the week")).toBe(1);
  expect(score("she go to the old school on most days of the week")).toBeLessThan(1);
  expect(score("she go to the old school on most days of the year")).toBeLessThan(
    score("she go to the old school on most days of the week"),
  );
});

function words(text: string): string[] {
  return text.split(" ");
}
