import { mkdirSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { type Config, loadConfig } from "../core/app/config.ts";
import type { Datasets } from "../core/host/datasets/datasets.ts";
import { loadAll } from "../core/host/load/load-all.ts";
import { openDoors } from "../core/host/open-doors.ts";
import { Health } from "../core/platform/health/health.ts";
import { scriptLog } from "../core/platform/log/output.ts";
import { createSandbox } from "../core/platform/sandbox/sandbox.ts";
import { openRecords } from "../core/platform/store/open-records.ts";
import { exitOnHelp } from "./help.ts";

const usage = `Usage: bun run data <command>
  list                   list all datasets, their age, and whether an update is due
  refresh [NAME ...]     download all datasets, those of a service (ip-geo) or one (currency/rates)
  refresh tts --voice VOICE   download a voice as well, such as en_US-amy-medium
  refresh ai --model MODEL    download a model as well, such as all-minilm-l6-v2
  make [NAME ...]        build datasets now that a hub would build on first use, e.g. for an image
  bundle                 download the datasets that an image may contain to HUB_BUNDLED_DATA
  import NAME FILE       import a dataset from a file, for a machine without a network

Datasets are stored in HUB_DATA (default ./data). A running hub uses new ones within a second.`;

exitOnHelp(usage);
const [command, ...given] = process.argv.slice(2);
const config = loadConfig(process.env);
const datasets = await open(command === "bundle" ? { ...config, data: config.bundled } : config);
try {
  if (command === "list" && given.length === 0) list(datasets);
  else if (command === "refresh") await refresh(datasets, given);
  else if (command === "make") await make(datasets, given);
  else if (command === "bundle" && given.length === 0) await bundle(datasets, config.bundled);
  else if (command === "import" && given.length === 2) await importDataset(datasets, given);
  else throw new Error(usage);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
process.exit(0);

/** Opens the datasets in the data folder of these settings. */
async function open(settings: Config): Promise<Datasets> {
  const sandbox = createSandbox(config.sandbox);
  const { trusted, installed } = config;
  const { plugins } = await loadAll(config.pluginRoots, { trusted, installed, sandbox });
  const log = scriptLog();
  const doors = await openDoors(settings, {
    store: { records: await openRecords(config), health: new Health(log) },
    accounts: { now: Date.now, pepper: new Uint8Array(), redis: undefined },
    browser: { browser: () => Promise.reject(new Error("No dataset needs a browser")) },
    background: { add() {} },
    telemetry: { tracing: undefined },
    sandbox,
    log,
  });
  doors.serve(plugins);
  return doors.datasets;
}

function list(datasets: Datasets): void {
  const now = Date.now();
  const rows = datasets.ids.map((id) => {
    const kept = datasets.current(id);
    const { title, licence, isDue } = datasets.definition(id);
    const state = kept ? `of ${kept.about.build_date}` : "none";
    return [
      id.padEnd(22),
      (state + (isDue(kept, now) ? ", due" : "")).padEnd(20),
      (kept ? origin(kept.about) : "").padEnd(28),
      `${title} (${licence})`,
    ].join("  ");
  });
  console.log(rows.join("\n"));
}

function origin({
  origin,
  fetched_at,
  entries,
}: {
  origin: string;
  fetched_at: number | null;
  entries: number | null;
}) {
  const count = entries === null ? "" : `, ${entries} entries`;
  const day = fetched_at === null ? "" : ` ${new Date(fetched_at).toISOString().slice(0, 10)}`;
  return `${origin}${day}${count}`;
}

/** Refreshes all datasets, also after a failure, and throws at the end if any failed. */
async function refresh(datasets: Datasets, given: readonly string[]): Promise<void> {
  const failures: string[] = [];
  const { names, choices } = parseChoices(given);
  const ids = findIds(datasets, names);
  for (const option of choices.keys())
    if (!ids.some((id) => datasets.definition(id).option === option))
      throw new Error(`None of the datasets ${ids.join(", ")} has the option --${option}`);
  for (const id of ids) {
    try {
      const chosen = choices.get(datasets.definition(id).option ?? "") ?? [];
      const { kept, isNew } = await datasets.refresh(id, { chosen });
      console.log(`${id}: ${isNew ? "updated to" : "unchanged, still"} ${kept.about.build_date}`);
    } catch (error) {
      failures.push(`Cannot refresh "${id}": ${(error as Error).message}`);
    }
  }
  if (failures.length > 0) throw new Error(failures.join("\n"));
}

/** Splits arguments into names of datasets and the values of options, such as `--voice en_US-amy-medium`. */
function parseChoices(given: readonly string[]) {
  const names: string[] = [];
  const choices = new Map<string, string[]>();
  for (let at = 0; at < given.length; at++) {
    const word = given[at] ?? "";
    if (!word.startsWith("--")) {
      names.push(word);
      continue;
    }
    const value = given[++at];
    if (value === undefined || value.startsWith("--")) throw new Error(`${word} must have a value`);
    const option = word.slice(2);
    choices.set(option, [...(choices.get(option) ?? []), value]);
  }
  return { names, choices };
}

/** Downloads the bundled datasets. A failure only leaves one out, because builds can lack a network. */
async function bundle(datasets: Datasets, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const id of datasets.ids.filter((id) => datasets.definition(id).bundled)) {
    try {
      const { kept } = await datasets.refresh(id);
      const { licence, attribution } = datasets.definition(id);
      console.log(`${id}: of ${kept.about.build_date}, ${attribution} (${licence})`);
    } catch (error) {
      console.error(`Left out "${id}": ${(error as Error).message}`);
    }
    // Only matters to the hub that downloads it.
    rmSync(`${folder}/datasets/${id}/tried.json`, { force: true });
  }
}

async function make(datasets: Datasets, names: readonly string[]): Promise<void> {
  for (const id of findIds(datasets, names)) {
    if (!datasets.definition(id).embedded?.()?.made) continue;
    try {
      const { about } = await datasets.make(id);
      console.log(`${id}: built ${about.build_date}`);
    } catch (error) {
      throw new Error(`Cannot build "${id}": ${(error as Error).message}`);
    }
  }
}

async function importDataset(datasets: Datasets, [name, file]: readonly string[]): Promise<void> {
  const [id = "", ...others] = findIds(datasets, [name!]);
  if (others.length > 0)
    throw new Error(`"${name}" has several datasets: name one of ${[id, ...others].join(", ")}`);
  const source = Bun.file(file!);
  if (!(await source.exists())) throw new Error(`Cannot find the file "${file}"`);
  const kept = await datasets.import(id, { name: basename(file!), bytes: await source.bytes() });
  console.log(`${id}: updated to ${kept.about.build_date}, ${kept.about.entries} entries`);
  for (const [reason, count] of Object.entries(kept.about.skipped ?? {}))
    console.log(`  skipped: ${count} for ${reason}`);
}

function findIds({ ids }: Datasets, names: readonly string[]): string[] {
  if (names.length === 0) return ids;
  return names.flatMap((name) => {
    const found = ids.filter((id) => id === name || id.startsWith(`${name}/`));
    if (found.length === 0)
      throw new Error(`Unknown dataset "${name}": the datasets are ${ids.join(", ")}`);
    return found;
  });
}
