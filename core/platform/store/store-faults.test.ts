import { Database } from "bun:sqlite";
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { json } from "hub/testing";
import { type HubProcess, issueKeys, startProcess } from "../../testing/hub-process.ts";
import { pluginFolder, removePluginFolders } from "../../testing/plugin-folder.ts";
import { createKv } from "./kv.ts";
import { openSqliteIn } from "./sqlite.ts";

const root = mkdtempSync(`${tmpdir()}/utilhub-store-`);
/** Makes a hub check its store at each request. */
const checked = { HUB_HEALTH_CHECK_MS: "10" };
let folders = 0;
let hub: HubProcess | undefined;

afterEach(async () => {
  hub?.child.kill("SIGKILL");
  await hub?.ended();
  hub = undefined;
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
  removePluginFolders();
});

/** Creates a data folder that a hub has used, with one key. */
async function createUsedFolder(): Promise<{ data: string; database: string; key: string }> {
  const data = `${root}/${folders++}`;
  mkdirSync(data);
  const [key = ""] = await issueKeys(data, 1);
  return { data, database: `${data}/hub.sqlite`, key };
}

/** Returns the reason why a hub doesn't start with a folder. */
async function refusal(data: string): Promise<string> {
  const { message } = await startProcess({ ...checked, HUB_DATA: data }).then(
    (started) => {
      hub = started;
      throw new Error("The hub started");
    },
    (error: Error) => error,
  );
  return JSON.parse(/\{.*\}/s.exec(message)?.[0] ?? "{}").message;
}

async function readyz(): Promise<{ status: number; detail?: string }> {
  const answer = await fetch(`${hub?.url}/readyz`);
  return { ...(await json(answer)), status: answer.status };
}

/** Waits for a status of `/readyz`. */
async function untilReady(status: number): Promise<string> {
  for (;;) {
    const answer = await readyz();
    expect((await fetch(`${hub?.url}/livez`)).status).toBe(200);
    if (answer.status === status) return answer.detail ?? "";
    await Bun.sleep(20);
  }
}

