import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { openSqliteIn } from "../core/platform/store/sqlite.ts";
import { issueKeys } from "../core/testing/hub-process.ts";
import { json } from "../core/testing/mod.ts";
import { lacksPostgres, postgresPassword, sharePostgres } from "../core/testing/postgres-server.ts";
import { runHub } from "../core/testing/running-hub.ts";

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

function folder(): string {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-migrate-`);
  ending.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function migrate(
  env: Record<string, string>,
  args = ["--from", "sqlite", "--to", "postgres"],
) {
  const child = Bun.spawn([process.execPath, "scripts/migrate.ts", ...args], {
    cwd: `${import.meta.dir}/..`,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, complaint, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return { said, complaint, code };
}

async function hubOn(env: Record<string, string>) {
  const hub = await runHub({ HUB_TIERS: "free=1000/1000", ...env });
  let isStopped = false;
  const end = async () => {
    if (!isStopped) await hub.stop();
    isStopped = true;
  };
  ending.push(end);
  return { url: hub.url, end };
}

describe.skipIf(lacksPostgres)("bun run migrate", () => {
  test("moves keys, their usage, links and the audit log, and a hub continues with them", async () => {
    const server = await sharePostgres();
    const HUB_DATABASE_URL = await server.createDatabase();
    const HUB_DATA = folder();
    const [key = ""] = await issueKeys(HUB_DATA, 3);
    const headers = { "x-api-key": key };
    const before = await hubOn({ HUB_DATA });
    for (let calls = 0; calls < 5; calls++)
      await fetch(`${before.url}/api/dev/hash/sha256?text=a`, { headers });
    const link = await fetch(`${before.url}/api/url/shorten`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ url: "https://example.com/é" }),
    });
    const { short_url } = await json(link);
    await before.end();
    const records = openSqliteIn(HUB_DATA);
    const entry = { at: 1, actor: "shell", address: null, action: "x", subject: "s" };
    await records.admin.addAudit({ ...entry, before: undefined, after: { a: 1 } });
    await records.close();

    const { said, complaint, code } = await migrate({ HUB_DATA, HUB_DATABASE_URL });
    expect([complaint, code]).toEqual(["", 0]);
    expect(said).toMatch(/^ +3 {2}accounts$/m);
    expect(said).not.toContain(postgresPassword);

    const after = await hubOn({ HUB_DATA, HUB_DATABASE_URL });
    const account = await json(await fetch(`${after.url}/api-key`, { headers }));
    expect(account.used_today).toBe(6);
    const links = await json(await fetch(`${after.url}/api/url/links`, { headers }));
    expect(JSON.stringify(links)).toContain(short_url.split("/").at(-1));
    const added = await fetch(`${after.url}/api-key`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "new@example.com" }),
    });
    expect(added.status).toBe(200);
    const ids = await server.run(
      HUB_DATABASE_URL,
      "SELECT id::integer AS id FROM accounts ORDER BY id",
    );
    expect(ids.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(await server.run(HUB_DATABASE_URL, "SELECT subject FROM audit")).toEqual([
      { subject: "s" },
    ]);

    const again = await migrate({ HUB_DATA, HUB_DATABASE_URL });
    expect([again.complaint, again.code]).toEqual([
      "The database of HUB_DATABASE_URL already has accounts: use an empty one\n",
      1,
    ]);
  });

  test("reports missing requirements", async () => {
    const HUB_DATA = folder();
    const cases: [Record<string, string>, string[], string][] = [
      [{}, ["--from", "postgres", "--to", "sqlite"], "Usage: bun run migrate"],
      [{}, ["--from", "sqlite", "--to", "postgres"], "Set HUB_DATABASE_URL to the database"],
      [
        { HUB_DATABASE_URL: "postgres://hub@127.0.0.1:1/hub" },
        ["--from", "sqlite", "--to", "postgres"],
        "There is no database",
      ],
    ];
    for (const [env, args, complaint] of cases) {
      const result = await migrate({ HUB_DATA, ...env }, args);
      expect(result.complaint).toContain(complaint);
      expect(result.code).toBe(1);
    }
  });
});
