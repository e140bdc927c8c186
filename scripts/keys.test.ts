import { afterAll, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import type { KeyHolder } from "../core/platform/store/records.ts";
import { openSqlite } from "../core/platform/store/sqlite.ts";
import { dataFolder } from "../core/testing/running-hub.ts";
import { runKeysCommand } from "./keys.ts";

const data = dataFolder();
afterAll(() => data.remove());

/** Runs a command in this process: its start costs more than its work. */
async function keys(...args: string[]) {
  const lines: string[] = [];
  const context = {
    env: { ...process.env, HUB_DATA: data.path },
    print: (line: string) => void lines.push(line),
  };
  try {
    const last = await runKeysCommand(args, context);
    return {
      code: 0,
      out: [...lines, ...(last === undefined ? [] : [last])].join("\n"),
      error: "",
    };
  } catch (error) {
    return { code: 1, out: lines.join("\n"), error: (error as Error).message };
  }
}

/** Runs a command in a separate process, as a shell does. */
async function keysProcess(...args: string[]) {
  const child = Bun.spawn([process.execPath, "scripts/keys.ts", ...args], {
    cwd: `${import.meta.dir}/..`,
    env: { ...process.env, HUB_DATA: data.path },
    stderr: "pipe",
  });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out: out.trim(), error: error.trim() };
}

test("a key is issued, shown, moved to another tier and revoked from the shell", async () => {
  const named = ["create", "ada@example.com", "--tier", "pro", "--name", "laptop"];
  const { out: key } = await keysProcess(...named);
  expect(key).toMatch(/^hub_\w{38}$/);
  expect(JSON.parse((await keys("show", key)).out)).toMatchObject({
    email: "ada@example.com",
    tier: "pro",
    name: "laptop",
    state: "active",
  });
  expect((await keys("set-tier", "ada@example.com", "enterprise")).code).toBe(0);
  expect((await keys("revoke", key.slice(0, 10))).code).toBe(0);
  const { out } = await keysProcess("list");
  expect(out).toContain("enterprise  revoked  ada@example.com");
  expect(out).not.toContain(key);
});

test("an account is suspended and resumed from the shell", async () => {
  const email = "bob@example.com";
  const { out: key } = await keys("create", email);
  const readState = async () => JSON.parse((await keys("show", key)).out).state;
  expect((await keys("suspend", email)).out).toBe(`Suspended ${email}`);
  expect(await readState()).toBe("suspended");
  expect((await keys("resume", email)).out).toBe(`Resumed ${email}`);
  expect(await readState()).toBe("active");
});

test("an account is erased from the shell, and its address is free", async () => {
  const email = "fay@example.com";
  const { out: key } = await keys("create", email, "--tier", "pro");
  expect((await keys("erase", email)).out).toBe(`Erased the account of ${email}`);
  expect((await keys("show", key)).error).toContain("Unknown key");
  expect((await keys("list")).out).not.toContain(email);
  const { out: next } = await keys("create", email);
  expect(JSON.parse((await keys("show", next)).out)).toMatchObject({
    tier: "free",
    state: "active",
  });
});

test("a failing command reports the reason, and exits with 1", async () => {
  for (const [args, sentence] of [
    [["create", "nobody"], "must be an email address"],
    [
      ["create", "a@b.co", "--tier", "gold"],
      'The tier must be free, pro, enterprise: it is "gold"',
    ],
    [["create", "a@b.co", "--days", "0"], "--days must be a whole number from 1 to 3650"],
    [["revoke", "key_1"], 'Unknown key "key_1"'],
    [["show"], "KEY is missing"],
    [["suspend", "no@example.com"], 'There is no account for "no@example.com"'],
    [["shout"], "Usage: bun run keys"],
  ] as const) {
    const { code, error } = await keys(...args);
    expect(code).toBe(1);
    expect(error).toContain(sentence);
  }
  const { code, out, error } = await keysProcess("show");
  expect([code, out]).toEqual([1, ""]);
  expect(error).toStartWith("KEY is missing\n\nUsage: bun run keys");
});

test("the operator issues further keys of an account, in any spelling of its address", async () => {
  for (const email of ["Eve@example.com", "EVE@Example.com"])
    expect((await keys("create", email)).code).toBe(0);
  const { out } = await keys("set-tier", "eve@example.com", "pro");
  expect(out).toBe('Eve@example.com now has the tier "pro"');
  const { out: list } = await keys("list", "--tier", "pro");
  expect(list.match(/Eve@example\.com/g)).toHaveLength(2);
});

test("a key is revoked with the keys that it created, or they are listed", async () => {
  const { out: maker } = await keys("create", "maker@example.com");
  const records = openSqlite(`${data.path}/hub.sqlite`);
  const { key } = (await records.holders({ after: "", limit: 99 })).find(({ key }) =>
    maker.startsWith(key.prefix),
  ) as KeyHolder;
  const made = { ...key, id: "key_made", hash: "made", prefix: "hub_made", madeBy: key.id };
  await records.addKey(made, { activeMax: 9, now: Date.now() });
  await records.close();
  const { out } = await keys("revoke", key.id);
  expect(out).toBe(`Revoked ${key.prefix}…\nStill active keys that it created: key_made`);
  expect((await keys("revoke", key.id, "--cascade")).out).toBe(`Revoked ${key.prefix}… key_made`);
});

test("all keys are revoked at once, even without their pepper", async () => {
  await rm(`${data.path}/pepper`);
  expect((await keys("list")).error).toContain("bun run keys revoke-all");
  expect((await keys("revoke-all")).out).toMatch(/^Revoked \d+ keys$/);
  expect((await keys("list")).out).not.toContain("active");
});
