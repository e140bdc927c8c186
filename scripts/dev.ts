// Starts the hub for development, with plugin folders from anywhere: `bun run dev ../my-plugin`.
import "../core/resolve-hub.ts";
import { existsSync, mkdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { loadConfig } from "../core/app/config.ts";
import { listPluginFolders } from "../core/host/load/load-all.ts";
import { loadPlugin } from "../core/host/load/load-plugin.ts";
import { isPluginFolder } from "../core/host/load/plugin-folder.ts";
import { quietLog } from "../core/platform/log/log.ts";
import { createSandbox } from "../core/platform/sandbox/sandbox.ts";
import { buildRequestPath } from "../core/site/examples/sample-call.ts";
import { exitOnHelp } from "./help.ts";
import { runKeysCommand } from "./keys.ts";

const usage = `Usage: bun run dev [FOLDER ...]
  bun run dev                 serve the hub, and restart it after each change of its code
  bun run dev ../my-plugin    serve a plugin folder too, and reload it after each change

With a folder, the hub listens on this machine only, logs each request, has no limits to speak of, keeps its
data in the user's cache folder, and prints a key for it. Environment variables override all of that.`;

exitOnHelp(usage);
try {
  const folders = process.argv.slice(2).map(checkFolder);
  setDefaults({ HUB_LOG: "text" });
  const key = folders.length > 0 ? await prepare(folders) : undefined;
  const { port } = await import("../core/main.ts");
  if (folders.length > 0) await printCalls(folders, { base: `http://localhost:${port}`, key });
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

/** Returns the absolute path of a folder that is a plugin or contains plugins. */
function checkFolder(given: string): string {
  const folder = resolve(given);
  if (folder.includes(":")) throw new Error(`Cannot serve "${given}": its path contains a colon`);
  if (!existsSync(folder)) throw new Error(`Cannot serve "${given}": there is no such folder`);
  if (isPluginFolder(folder) || listPluginFolders([folder]).length > 0) return folder;
  throw new Error(`Cannot serve "${given}": neither it nor a folder in it has a plugin.ts`);
}

/** Sets environment variables that aren't set. */
function setDefaults(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) process.env[name] ??= value;
}

/** Configures a hub for these folders. Returns a key for it, unless its data are the caller's own. */
async function prepare(folders: readonly string[]): Promise<string | undefined> {
  const { HUB_PLUGINS, HUB_DATA, HUB_DATABASE_URL, HUB_TIERS_FILE } = process.env;
  process.env.HUB_PLUGINS = [HUB_PLUGINS, ...folders].filter(Boolean).join(":");
  setDefaults({
    HOST: "127.0.0.1",
    HUB_ACCESS_LOG: "1",
    HUB_DATA: getDataFolder(folders),
    HUB_DATA_REFRESH: "0",
    ...(!HUB_TIERS_FILE && { HUB_TIERS: "free=100000/1000000" }),
  });
  return HUB_DATA || HUB_DATABASE_URL ? undefined : findKey(loadConfig(process.env).data);
}

/** Returns the data folder of a set of plugins, which outlives restarts and isn't in any of them. */
function getDataFolder(folders: readonly string[]): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const [first = ""] = folders;
  const hash = Bun.hash(folders.join(":")).toString(36);
  return join(cache, "utilhub", "dev", `${basename(first)}-${hash}`);
}

/** Returns the key of earlier runs, or a new one. */
async function findKey(data: string): Promise<string> {
  const file = join(data, "dev-key");
  const run = (...args: string[]) => runKeysCommand(args, { env: process.env, print() {} });
  const known = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  const isValid = known && (await run("show", known).catch(() => undefined));
  if (isValid) return known;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const key = await run("create", "dev@example.com", "--name", "dev");
  writeFileSync(file, key ?? "", { mode: 0o600 });
  return key ?? "";
}

/** Prints the key, the pages of the plugins, and a command for the example of each GET endpoint. */
async function printCalls(
  folders: readonly string[],
  { base, key }: { base: string; key: string | undefined },
): Promise<void> {
  const outside = { sandbox: createSandbox(loadConfig(process.env).sandbox), log: quietLog };
  const rows = key ? [`Key            ${key}`] : [];
  const { broken } = (await (await fetch(`${base}/services`)).json()) as {
    broken: { name: string }[];
  };
  for (const { dir } of folders.flatMap((folder) => listPluginFolders([folder]))) {
    // The hub has logged why it skips a plugin.
    if (broken.some(({ name }) => name === basename(dir))) continue;
    const loaded = await loadPlugin(dir, { outside }).catch(() => undefined);
    if (!loaded) continue;
    rows.push(`Plugin         ${base}/documentation/${loaded.name}`);
    for (const { method, path, route } of loaded.routes)
      if (method === "GET") {
        const url = base + buildRequestPath(path, route.example);
        rows.push(`Call           curl '${url}' -H 'X-API-Key: ${key ?? "YOUR_KEY"}'`);
      }
  }
  // The hub turns what is printed to the console into log entries, without keys.
  writeSync(1, rows.map((row) => `    ${row}\n`).join(""));
}
