import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isFullDepth, json } from "hub/testing";
import { activeKeysMax } from "../core/accounts/accounts.ts";
import { keyHasher, makeKey } from "../core/accounts/keys.ts";
import { openSqliteIn } from "../core/platform/store/sqlite.ts";
import { type HubProcess, issueKeys, startProcess } from "../core/testing/hub-process.ts";
import { writeOldDatabase } from "../core/testing/old-database.ts";
import { dataFolder, runHub } from "../core/testing/running-hub.ts";

/** Each test signs up from its own addresses, because the limits are per address. */
const hub = await runHub({ TRUSTED_PROXIES: "127.0.0.1", HUB_TIERS: "free=100/1000" });
afterAll(() => hub.stop());

let hosts = 0;
function signUp(email: string, headers: Record<string, string> = {}, query = "") {
  const from = { "x-forwarded-for": `192.0.2.${hosts++ % 250}` };
  return hub.post(`/api-key${query}`, { email }, { ...from, ...headers });
}

async function signUpForKey(email: string): Promise<string> {
  return (await json(await signUp(email))).api_key;
}

describe("another person's account", () => {
  test("gives no key to a caller who names its address, in any spelling", async () => {
    await signUpForKey("payer@corp.example");
    for (const email of [
      "payer@corp.example",
      "PAYER@corp.example",
      " Payer@CORP.Example ",
      "payer@ｃorp.example",
    ]) {
      const answer = await signUp(email);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        409,
        "application/problem+json",
      ]);
      const body = await json(answer);
      expect(body.code).toBe("email_taken");
      expect(body).not.toHaveProperty("api_key");
    }
  });

  test("isn't disclosed: every rejection is the same except for the given address", async () => {
    const others = await signUpForKey("other@corp.example");
    await signUpForKey("quiet@corp.example");
    const refusals = [
      await signUp("quiet@corp.example"),
      await signUp("quiet@corp.example", { "x-api-key": others }),
      await signUp("quiet@corp.example", { "x-api-key": `hub_${"0".repeat(38)}` }),
      await signUp("quiet@corp.example", {}, "?api_key=nonsense"),
    ];
    const bodies = await Promise.all(
      refusals.map(async (answer) => ({ ...(await json(answer)), request_id: "" })),
    );
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect(bodies[0].code).toBe("email_taken");
  });

  test("keeps its short links: a sign-up with other letter case cannot change them", async () => {
    const mine = { "x-api-key": await signUpForKey("links@corp.example") };
    const link = { url: "https://example.com/mine", code: "mine-alone" };
    expect((await hub.post("/api/url/shorten", link, mine)).status).toBe(200);
    expect((await json(await signUp("LINKS@corp.example"))).code).toBe("email_taken");
    // Cyrillic "к": another person's address, which gets a separate account.
    const lookalike = { "x-api-key": await signUpForKey("linкs@corp.example") };
    const repoint = (headers: Record<string, string>) =>
      fetch(`${hub.url}/api/url/links/mine-alone`, {
        method: "PATCH",
        body: JSON.stringify({ url: "https://evil.example/" }),
        headers: { "content-type": "application/json", ...headers },
      });
    expect((await repoint(lookalike)).status).toBe(403);
    expect((await repoint(mine)).status).toBe(200);
  });
});

test("a revoked or expired key is rejected everywhere", async () => {
  const email = "ended@corp.example";
  const [revoked, other] = [await signUpForKey(email), await signUpForKey("foreign@corp.example")];
  const second = (await json(await signUp(email, { "x-api-key": revoked }))).api_key;
  const records = openSqliteIn(hub.data);
  const holders = await records.holders({ after: "", limit: 1000 });
  const findKeyId = (text: string) =>
    holders.find(({ key }) => text.startsWith(key.prefix))?.key.id ?? "";
  await records.revokeKey(findKeyId(revoked), Date.now());
  await records.close();
  for (const key of [revoked, other])
    expect((await json(await signUp(email, { "x-api-key": key }))).code).toBe("email_taken");
  expect((await signUp(email, { "x-api-key": second })).status).toBe(200);
});

test("accounts of hub 0.1.0 in two spellings of an address cannot access each other", async () => {
  const data = dataFolder();
  const pepper = "the pepper of an older hub";
  const hash = keyHasher(new TextEncoder().encode(pepper));
  const [paying, free] = [makeKey(), makeKey()];
  writeOldDatabase(`${data.path}/hub.sqlite`, [
    { email: "Day@corp.example", tier: "free", hash: hash(free) },
    { email: "day@corp.example", tier: "enterprise", hash: hash(paying) },
  ]);
  const env = { HUB_DATA: data.path, HUB_KEY_PEPPER: pepper, TRUSTED_PROXIES: "127.0.0.1" };
  const upgraded = await runHub(env);
  const further = async (email: string, key?: string) => {
    const from = { "x-forwarded-for": `203.0.113.${hosts++ % 250}` };
    const headers = { ...from, ...(key && { "x-api-key": key }) };
    const {
      code,
      tier,
      email: shown,
    } = await json(await upgraded.post("/api-key", { email }, headers));
    return code ?? `${tier} ${shown}`;
  };
  for (const email of ["Day@corp.example", "day@corp.example", "DAY@corp.example"]) {
    expect(await further(email)).toBe("email_taken");
    expect(await further(email, makeKey())).toBe("email_taken");
  }
  // A key acts for its own account, with either spelling of the address.
  for (const email of ["Day@corp.example", "day@corp.example"]) {
    expect(await further(email, free)).toBe("free Day@corp.example");
    expect(await further(email, paying)).toBe("enterprise day@corp.example");
  }
  await upgraded.stop();
  data.remove();
});

