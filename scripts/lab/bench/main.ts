// Measures speed as ratios within one run, and prints Markdown: `bun run bench [part ...] [--write] [--smoke]`. --write
// replaces the tables of the same parts in BENCHMARKS.md. --smoke only checks that a part runs. Requires Linux, two
// cores, wrk and Node. Some parts report further programs that are missing. The packages that the hub is compared with
// are installed in a separate folder.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { version } from "../../../package.json";
import { exitOnHelp } from "../../help.ts";
import { installLab } from "../trial/kit/judges.ts";
import { benchAi } from "./ai.ts";
import { benchCards } from "./cards.ts";
import { benchFairShares } from "./fair-shares.ts";
import { benchFirstCalls } from "./first-calls.ts";
import { benchHttp } from "./http.ts";
import { benchImage } from "./image.ts";
import { benchInvoice } from "./invoice.ts";
import { benchLive } from "./live.ts";
import { benchPdf } from "./pdf.ts";
import { benchPdfPages } from "./pdf-pages.ts";
import { benchPool } from "./pool.ts";
import { benchQr } from "./qr.ts";
import { benchRedis } from "./redis.ts";
import { benchScale } from "./scale.ts";
import { benchScreenshot } from "./screenshot.ts";
import { benchSize } from "./size.ts";
import { benchSpeech } from "./speech.ts";
import { benchStart } from "./start.ts";
import { buildFigureTable, type Table, toMarkdown } from "./table.ts";
import { benchUrl } from "./url.ts";

type Figures = Record<string, string>;

const parts: Record<string, (how: { isSmoke: boolean }) => Promise<Table | Figures>> = {
  http: benchHttp,
  redis: benchRedis,
  ai: benchAi,
  start: benchStart,
  "first-calls": benchFirstCalls,
  qr: benchQr,
  image: benchImage,
  cards: benchCards,
  pool: benchPool,
  "fair-shares": benchFairShares,
  url: benchUrl,
  screenshot: benchScreenshot,
  live: benchLive,
  pdf: benchPdf,
  "pdf-pages": benchPdfPages,
  invoice: benchInvoice,
  speech: benchSpeech,
  scale: benchScale,
  size: benchSize,
};
/** The parts that show within two minutes that the benchmark runs. */
const smokeParts = ["http", "start"];
const file = `${import.meta.dir}/../../../BENCHMARKS.md`;

exitOnHelp(
  `Usage: bun run bench [PART ...] [--write] [--smoke]
  measures ${Object.keys(parts).join(", ")}, or only the parts that are named
  --write   puts the tables into BENCHMARKS.md
  --smoke   runs what only has to run`,
);
const { values, positionals } = parseArgs({
  options: { write: { type: "boolean" }, smoke: { type: "boolean" } },
  allowPositionals: true,
});
const isSmoke = values.smoke ?? false;
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown[0]}": there are ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}
if (!(await installLab())) process.exit(1);

// The temporary files of all parts and of the servers that they start.
const temporary = mkdtempSync(`${tmpdir()}/utilhub-bench-`);
process.env.TMPDIR = temporary;
process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const wanted = positionals.length > 0 ? positionals : isSmoke ? smokeParts : Object.keys(parts);
const sections = new Map(values.write ? readSections() : []);
for (const name of wanted) {
  const found = await parts[name]?.({ isSmoke });
  if (!found) continue;
  const table = "rows" in found ? (found as Table) : buildFigureTable(found as Figures);
  sections.set(name, `${toMarkdown(table)}\n\n${machine()}`);
  console.log(`\n## ${name}\n\n${sections.get(name)}`);
  if (values.write) await Bun.write(file, written());
}

/** Returns the tables of an earlier run, by part. */
function readSections(): [string, string][] {
  return (existsSync(file) ? readFileSync(file, "utf8") : "")
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [name = "", ...lines] = section.split("\n");
      return [name, lines.join("\n").trim()];
    });
}

function written(): string {
  const ordered = Object.keys(parts).filter((name) => sections.has(name));
  const head = `# Benchmarks

Results of \`bun run bench --write\`. Compare the ratios: all columns of a row ran alternately in one run. Bounds are in
brackets. Run it yourself: \`bun run bench http\`.
`;
  return [head, ...ordered.map((name) => `## ${name}\n\n${sections.get(name)}\n`)].join("\n");
}

/** Describes the machine and the versions of the programs. */
function machine(): string {
  const [cpu] = cpus();
  const model = cpu?.model.trim() || "unknown processor";
  const memory = Math.round(totalmem() / 2 ** 30);
  const node = Bun.spawnSync(["node", "--version"]).stdout.toString().trim();
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, utilhub ${version}, Bun ${Bun.version}, Node ${node.slice(1)}, ${cpus().length} cores of ${model}, ${memory} GB`;
}
