// Runs mutation tests: changes one thing at a time in the code, and checks that a test fails. A surviving mutant shows
// untested behaviour. Some survive rightly, for example a changed figure that only saves time.
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { openTable } from "../../core/lib/data-file.ts";
import { exitOnHelp } from "../help.ts";
import {
  chooseFolders,
  createRow,
  hashUnit,
  isWorse,
  readScores,
  writeScores,
} from "./mutate/scores.ts";
import { copyRepository } from "./mutate/test-copy.ts";
import { getScore, listUnits, type Sample, testUnit, type Unit } from "./mutate/units.ts";

const usage = `Usage: bun run mutate PATH … [--most N] [--seed N]
  bun run mutate --all [PATH …]
  bun run mutate --repeat COMMIT

  PATH      a file or a folder to change. Each folder below it is a unit of its own: the test of the changed file
            runs first, then the other tests of the folder. If it has none, those of the nearest folder above run
  --all     measures each folder whose code or tests changed since its score was written, and writes
            scripts/lab/mutation-scores.tsv. It can be interrupted and repeated
  --repeat  measures ten folders, which the hash of a commit chooses. Fails if a score is 15 points below the file
  --most    maximum number of mutants per folder; default 40
  --seed    seed of the choice; default 1

Add a survivor that no test can detect to scripts/lab/equivalent-mutants.tsv, with the reason.`;

const root = resolve(import.meta.dir, "../..");
const scoresFile = `${import.meta.dir}/mutation-scores.tsv`;
/** A repetition starts no further folder after this time, in seconds. */
const repeatSecondsMax = 440;

/** The equivalent mutants, each with the reason why no test can detect it. */
export const readEquivalents = openTable(
  pathToFileURL(`${import.meta.dir}/equivalent-mutants.tsv`),
  { file: "text", change: "text", code: "text", reason: "text" },
  { unique: ["file", "change", "code"] },
);

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      all: { type: "boolean" },
      repeat: { type: "string" },
      most: { type: "string", default: "40" },
      seed: { type: "string", default: "1" },
    },
  });
  const sample = createSample(Number(values.most), Number(values.seed));
  const paths = positionals.map((path) => relative(root, resolve(path)) || ".");
  // The tests run in a separate process group, which Ctrl+C in the terminal doesn't reach.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  if (values.all) return await measureAll(paths, sample);
  if (values.repeat) return await repeatFolders(values.repeat, sample);
  if (paths.length > 0) return await listSurvivors(paths, sample);
  console.log(usage);
  return 1;
}

function createSample(most: number, seed: number): Sample {
  const known = new Set(
    readEquivalents().map(({ file, change, code }) => [file, change, code].join("\t")),
  );
  return {
    most,
    seed,
    isEquivalent: (file, { change, code }) => known.has([file, change, code].join("\t")),
  };
}

async function listFiles(): Promise<string[]> {
  const { stdout } = Bun.spawn(["git", "ls-files", "-co", "--exclude-standard", "*.ts"], {
    cwd: root,
  });
  return (await new Response(stdout).text()).trimEnd().split("\n");
}

async function listSurvivors(paths: readonly string[], sample: Sample): Promise<number> {
  const units = listUnits(await listFiles(), paths);
  if (units.length === 0) {
    console.error(`Cannot find code to change: "${paths.join(" ")}"`);
    return 1;
  }
  const copy = copyRepository(root);
  for (const unit of units) await measure(copy, unit, { sample, report: console.log });
  return 0;
}

async function measure(
  copy: string,
  unit: Unit,
  { sample, report }: { sample: Sample; report: (survivor: string) => void },
) {
  const start = performance.now();
  const result = await testUnit(copy, unit, { sample, report });
  const seconds = (performance.now() - start) / 1000;
  const { killed, tried, mutants } = result;
  console.log(
    `${unit.folder}: ${killed} of ${tried} killed (${getScore(result)} %), of ${mutants} in total`,
  );
  return { result, seconds };
}

async function measureAll(paths: readonly string[], sample: Sample): Promise<number> {
  const files = await listFiles();
  const all = listUnits(files, ["."]).filter(({ folder }) => !folder.startsWith("scripts/lab"));
  const wanted = listUnits(files, paths.length > 0 ? paths : ["."]);
  const copy = copyRepository(root);
  for (const { folder } of wanted) {
    const unit = all.find((unit) => unit.folder === folder);
    if (!unit) continue;
    const code = await hashUnit(copy, unit);
    if (readScores(scoresFile).get(folder)?.code === code) continue;
    try {
      const { result, seconds } = await measure(copy, unit, { sample, report: () => {} });
      // Read again: another process may have measured other folders meanwhile.
      const scores = readScores(scoresFile);
      scores.set(folder, createRow(folder, result, { seconds, code }));
      for (const known of scores.keys())
        if (!all.some((unit) => unit.folder === known)) scores.delete(known);
      await writeScores(scoresFile, scores);
    } catch (error) {
      console.error(`${folder}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return 0;
}

async function repeatFolders(commit: string, sample: Sample): Promise<number> {
  const scores = readScores(scoresFile);
  const folders = chooseFolders(scores, commit);
  const units = listUnits(await listFiles(), folders);
  const copy = copyRepository(root);
  const end = performance.now() + 1000 * repeatSecondsMax;
  let worse = 0;
  for (const folder of folders) {
    const unit = units.find((unit) => unit.folder === folder);
    if (!unit) continue;
    if (performance.now() > end) {
      console.log(`${folder}: not repeated, for lack of time`);
      continue;
    }
    const survivors: string[] = [];
    const report = (survivor: string) => survivors.push(survivor);
    const { result } = await measure(copy, unit, { sample, report });
    const before = scores.get(folder)?.score ?? 0;
    if (!isWorse(getScore(result), before)) continue;
    worse++;
    console.log(`${folder}: its score was ${before} %. Survivors:\n${survivors.join("\n")}`);
  }
  return worse > 0 ? 1 : 0;
}

if (import.meta.main) {
  exitOnHelp(usage);
  process.exit(await main(process.argv.slice(2)));
}
