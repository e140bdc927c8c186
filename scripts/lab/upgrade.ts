// Upgrades the data folder of 0.1.0 to this version, and goes back by a copy: `bun scripts/lab/upgrade.ts [FOLDER]`. FOLDER
// contains the new version (default: this checkout). 0.1.0 runs from its commit, which the clone must contain.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../../core/testing/free-port.ts";
import { exitOnHelp } from "../help.ts";

exitOnHelp(`Usage: bun scripts/lab/upgrade.ts [FOLDER]
  upgrades the data folder of 0.1.0 to the version in FOLDER (default: this checkout), and goes back by a copy.`);

/** The commit of 0.1.0, which added the changelog. */
const oldCommit = "7b595e55";
const startMs = 120_000;
const root = join(import.meta.dir, "../..");
const folder = resolve(process.argv[2] ?? root);
const work = mkdtempSync(join(tmpdir(), "utilhub-upgrade-"));
const [old, data, copy] = ["old", "data", "copy"].map((name) => join(work, name)) as [
  string,
  string,
  string,
];
const rows: [string, boolean][] = [];
const hubs: Bun.Subprocess[] = [];
try {
  await Bun.$`git worktree add --quiet --detach ${old} ${oldCommit}`.cwd(root);
  await Bun.$`${process.execPath} install --frozen-lockfile --production --silent`.cwd(old).quiet();

  let hub = await startHub(old);
  const { api_key: key } = await hub.read("/api-key", { email: "ada@example.com" });
  await hub.read("/api/url/shorten", { url: "https://example.com/long", code: "kept" }, key);
  for (let call = 0; call < 3; call++) await hub.read("/api/dev/uuid", undefined, key);
  const { used_today: used } = await hub.read("/api-key", undefined, key);
  await hub.stop();
  cpSync(data, copy, { recursive: true });

  hub = await startHub(folder);
  const after = await hub.read("/api-key", undefined, key);
  check("the key and today's count are kept", after.used_today === used);
  check("calls work", "uuid" in (await hub.read("/api/dev/uuid", undefined, key)));
  const link = await fetch(`${hub.url}/s/kept`, { redirect: "manual" });
  check("the short link leads on", link.headers.get("location") === "https://example.com/long");
  await hub.stop();

  const refused = await startHub(old).then(
    async (hub) => {
      await hub.stop();
      return false;
    },
    () => true,
  );
  check("0.1.0 refuses the upgraded folder", refused);

  rmSync(data, { recursive: true });
  cpSync(copy, data, { recursive: true });
  hub = await startHub(old);
  const back = await hub.read("/api-key", undefined, key);
  check("0.1.0 goes on with the copy", back.used_today === used);
  await hub.stop();
} finally {
  for (const hub of hubs) hub.kill("SIGKILL");
  await Bun.$`git worktree remove --force ${old}`.cwd(root).nothrow().quiet();
  rmSync(work, { recursive: true, force: true });
}
console.log("| upgrade from 0.1.0 and back | passed |\n|---|---|");
for (const [name, held] of rows) console.log(`| ${name} | ${held ? "yes" : "NO"} |`);
process.exit(rows.every(([, held]) => held) ? 0 : 1);

function check(name: string, held: boolean): void {
  rows.push([name, held]);
}

interface Answer {
  api_key: string;
  used_today: number;
}

/** Starts the hub of a folder on the data, and waits until it serves. */
async function startHub(home: string) {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = Bun.spawn([process.execPath, "core/main.ts"], {
    cwd: home,
    env: {
      ...process.env,
      ...{ PORT: String(port), HOST: "127.0.0.1", HUB_DATA: data, HUB_OFFLINE: "1" },
    },
    stdio: ["ignore", "ignore", "ignore"],
  });
  hubs.push(child);
  const deadline = performance.now() + startMs;
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`Cannot start the hub of "${home}"`);
    await Bun.sleep(100);
  }
  return {
    url,
    async read(path: string, body?: object, key?: string): Promise<Answer> {
      const response = await fetch(url + path, {
        ...(body && { method: "POST", body: JSON.stringify(body) }),
        headers: {
          ...(body && { "content-type": "application/json" }),
          ...(key && { "x-api-key": key }),
        },
      });
      if (!response.ok) throw new Error(`${response.status} ${path}: ${await response.text()}`);
      return (await response.json()) as Answer;
    },
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}
