import { afterEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { issueKeys } from "../core/testing/hub-process.ts";
import { json } from "../core/testing/mod.ts";
import { runHub } from "../core/testing/running-hub.ts";

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

function folder(): string {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-backup-`);
  ending.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function run(command: string, given: string[], env: Record<string, string>) {
  const child = Bun.spawn([process.execPath, "scripts/backup.ts", command, ...given], {
    cwd: `${import.meta.dir}/..`,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, complaint] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { said, complaint, code: await child.exited };
}

async function hubOn(HUB_DATA: string) {
  const hub = await runHub({ HUB_DATA, HUB_TIERS: "free=1000/1000", HUB_JOBS: "1" });
  ending.push(() => hub.stop());
  return hub;
}

test("a backup of a hub in use contains all that it has confirmed, and another hub continues with it", async () => {
  const place = folder();
  const data = `${place}/data`;
  const [key = ""] = await issueKeys(data, 1);
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const hub = await hubOn(data);
  const job = await fetch(`${hub.url}/api/qr/batch`, {
    method: "POST",
    headers: { ...headers, prefer: "respond-async" },
    body: JSON.stringify({ items: [{ data: "a" }] }),
  });
  const { id } = await json(job);
  const state = async (url: string) => json(await fetch(`${url}/api/jobs/${id}`, { headers }));
  while ((await state(hub.url)).ended_at === null) await Bun.sleep(20);
  let isOver = false;
  const keys: string[] = [];
  const signingUp = (async () => {
    for (let count = 0; !isOver; count++) {
      const answer = await fetch(`${hub.url}/api-key`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: `person${count}@example.com` }),
      });
      if (answer.ok) keys.push((await json(answer)).api_key);
      else await Bun.sleep(5);
    }
  })();
  while (keys.length < 3) await Bun.sleep(2);
  const before = [...keys];
  const copy = `${place}/copy`;
  const { said, complaint, code } = await run("backup", [copy], { HUB_DATA: data });
  isOver = true;
  await signingUp;
  expect([complaint, code]).toEqual(["", 0]);
  expect(said).toMatch(/^Copied "\S+" to "\S+", with \d+ accounts and \d+ keys\n$/);
  expect(statSync(`${copy}/hub.sqlite`).mode & 0o777).toBe(0o600);
  expect(statSync(copy).mode & 0o777).toBe(0o700);
  expect(readdirSync(copy)).not.toContain("hub.sqlite-wal");

  const restored = `${place}/restored`;
  expect((await run("restore", [copy], { HUB_DATA: restored })).complaint).toBe("");
  const again = await hubOn(restored);
  for (const known of [key, ...before]) {
    const answer = await fetch(`${again.url}/api-key`, { headers: { "x-api-key": known } });
    expect(answer.status).toBe(200);
  }
  const result = await fetch(`${again.url}/api/jobs/${id}/result`, { headers });
  expect(result.status).toBe(200);
});

test("nothing is overwritten, and a damaged folder or one without data isn't backed up", async () => {
  const place = folder();
  const data = `${place}/data`;
  await issueKeys(data, 1);
  const copy = `${place}/copy`;
  expect((await run("backup", [copy], { HUB_DATA: data })).code).toBe(0);
  const refusals: [string, string[], string, string][] = [
    ["backup", [copy], data, "already exists and is not empty"],
    ["restore", [copy], data, "already exists and is not empty"],
    ["backup", [`${place}/b`], `${place}/nowhere`, "There is no folder"],
    ["restore", [place], `${place}/c`, 'is not a data folder: it has no "hub.sqlite"'],
    ["restore", [], data, "Usage: bun run backup FOLDER"],
  ];
  for (const [command, given, HUB_DATA, complaint] of refusals) {
    const result = await run(command, given, { HUB_DATA });
    expect(result.complaint).toContain(complaint);
    expect(result.code).toBe(1);
  }
  const file = `${copy}/hub.sqlite`;
  truncateSync(file, statSync(file).size / 2);
  const damaged = await run("restore", [copy], { HUB_DATA: `${place}/d` });
  expect(damaged.complaint).toContain("it is damaged");
  expect(readdirSync(place).toSorted()).toEqual(["copy", "data"]);
  expect(existsSync(`${place}/d`)).toBe(false);
});
