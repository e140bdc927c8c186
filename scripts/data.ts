import { basename } from "node:path";
import { loadConfig } from "../core/app/config.ts";
import type { Datasets } from "../core/host/datasets/datasets.ts";
import { loadAll } from "../core/host/load/load-all.ts";
import { openDoors } from "../core/host/open-doors.ts";
import { Health } from "../core/platform/health/health.ts";
import { scriptLog } from "../core/platform/log/output.ts";
import { createSandbox } from "../core/platform/sandbox/sandbox.ts";
import { openRecords } from "../core/platform/store/open-records.ts";
import { exitOnHelp } from "./help.ts";

const usage = `Usage: bun run data <command>
  list                   what there is, how old it is, and whether newer should be out
  refresh [NAME ...]     fetches now: all of it, that of a service (ip-geo), or one (currency/rates)
  make [NAME ...]        makes now what is made of packages at its first use, as for an image
  import NAME FILE       takes a file in place of fetching, for a machine without a network

The data is that of HUB_DATA (default ./data); a running hub takes it over within a second.`;

exitOnHelp(usage);
const [command, ...given] = process.argv.slice(2);
const datasets = await open();
try {
  if (command === "list" && given.length === 0) list(datasets);
  else if (command === "refresh") await refresh(datasets, given);
  else if (command === "make") await make(datasets, given);
  else if (command === "import" && given.length === 2) await take(datasets, given);
  else throw new Error(usage);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
process.exit(0);

async function open(): Promise<Datasets> {
  const config = loadConfig(process.env);
  const sandbox = createSandbox(config.sandbox);
  const { trusted, installed } = config;
  const { plugins } = await loadAll(config.pluginRoots, { trusted, installed, sandbox });
  const log = scriptLog();
  const doors = await openDoors(config, {
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

/** Goes on with the next where one fails, and fails in the end. */
async function refresh(datasets: Datasets, names: readonly string[]): Promise<void> {
  const failures: string[] = [];
  for (const id of idsOf(datasets, names)) {
    try {
      const { kept, isNew } = await datasets.refresh(id);
      console.log(`${id}: ${isNew ? "now" : "still"} of ${kept.about.build_date}`);
    } catch (error) {
      failures.push(`Cannot refresh "${id}": ${(error as Error).message}`);
    }
  }
  if (failures.length > 0) throw new Error(failures.join("\n"));
}

async function make(datasets: Datasets, names: readonly string[]): Promise<void> {
  for (const id of idsOf(datasets, names)) {
    if (!datasets.definition(id).embedded?.()?.made) continue;
    try {
      const { about } = await datasets.make(id);
      console.log(`${id}: of ${about.build_date}`);
    } catch (error) {
      throw new Error(`Cannot make "${id}": ${(error as Error).message}`);
    }
  }
}

async function take(datasets: Datasets, [name, file]: readonly string[]): Promise<void> {
  const [id = "", ...others] = idsOf(datasets, [name!]);
  if (others.length > 0) throw new Error(`"${name}" has several: ${[id, ...others].join(", ")}`);
  const source = Bun.file(file!);
  if (!(await source.exists())) throw new Error(`Cannot find the file "${file}"`);
  const kept = await datasets.import(id, { name: basename(file!), bytes: await source.bytes() });
  console.log(`${id}: now of ${kept.about.build_date}, ${kept.about.entries} entries`);
}

function idsOf({ ids }: Datasets, names: readonly string[]): string[] {
  if (names.length === 0) return ids;
  return names.flatMap((name) => {
    const found = ids.filter((id) => id === name || id.startsWith(`${name}/`));
    if (found.length === 0) throw new Error(`There is no dataset "${name}": ${ids.join(", ")}`);
    return found;
  });
}