describe("a caller's own account", () => {
  test("gets another key with one of its keys, up to the maximum", async () => {
    const mine = await signUpForKey("Me@Corp.example");
    const second = await signUp("ME@corp.example", { "x-api-key": mine });
    expect(await json(second)).toMatchObject({ email: "Me@corp.example" });
    expect((await signUp("me@corp.example", {}, `?api_key=${mine}`)).status).toBe(200);
    for (let keys = 3; keys < activeKeysMax; keys++)
      await hub.post("/api-key/keys", {}, { "x-api-key": mine });
    const further = await signUp("me@corp.example", { "x-api-key": mine });
    expect((await json(further)).code).toBe("too_many_keys");
  });

  test("has one quota, regardless of letter case and the form of the domain", async () => {
    const first = await signUpForKey("day@bücher.example");
    const second = await signUp("DAY@XN--BCHER-KVA.example", { "x-api-key": first });
    const { api_key } = await json(second);
    await hub.get("/api/dev/uuid", { "x-api-key": first });
    expect(await json(await hub.get("/api-key", { "x-api-key": api_key }))).toMatchObject({
      used_today: 1,
    });
  });
});

describe("processes that start concurrently on an empty folder", () => {
  const data = dataFolder();
  let hubs: HubProcess[] = [];
  beforeAll(async () => {
    const env = { HUB_DATA: data.path, TRUSTED_PROXIES: "127.0.0.1" };
    const count = isFullDepth ? 3 : 2;
    hubs = await Promise.all(Array.from({ length: count }, () => startProcess(env)));
  });
  afterAll(async () => {
    for (const { child } of hubs) child.kill();
    await Promise.all(hubs.map(({ child }) => child.exited));
    data.remove();
  });

  test("let one of eight concurrent sign-ups have a new address", async () => {
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          fetch(`${hubs[index % 2]?.url}/api-key`, {
            method: "POST",
            body: JSON.stringify({ email: `${index % 4 ? "New" : "new"}${round}@corp.example` }),
            headers: {
              "content-type": "application/json",
              "x-forwarded-for": `198.51.100.${(round * 8 + index) % 250}`,
            },
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([200, ...Array<number>(7).fill(409)]);
    }
  });

  test("share one pepper: each knows the keys of the others", async () => {
    const answer = await fetch(`${hubs[0]?.url}/api-key`, {
      method: "POST",
      body: '{"email":"a@example.com"}',
    });
    const { api_key } = await json(answer);
    // Unknown keys are limited by address.
    const from = () => ({ "x-forwarded-for": `192.0.2.${hosts++ % 250}` });
    const check = (url: string) =>
      fetch(`${url}/api-key`, { headers: { "x-api-key": api_key, ...from() } });
    for (const { url } of hubs) while ((await check(url)).status !== 200) await Bun.sleep(20);
  });

  test("leave one valid key after fifty concurrent rotations", async () => {
    const [first, second] = hubs.map(({ url }) => url);
    const signedUp = await fetch(`${first}/api-key`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "rotated@example.com" }),
    });
    const { api_key } = await json(signedUp);
    while ((await fetch(`${second}/api-key`, { headers: { "x-api-key": api_key } })).status !== 200)
      await Bun.sleep(20);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        fetch(`${index % 2 ? first : second}/api-key/rotate`, {
          method: "POST",
          headers: { "x-api-key": api_key, "content-type": "application/json" },
          body: JSON.stringify({ grace_seconds: 0 }),
        }),
      ),
    );
    const issued = answers.filter(({ status }) => status === 200);
    expect(issued.length).toBe(1);
    for (const answer of answers)
      if (answer.status !== 200)
        expect(["key_replaced", "key_expired"]).toContain((await json(answer)).code);
    const { api_key: next } = await json(issued[0]!);
    const all = () => fetch(`${first}/api-key/keys`, { headers: { "x-api-key": next } });
    // The other process learns of it within a second.
    while ((await all()).status !== 200) await Bun.sleep(20);
    expect((await json(await all())).keys.length).toBe(2);
  });
});

describe("the pepper", () => {
  const data = dataFolder();
  afterAll(() => data.remove());

  async function failure(env: Record<string, string>): Promise<string> {
    return runHub(env).then(
      async (hub) => {
        await hub.drain();
        return "It started";
      },
      (error: Error) => error.message,
    );
  }

  test("that is missing ends the start with instructions if there are working keys, but not with ended ones", async () => {
    const path = `${data.path}/lost`;
    await issueKeys(path, 2);
    await Bun.file(`${path}/pepper`).delete();
    const sentence = await failure({ HUB_DATA: path });
    expect(sentence).toMatch(/lost\/pepper\W+ is missing/);
    expect(sentence).toContain("2 keys");
    expect(sentence).toContain("bun run keys revoke-all");
    expect(await Bun.file(`${path}/pepper`).exists()).toBe(false);
    const revoke = Bun.spawnSync([process.execPath, "scripts/keys.ts", "revoke-all"], {
      cwd: `${import.meta.dir}/..`,
      env: { ...process.env, HUB_DATA: path },
    });
    expect(revoke.stdout.toString()).toContain("Revoked 2 keys");
    expect(await failure({ HUB_DATA: path })).toBe("It started");
  });

  test("that differs from that of the keys ends the start", async () => {
    const path = `${data.path}/other`;
    await issueKeys(path, 1, { HUB_KEY_PEPPER: "the first secret of this hub" });
    const other = await failure({ HUB_DATA: path, HUB_KEY_PEPPER: "another secret" });
    expect(other).toContain("HUB_KEY_PEPPER does not match the pepper");
    expect(other).not.toContain("another secret");
    const same = { HUB_DATA: path, HUB_KEY_PEPPER: "the first secret of this hub" };
    expect(await failure(same)).toBe("It started");
  });
});