describe("an unusable database ends the start with its name, and is unchanged:", () => {
  const remedy = "restore a backup, or recover the readable data: sqlite3";

  test.each<[string, (file: string) => void, string]>([
    [
      "garbage",
      (file) => writeFileSync(file, Buffer.alloc(20_000, "garbage")),
      "it is not an SQLite database: the file is of another type, encrypted or overwritten",
    ],
    ["an empty file", (file) => truncateSync(file, 0), "it is empty, but "],
    [
      "a truncated file",
      (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
      "it is damaged",
    ],
    [
      "an overwritten page",
      (file) => writeSync(openSync(file, "r+"), Buffer.alloc(4096, 0x5a), 0, 4096, 4096),
      "it is damaged",
    ],
  ])("%s", async (_, spoil, reason) => {
    const { data, database } = await createUsedFolder();
    spoil(database);
    const before = readFileSync(database);
    const message = await refusal(data);
    expect(message).toStartWith(`utilhub cannot start: Cannot open the database "${database}": `);
    expect(message).toContain(reason);
    expect(message).toContain(remedy);
    expect(readFileSync(database).equals(before)).toBe(true);
  });

  test("a missing one, with counters of one", async () => {
    const { data, database } = await createUsedFolder();
    rmSync(database);
    expect(await refusal(data)).toMatch(/it is missing, but "[\w-]+\.counters" in its folder/);
    expect(readdirSync(data)).not.toContain("hub.sqlite");
  });

  test("a folder in its place", async () => {
    const { data, database } = await createUsedFolder();
    rmSync(database);
    mkdirSync(database);
    expect(await refusal(data)).toContain("it is a folder or a special file, not a database");
  });

  test("a newer hub's database", async () => {
    const { data, database } = await createUsedFolder();
    const db = new Database(database);
    db.run("PRAGMA user_version = 99");
    db.run("UPDATE schemaReaders SET oldest = 99");
    db.close();
    expect(await refusal(data)).toContain("it is from a newer version of the hub (schema 99");
  });

  test.skipIf(process.getuid?.() === 0)("a read-only database", async () => {
    const { data, database } = await createUsedFolder();
    Bun.spawnSync(["chmod", "0000", database]);
    expect(await refusal(data)).toContain("must belong to the user that runs the hub");
  });
});

test("a hub whose data folder disappears isn't ready, and is again when it is back", async () => {
  const { data } = await createUsedFolder();
  hub = await startProcess({ ...checked, HUB_DATA: data });
  expect(await untilReady(200)).toBe("");
  renameSync(data, `${data}-away`);
  expect(await untilReady(503)).toContain("was moved, removed or replaced while the hub ran");
  renameSync(`${data}-away`, data);
  expect(await untilReady(200)).toBe("");
});

test("a hub whose counters or database were replaced isn't ready", async () => {
  const { data, database } = await createUsedFolder();
  hub = await startProcess({ ...checked, HUB_DATA: data });
  for (const file of [`${data}/16-0.counters`, database]) {
    renameSync(file, `${file}.old`);
    copyFileSync(`${file}.old`, file);
    expect(await untilReady(503)).toContain(`"${file}" was moved, removed or replaced`);
    renameSync(`${file}.old`, file);
    expect(await untilReady(200)).toBe("");
  }
});

test("checking whether the store is writable leaves no data behind", async () => {
  const { data, database } = await createUsedFolder();
  const records = openSqliteIn(data);
  const before = new Database(database).serialize();
  for (let count = 0; count < 2000; count++) expect(records.fault()).toBeUndefined();
  expect(statSync(`${database}-wal`).size).toBeLessThan(8 * 2 ** 20);
  expect(await records.holders({ after: "", limit: 9 })).toHaveLength(1);
  expect(new Database(database).serialize().length).toBe(before.length);
  await records.close();
});

test("a short lock by another program keeps the hub ready, and delays no caller", async () => {
  const { data, database } = await createUsedFolder();
  const records = openSqliteIn(data);
  const other = new Database(database);
  other.run("BEGIN IMMEDIATE");
  expect(records.fault()).toBeUndefined();
  other.run("ROLLBACK");
  other.close();
  await records.close();
});

test("damage that is found later makes the hub unready with its name, and other calls work", async () => {
  const folder = pluginFolder({
    "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({ title: "Sample", summary: "x", isolated: false, permissions: { kv: true } });`,
    "routes/greet.get.ts": `import { t } from "hub";
import plugin from "../plugin.ts";
export default plugin.route({
  summary: "x", response: t.Object({ count: t.Integer() }), example: {},
  handler: async ({ kv }) => ({ count: (await kv.keys()).length }),
});`,
  });
  const { data, database, key } = await createUsedFolder();
  const records = openSqliteIn(data);
  const kv = createKv(records, "sample", Date.now);
  for (let count = 0; count < 300; count++) await kv.set(`key${count}`, "x".repeat(20_000));
  await records.close();
  hub = await startProcess({
    ...checked,
    HUB_DATA: data,
    HUB_TRUST: "sample",
    HUB_PLUGINS: dirname(folder),
  });
  expect(await untilReady(200)).toBe("");
  const { size } = statSync(database);
  const handle = openSync(database, "r+");
  for (let at = 2 ** 17; at < size; at += 4096)
    writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, at);
  const headers = { "x-api-key": key };
  const failing = await fetch(`${hub.url}/api/sample/greet`, { headers });
  expect(failing.status).toBe(503);
  expect((await json(failing)).code).toBe("store_unavailable");
  expect(await untilReady(503)).toContain(`The database "${database}" is damaged: stop all hubs`);
  expect(await hub.readLog(({ status }) => status === 503)).toMatchObject({
    plugin: "sample",
    code: "store_unavailable",
    cause: "The database failed: it is damaged",
  });
  const sound = await fetch(`${hub.url}/api/dev/hash/sha256?text=hello`, { headers });
  expect(sound.status).toBe(200);
});

test("a full disk makes the hub unready, and it recovers", async () => {
  const { data, database, key } = await createUsedFolder();
  // No file may grow beyond 512 blocks of 512 bytes, and the write-ahead log has nearly that size.
  const records = openSqliteIn(data);
  const kv = createKv(records, "sample", Date.now);
  while (statSync(`${database}-wal`).size < 225_000) await kv.set("filler", Date.now());
  hub = await startProcess(
    { ...checked, HUB_DATA: data },
    undefined,
    "trap '' XFSZ; ulimit -f 512",
  );
  expect(await untilReady(503)).toContain("cannot be written");
  const answer = await fetch(`${hub.url}/api/dev/hash/sha256?text=hello`, {
    headers: { "x-api-key": key },
  });
  expect(answer.status).toBe(200);
  hub.child.kill("SIGTERM");
  expect(await hub.ended()).toBe(1);
  const last = await hub.readLog(({ message }) => message.startsWith("Cannot save pending data"));
  expect(last.cause).toContain("The database failed");
  await records.close();
});
