import { basename } from "node:path";
import { loadConfig } from "../core/runtime/config.ts";
import type { Keeper } from "../core/runtime/datasets/keeper.ts";
import { loadAll } from "../core/runtime/load/load-all.ts";
import { scriptLog } from "../core/runtime/log/output.ts";
import { openDoors } from "../core/runtime/open-doors.ts";
import { openRecords } from "../core/runtime/store/sqlite.ts";

const usage = `Usage: bun run data <command>
  list                   what there is, how old it is, and whether newer should be out
  refresh [NAME ...]     fetches now: all of it, that of a service (ip-geo), or one (currency/rates)
  make [NAME ...]        makes now what is made of packages at its first use, as for an image
  import NAME FILE       takes a file in place of fetching, for a machine without a network

The data is that of HUB_DATA (default ./data); a running hub takes it over within a second.`;

const [command, ...given] = process.argv.slice(2);
const keeper = await open();
try {
  if (command === "list" && given.length === 0) list(keeper);
  else if (command === "refresh") await refresh(keeper, given);
  else if (command === "make") await make(keeper, given);
  else if (command === "import" && given.length === 2) await take(keeper, given);
  else throw new Error(usage);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
process.exit(0);

async function open(): Promise<Keeper> {
  const config = loadConfig(process.env);
  const { plugins } = await loadAll(config.pluginRoots);
  const { datasets } = openDoors(config, {
    plugins,
    records: openRecords(config.data),
    browser: () => Promise.reject(new Error("No dataset needs a browser")),
    clock: Date.now,
    later() {},
    log: scriptLog(),
  });
  return datasets;
}

function list(keeper: Keeper): void {
  const now = Date.now();
  const rows = keeper.ids.map((id) => {
    const kept = keeper.current(id);
    const { title, licence, isDue } = keeper.definition(id);
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
async function refresh(keeper: Keeper, names: readonly string[]): Promise<void> {
  const failures: string[] = [];
  for (const id of idsOf(keeper, names)) {
    try {
      const { kept, isNew } = await keeper.refresh(id);
      console.log(`${id}: ${isNew ? "now" : "still"} of ${kept.about.build_date}`);
    } catch (error) {
      failures.push(`Cannot refresh "${id}": ${(error as Error).message}`);
    }
  }
  if (failures.length > 0) throw new Error(failures.join("\n"));
}

async function make(keeper: Keeper, names: readonly string[]): Promise<void> {
  for (const id of idsOf(keeper, names)) {
    if (!keeper.definition(id).embedded?.()?.made) continue;
    try {
      const { about } = await keeper.make(id);
      console.log(`${id}: of ${about.build_date}`);
    } catch (error) {
      throw new Error(`Cannot make "${id}": ${(error as Error).message}`);
    }
  }
}

async function take(keeper: Keeper, [name, file]: readonly string[]): Promise<void> {
  const [id = "", ...others] = idsOf(keeper, [name!]);
  if (others.length > 0) throw new Error(`"${name}" has several: ${[id, ...others].join(", ")}`);
  const source = Bun.file(file!);
  if (!(await source.exists())) throw new Error(`Cannot find the file "${file}"`);
  const kept = await keeper.import(id, { name: basename(file!), bytes: await source.bytes() });
  console.log(`${id}: now of ${kept.about.build_date}, ${kept.about.entries} entries`);
}

function idsOf({ ids }: Keeper, names: readonly string[]): string[] {
  if (names.length === 0) return ids;
  return names.flatMap((name) => {
    const found = ids.filter((id) => id === name || id.startsWith(`${name}/`));
    if (found.length === 0) throw new Error(`There is no dataset "${name}": ${ids.join(", ")}`);
    return found;
  });
}
