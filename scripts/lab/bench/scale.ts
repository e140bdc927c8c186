import { Database } from "bun:sqlite";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { getKeyPrefix, keyHasher, makeKey } from "../../../core/accounts/keys.ts";
import { openAccounts } from "../../../core/accounts/open-gate.ts";
import { settlePepper } from "../../../core/accounts/pepper.ts";
import { loadConfig } from "../../../core/app/config.ts";
import { quietLog } from "../../../core/platform/log/log.ts";
import { openSqliteIn } from "../../../core/platform/store/sqlite.ts";
import { load, median } from "./load.ts";
import { hubCommand, residentMb } from "./server.ts";

const sizes = [1_000, 100_000, 1_000_000];
const root = `${import.meta.dir}/../../..`;

/** Number of keys that make calls: more than a hub caches in memory. */
const calledMax = 60_000;

/** Measures a hub's cost as the number of accounts grows. Each account has two keys. */
export async function benchScale(): Promise<Record<string, string>> {
  const measured: Figures[] = [];
  for (const accounts of sizes) measured.push(await measure(accounts));
  const row = (of: (figures: Figures) => string) => measured.map(of).join(" | ");
  return {
    accounts: sizes.map((size) => size.toLocaleString("en")).join(" | "),
    "time to the first response (at most 1 s)": row(({ hub }) => `${hub.startMs.toFixed(0)} ms`),
    "idle memory (at most 400 MB)": row(({ hub }) => `${hub.idleMb.toFixed(0)} MB`),
    "memory of a process with a full key cache": row(
      ({ probe }) => `${probe.fullMb.toFixed(0)} MB`,
    ),
    "look-up, held in memory (at most 1 µs)": row(({ probe }) => `${probe.warmUs.toFixed(2)} µs`),
    "look-up, from the disk": row(({ probe }) => `${probe.coldUs.toFixed(0)} µs`),
    "cost of a sign-up in another process (at most 1 ms)": row(
      ({ probe }) => `${probe.signUpMs.toFixed(2)} ms`,
    ),
    "cost of a sign-up in its own process": row(({ probe }) => `${probe.issueMs.toFixed(2)} ms`),
    "time until a revocation applies (at most 1 s)": row(
      ({ hub }) => `${hub.revokedMs.toFixed(0)} ms`,
    ),
    "size on disk": row(({ diskMb }) => `${diskMb.toFixed(0)} MB`),
    "calls a second, one process on one core": row(({ hub }) => hub.callsPerSecond.toFixed(0)),
    ...projectCells(measured.at(-1)),
  };
}

/** The projected accounts and calls a second, and the target utilisation of a core. */
const paper = { accounts: 1e8, callsPerSecond: 1e6, used: 0.5 };

/**
 * Projects the resources for very many accounts from the largest measured number. Assumes cells of that size that share
 * nothing.
 */
function projectCells(figures: Figures | undefined): Record<string, string> {
  if (!figures) return {};
  const { hub, probe, diskMb } = figures;
  const ofCell = sizes.at(-1) ?? 1;
  const cells = Math.ceil(paper.accounts / ofCell);
  const calls = paper.callsPerSecond / cells;
  const processes = Math.ceil(calls / (hub.callsPerSecond * paper.used)) + 1;
  const ofCells = (each: number) => Math.ceil(cells * each).toLocaleString("en");
  const trips = calls.toLocaleString("en");
  return {
    "projected: 10^8 accounts and 10^6 calls a second": `${cells} cells of ${ofCell.toLocaleString("en")} accounts, ${trips} calls a second each`,
    "processes, half busy and one more in each cell": `${processes} a cell, ${ofCells(processes)} in all, ${((processes * probe.fullMb) / 1024).toFixed(1)} GB a cell`,
    "round trips to a cell's Redis server": `${trips} a second`,
    "a cell's database": `${(diskMb / 1024).toFixed(1)} GB, ${ofCells(diskMb / 1024)} GB in all; 10 sign-ups a second cost ${(10 * probe.signUpMs).toFixed(0)} ms a second in each process`,
  };
}

interface Figures {
  hub: { startMs: number; idleMb: number; revokedMs: number; callsPerSecond: number };
  probe: Probed;
  diskMb: number;
}

interface Probed {
  warmUs: number;
  coldUs: number;
  signUpMs: number;
  issueMs: number;
  fullMb: number;
}

async function measure(accounts: number): Promise<Figures> {
  const env = {
    HUB_DATA: mkdtempSync(`${tmpdir()}/utilhub-scale-`),
    HUB_DATA_REFRESH: "0",
    HUB_EXAMPLES: "0",
    HUB_TIERS: "free=1000000/1000000",
    PORT: "0",
  };
  try {
    const keys = await fill(env, accounts);
    const diskMb = measureFolder(env.HUB_DATA) / 2 ** 20;
    return { hub: await runHub(env, keys), probe: await probe(env, keys), diskMb };
  } finally {
    rmSync(env.HUB_DATA, { recursive: true });
  }
}

