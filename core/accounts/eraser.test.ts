import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { json } from "hub/testing";
import { dataFolder, runHub } from "../testing/running-hub.ts";

const token = "operators-own-token";
const hub = await runHub({
  HUB_TIERS: "free=1000/10000",
  HUB_ADMIN_TOKEN: token,
  TRUSTED_PROXIES: "127.0.0.1",
});
afterAll(() => hub.stop());
const operator = { authorization: `Bearer ${token}` };

function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
  url = hub.url,
) {
  return fetch(url + path, {
    method,
    redirect: "manual",
    headers: { "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

let people = 0;
/** Creates an account with a short link, a stored response and usage. */
async function createAccountWithData(on = hub) {
  const email = `erased${people++}@example.com`;
  const from = { "x-forwarded-for": `198.51.100.${people}` };
  const key = (await json(await on.post("/api-key", { email }, from))).api_key;
  const as = { "x-api-key": key };
  const link = { url: "https://example.com/private-page", reuse: false };
  const shortened = await on.post("/api/url/shorten", link, { ...as, "idempotency-key": "link" });
  const { code } = await json(shortened);
  const visitor = {
    ...from,
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  };
  expect((await send("GET", `/s/${code}`, visitor, undefined, on.url)).status).toBe(302);
  return { email, key, as, from, code };
}

/** Creates such an account that also has a finished job. */
async function createAccountWithJob(on = hub) {
  const filled = await createAccountWithData(on);
  const { as } = filled;
  const job = await on.get("/api/image/og?title=Later", { ...as, prefer: "respond-async" });
  expect(job.status).toBe(202);
  const jobUrl = job.headers.get("location") ?? "";
  while ((await json(await on.get(jobUrl, as))).status !== "succeeded") await Bun.sleep(20);
  return { ...filled, jobUrl };
}

async function readCode(answer: Response) {
  return [answer.status, (await json(answer)).code];
}

/** Returns all bytes below a folder as text. */
function readData(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile() && !entry.name.endsWith("-shm"))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"))
    .join("\n");
}

function listStoredBodies(): string[] {
  const files = readdirSync(`${hub.data}/kept`, { recursive: true, withFileTypes: true });
  return files.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test("an owner erases the account with all its data, by confirming its address", async () => {
  const { email, key, as, from, code, jobUrl } = await createAccountWithJob();
  expect(listStoredBodies().length).toBeGreaterThan(0);
  const wrong = await send("DELETE", "/api-key/account", as, { email: "other@example.com" });
  expect(await json(wrong)).toMatchObject({
    code: "invalid_input",
    errors: [{ location: "body.email" }],
  });
  const erased = await send("DELETE", "/api-key/account", as, { email: email.toUpperCase() });
  expect([erased.status, await json(erased)]).toEqual([200, { success: true }]);

  expect(await readCode(await hub.get("/api/dev/hash/md5?text=a", as))).toEqual([
    401,
    "invalid_api_key",
  ]);
  expect(listStoredBodies()).toEqual([]);
  const next = await json(await hub.post("/api-key", { email }, from));
  const mine = { "x-api-key": next.api_key };
  expect(next.used_today).toBe(0);
  expect(await readCode(await hub.get(jobUrl, mine))).toEqual([404, "not_found"]);
  expect((await json(await hub.get("/api/url/links", mine))).links).toEqual([]);
  expect(await readCode(await hub.get(`/api/url/links/${code}`, mine))).toEqual([410, "link_gone"]);
  const taken = { url: "https://example.com/", code };
  expect(await readCode(await hub.post("/api/url/shorten", taken, mine))).toEqual([
    409,
    "code_taken",
  ]);
  expect(key).not.toBe(next.api_key);
});

test("the code of an erased link returns 410 within the second that links are cached", async () => {
  const { email, as, code } = await createAccountWithData();
  expect((await send("DELETE", "/api-key/account", as, { email })).status).toBe(200);
  const isGone = async () => (await hub.get(`/s/${code}+`)).status === 410;
  expect(await isGone()).toBe(true);
  let status = 0;
  for (;;) {
    status = (await send("GET", `/s/${code}`, {})).status;
    if (status === 410) break;
    await Bun.sleep(50);
  }
  expect(status).toBe(410);
});

test("a restricted key cannot erase an account", async () => {
  const { email, as } = await createAccountWithData();
  for (const wish of [{ services: ["dev"] }, { expires_in: 3600 }, { may_manage_keys: false }]) {
    const { api_key } = await json(await hub.post("/api-key/keys", wish, as));
    const answer = await send("DELETE", "/api-key/account", { "x-api-key": api_key }, { email });
    expect(await readCode(answer)).toEqual([403, "key_restricted"]);
  }
  expect((await hub.get("/api-key", as)).status).toBe(200);
});

test("the operator erases an account, and the audit log contains neither address", async () => {
  const { email, as } = await createAccountWithData();
  const found = await json(await hub.get(`/admin/api/accounts?q=${email}`, operator));
  const [{ id }] = found.accounts;
  expect((await send("DELETE", `/admin/api/accounts/${id}`, operator)).status).toBe(200);
  expect(await readCode(await send("DELETE", `/admin/api/accounts/${id}`, operator))).toEqual([
    404,
    "not_found",
  ]);
  expect((await hub.get("/api-key", as)).status).toBe(401);
  const audit = await json(await hub.get("/admin/api/audit?action=account.erase", operator));
  expect(audit.entries[0]).toMatchObject({
    subject: `account_${id}`,
    before: { tier: "free", keys: 1 },
  });
  expect(JSON.stringify(audit)).not.toContain("@");
  const byOwner = audit.entries.filter(({ actor }: { actor: string }) => actor === "owner");
  expect(byOwner.every(({ address }: { address: string | null }) => address === null)).toBe(true);
});

test("no data of an erased account is left in the data folder", async () => {
  const own = await runHub({ HUB_TIERS: "free=1000/10000" });
  try {
    const { email, as, code } = await createAccountWithJob(own);
    const secrets = [email, "private-page"];
    expect(secrets.filter((text) => readData(own.data).includes(text))).toEqual(secrets);
    const erased = await send("DELETE", "/api-key/account", as, { email }, own.url);
    expect(erased.status).toBe(200);
    await own.drain();
    const left = readData(own.data);
    expect(secrets.filter((text) => left.includes(text))).toEqual([]);
    expect(left).toContain(`claim:${code.toLowerCase()}`);
  } finally {
    await rm(own.data, { recursive: true, force: true });
  }
});

test("links from before entries named their account are erased too", async () => {
  const data = dataFolder();
  const env = { HUB_DATA: data.path, HUB_TIERS: "free=1000/10000" };
  const before = await runHub(env);
  const { email, as } = await createAccountWithData(before);
  await before.stop();
  const path = `${data.path}/hub.sqlite`;
  using db = new Database(path);
  db.run("UPDATE kv SET account = NULL; DELETE FROM pluginMigrations");
  const after = await runHub(env);
  try {
    await send("DELETE", "/api-key/account", as, { email }, after.url);
    const left = db.query<{ key: string }, []>("SELECT key FROM kv WHERE plugin = 'url'").all();
    const kinds = new Set(left.map(({ key }) => key.split(":")[0]));
    // Visitor hashes don't identify an account, and expire with the day.
    expect([...kinds].sort()).toEqual(["claim", "salt", "salting", "seen"]);
  } finally {
    await after.stop();
    data.remove();
  }
});
