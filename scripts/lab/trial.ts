// Runs engines of ours and the best packages for the same task on the same inputs, and prints a table: `bun run trial
// [ENGINE ...] [--data DIR] [--write]`. Each file in trial/ is one row. A worse figure is no failure.
import { readdirSync } from "node:fs";
import { basename, dirname, join, parse, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Glob } from "bun";
import { openTable } from "../../core/lib/data-file.ts";
import { exitOnHelp } from "../help.ts";
import { countCodeLines } from "./trial/kit/count-lines.ts";
import { describePackage } from "./trial/kit/describe-package.ts";
import { installLab, labFolder } from "./trial/kit/judges.ts";
import {
  formatQuality,
  formatReport,
  formatTrial,
  type Line,
  mergeLines,
  readLines,
  writeSection,
} from "./trial/kit/report.ts";
import type { Measurement, Row } from "./trial/kit/row.ts";

/** Time limit of one row, in milliseconds. */
const rowMs = 120_000;
const reportFile = join(labFolder, "TRIAL.md");
const plugins = join(labFolder, "../../plugins");
const qualityFile = join(labFolder, "../../core/site/docs/openapi/quality.tsv");
const readOwners = openTable(
  new URL("./trial/kit/endpoints.tsv", import.meta.url),
  {
    engine: "text",
    endpoints: "list",
    only: "optional",
  },
  { unique: ["engine", "only"] },
);
const names = readdirSync(join(labFolder, "trial"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => parse(file).name)
  .toSorted();

exitOnHelp(
  `Usage: bun run trial [ENGINE ...] [--data DIR] [--write]
  compares engines with packages: ${names.join(", ")}
  --data DIR   the folder with the public test sets, see scripts/lab/README.md
  --write      saves the table in scripts/lab/TRIAL.md and in the README of each plugin, and the figures
               of endpoints for their documentation`,
);
const { values, positionals } = parseArgs({
  options: { data: { type: "string" }, write: { type: "boolean" } },
  allowPositionals: true,
});
const unknown = positionals.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`Unknown engine: "${unknown}". The engines are ${names.join(", ")}`);
  process.exit(2);
}
if (!(await installLab())) process.exit(2);

const measured: Line[] = [];
for (const name of positionals.length > 0 ? positionals : names) {
  const startedAt = Date.now();
  const result = await runRow(name);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  if ("skipped" in result) console.error(`${name}: skipped after ${seconds} s, ${result.skipped}`);
  else {
    console.error(`${name}: ${seconds} s`);
    measured.push(...(await describeTrial(result)));
  }
}
console.log(formatReport(measured));
if (values.write) await writeReports();

type Result =
  | (Pick<Row, "engine" | "ours" | "theirs"> & { measurements: Measurement[] })
  | { skipped: string };

/** Measures one row in a process of its own. */
async function runRow(name: string): Promise<Result> {
  let result: Result = { skipped: "it failed or took longer than two minutes" };
  const data = values.data === undefined ? [] : [resolve(values.data)];
  const child = Bun.spawn(
    [process.execPath, join(labFolder, "trial/kit/run-row.ts"), name, ...data],
    {
      stdio: ["ignore", "ignore", "inherit"],
      timeout: rowMs,
      killSignal: "SIGKILL",
      ipc: (message) => {
        result = message as Result;
      },
    },
  );
  await child.exited;
  return result;
}

async function describeTrial({
  engine,
  ours,
  theirs,
  measurements,
}: Exclude<Result, { skipped: string }>) {
  return formatTrial({
    engine,
    lines: await countCodeLines(ours),
    theirs: await Promise.all(
      theirs.map((one) => (typeof one === "string" ? describePackage(one) : one)),
    ),
    measurements,
    date: new Date().toISOString().slice(0, 10),
  });
}

async function writeReports(): Promise<void> {
  const file = Bun.file(reportFile);
  const lines = mergeLines((await file.exists()) ? readLines(await file.text()) : [], measured);
  await Bun.write(
    file,
    `# Trials\n\nResults of \`bun run trial --write\`. [README.md](README.md) says where the test sets come from.\n\n${formatReport(lines)}\n`,
  );
  await Bun.write(qualityFile, formatQuality(lines, readOwners()));
  const readmes = [...new Glob("*/README.md").scanSync({ cwd: plugins, absolute: true })];
  for (const path of readmes) {
    const before = await Bun.file(path).text();
    const after = writeSection(before, basename(dirname(path)), lines);
    if (after !== before) await Bun.write(path, after);
  }
  const format = ["x", "--no-install", "biome", "format", "--write", reportFile, ...readmes];
  await Bun.spawn([process.execPath, ...format], { stdio: ["ignore", "ignore", "inherit"] }).exited;
}