/** Creates the data folder of a hub with the given number of accounts. Returns some of their keys. */
async function fill(env: Record<string, string>, accounts: number): Promise<string[]> {
  const config = loadConfig(env);
  const records = openSqliteIn(config.data);
  const now = Date.now();
  const { meter } = await openAccounts(config, records, quietLog);
  // Creates the counters of all accounts, as after some traffic.
  for (let id = 1; id <= accounts; id += 1000) meter.counters(id);
  const pepper = await settlePepper(records, { dir: config.data, given: undefined, now });
  await records.close();
  const db = new Database(`${config.data}/hub.sqlite`, { strict: true });
  const count = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <`;
  const keys: string[] = [];
  db.transaction(() => {
    db.run(
      `${count} ?1) INSERT INTO accounts (id, email, folded, tier, createdAt)
         SELECT i, 'caller' || i || '@example.com', 'caller' || i || '@example.com', 'free', ?2 FROM n`,
      [accounts, now],
    );
    db.run(
      `${count} ?1) INSERT INTO keys (id, accountId, hash, prefix, createdAt)
         SELECT printf('key_%032x', i), (i + 1) / 2, hex(randomblob(22)), 'hub_AbCdEf', ?2 FROM n`,
      [2 * accounts, now],
    );
    const hash = keyHasher(pepper);
    const set = db.query("UPDATE keys SET hash = ?, prefix = ? WHERE id = printf('key_%032x', ?)");
    const called = Math.min(2 * accounts, calledMax);
    for (let index = 0; index < called; index++) {
      const key = makeKey();
      set.run(hash(key), getKeyPrefix(key), 1 + Math.floor((index * 2 * accounts) / called));
      keys.push(key);
    }
  })();
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  // Flushes pending writes, which would otherwise delay the next writer.
  Bun.spawnSync(["sync"]);
  return keys;
}

/** Starts a hub, and revokes one of its keys from another process. */
async function runHub(env: Record<string, string>, keys: readonly string[]) {
  const begin = performance.now();
  const child = Bun.spawn(["taskset", "-c", "0", ...hubCommand], {
    cwd: root,
    env: { ...process.env, ...env } as Record<string, string>,
    stdout: "pipe",
  });
  const reader = child.stdout.getReader();
  let greeting = "";
  while (!greeting.includes("Get a key"))
    greeting += Buffer.from((await reader.read()).value ?? []).toString();
  const [, port] = /localhost:(\d+)/.exec(greeting) ?? [];
  const call = async (key = "") => {
    const answer = await fetch(`http://127.0.0.1:${port}/api-key`, {
      headers: { "x-api-key": key },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  if ((await call(keys[0])) !== 200) throw new Error("The hub does not know its first key");
  const startMs = performance.now() - begin;
  await Bun.sleep(1500);
  const idleMb = residentMb(child.pid);
  const records = openSqliteIn(env.HUB_DATA ?? "");
  const seen: number[] = [];
  for (const key of keys.slice(10, 15)) {
    await call(key);
    const [holder] = await records.admin.accounts({ text: key, after: 0, limit: 1, now: 0 });
    const own = (await records.listKeys(holder?.id ?? 0)).find(({ prefix }) =>
      key.startsWith(prefix),
    );
    const revoked = performance.now();
    await records.revokeKey(own?.id ?? "", Date.now());
    while ((await call(key)) === 200) await Bun.sleep(5);
    seen.push(performance.now() - revoked);
  }
  await records.close();
  const drawn = Array.from({ length: 2000 }, () => keys[Math.floor(Math.random() * keys.length)]);
  const { requestsPerSecond: callsPerSecond } = await load(`http://127.0.0.1:${port}`, {
    path: "/api/dev/hash/sha256?text=a",
    keys: drawn.filter((key) => key !== undefined),
    seconds: 4,
  });
  child.kill();
  await child.exited;
  return { startMs, idleMb, revokedMs: Math.max(...seen), callsPerSecond };
}

/** Looks keys up in a separate process, so that its memory contains nothing else. */
async function probe(env: Record<string, string>, keys: readonly string[]): Promise<Probed> {
  const child = Bun.spawn([process.execPath, import.meta.path], {
    env: { ...process.env, ...env } as Record<string, string>,
    stdin: new Blob([keys.join("\n")]),
    stdout: "pipe",
    stderr: "inherit",
  });
  return (await new Response(child.stdout).json()) as Probed;
}

if (import.meta.main) {
  const keys = (await Bun.stdin.text()).split("\n");
  const config = loadConfig(process.env);
  const [here, there] = [openSqliteIn(config.data), openSqliteIn(config.data)];
  const { accounts } = await openAccounts(config, here, quietLog);
  const other = await openAccounts(config, there, quietLog);
  const cold = await elapsedMs(async () => {
    for (const key of keys) await accounts.find(key);
  });
  const fullMb = residentMb(process.pid);
  const [first = ""] = keys;
  const looks = 200_000;
  const warm = await elapsedMs(async () => {
    await accounts.find(first);
    for (let look = 0; look < looks; look++) accounts.findHeld(first);
  });
  const issues: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < 50; round++) {
    let issued = "";
    const email = `new${round}@example.com`;
    issues.push(
      await elapsedMs(async () => {
        issued = (await other.accounts.issue(email, { now: Date.now() })).key;
      }),
    );
    costs.push(
      await elapsedMs(async () => {
        await accounts.refresh();
        await accounts.find(issued);
      }),
    );
  }
  const probed: Probed = {
    coldUs: (cold * 1000) / keys.length,
    warmUs: (warm * 1000) / looks,
    issueMs: median(issues),
    signUpMs: Math.max(...costs),
    fullMb,
  };
  console.log(JSON.stringify(probed));
}

async function elapsedMs(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function measureFolder(dir: string): number {
  return readdirSync(dir).reduce((sum, name) => sum + statSync(`${dir}/${name}`).size, 0);
}
