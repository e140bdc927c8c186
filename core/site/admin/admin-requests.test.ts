import { afterAll, expect, test } from "bun:test";
import { dirname } from "node:path";
import { json } from "hub/testing";
import { pluginFolder, removePluginFolders } from "../../testing/plugin-folder.ts";
import { dataFolder, runHub } from "../../testing/running-hub.ts";

const operator = { authorization: "Bearer operators-own-token-1" };
const folder = pluginFolder(
  {
    "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({ title: "Odd", summary: "Fails." });`,
    "routes/fail.get.ts": `import { t } from "hub";
import odd from "../plugin.ts";
export default odd.route({
  summary: "Fail", query: t.Object({ text: t.String() }), response: t.Object({}), example: { query: { text: "a" } },
  handler: () => { throw new Error("The tap drips"); },
});`,
  },
  "odd",
);
const data = dataFolder();
const env = {
  HUB_DATA: data.path,
  HUB_ADMIN_TOKEN: "operators-own-token-1",
  HUB_PLUGINS: dirname(folder),
};
let hub = await runHub(env);
afterAll(async () => {
  await hub.stop();
  removePluginFolders();
  data.remove();
});

async function ask(path: string) {
  const answer = await hub.get(`/admin/api/${path}`, operator);
  const body = await json(answer);
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Waits until the usage of the last second was written. */
async function waitForGroups(query: string, count: number) {
  for (;;) {
    const found = await ask(`requests?${query}`);
    if (found.groups.length >= count) return found;
    await Bun.sleep(50);
  }
}

test("operators see who calls, what fails and why, also after a restart", async () => {
  const [busy, other] = [await hub.key("busy@example.com"), await hub.key("other@example.com")];
  const call = (key: string) =>
    hub.get("/api/dev/hash/md5?text=private-text", { "x-api-key": key });
  for (let calls = 0; calls < 3; calls++) await call(busy);
  await call(other);
  const failed = await hub.get("/api/odd/fail?text=private-text", { "x-api-key": other });
  expect(failed.status).toBe(500);
  const id = failed.headers.get("x-request-id");
  await waitForGroups("by=key", 2);
  await hub.drain();
  hub = await runHub(env);
  const { groups, failures } = await ask("requests");
  expect(groups).toEqual([
    { name: "1", calls: 3, failed: 0 },
    { name: "2", calls: 2, failed: 1 },
  ]);
  expect(failures).toEqual([
    expect.objectContaining({
      request_id: id,
      account: "account_2",
      route: "GET /api/odd/fail",
      status: 500,
      code: "internal_error",
      cause: expect.stringContaining("The tap drips"),
    }),
  ]);
  expect((await ask(`requests?request_id=${id}`)).failures).toHaveLength(1);
  expect((await ask("requests?request_id=unknown")).failures).toEqual([]);
  expect((await ask("requests?status=5xx&by=route")).groups).toEqual([
    { name: "GET /api/odd/fail", calls: 1, failed: 1 },
  ]);
  const all = JSON.stringify([await ask("requests"), await ask("requests?by=hour")]);
  expect(all).not.toContain("private-text");
  expect(all).not.toContain("example.com");
});

test("the accounts with the most calls today come first", async () => {
  const { accounts, next } = await ask("accounts?sort=used_today");
  expect(accounts).toMatchObject([
    { email: "busy@example.com", calls_today: 3 },
    { email: "other@example.com", calls_today: 2 },
  ]);
  expect(next).toBeNull();
  const { usage } = await ask("usage?by=account");
  expect(usage).toMatchObject([
    { account_id: 1, calls: 3, day: null, service: null },
    { account_id: 2, calls: 2 },
  ]);
});

test("active keys are listed by last use and by the key that created them", async () => {
  const maker = await hub.key("maker@example.com");
  const made = await json(await hub.post("/api-key/keys", {}, { "x-api-key": maker }));
  await hub.get("/api/dev/hash/md5?text=a", { "x-api-key": made.api_key });
  for (;;) {
    const [key] = (await ask("keys?limit=1")).keys;
    if (key.key_id === made.key_id) break;
    await Bun.sleep(50);
  }
  const { key_id } = await json(await hub.get("/api-key", { "x-api-key": maker }));
  expect((await ask(`keys?made_by=${key_id}`)).keys).toEqual([
    expect.objectContaining({ key_id: made.key_id, made_by: key_id, account_id: 3 }),
  ]);
  expect((await ask("keys?sort=unused&limit=1")).keys[0].key_id).not.toBe(made.key_id);
});
