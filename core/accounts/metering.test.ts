import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import { isFullDepth, json, sampleCases } from "hub/testing";
import { openSqliteIn } from "../platform/store/sqlite.ts";
import { issueKeys, startProcess } from "../testing/hub-process.ts";
import { dataFolder, runHub } from "../testing/running-hub.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

const path = "/api/dev/hash/md5?text=a";
const running: Awaited<ReturnType<typeof startProcess>>[] = [];
/** Hubs in this process that are never killed and share no port. */
const own = new Set<Awaited<ReturnType<typeof runHub>>>();
let data = dataFolder();

async function start(env: Record<string, string> = {}) {
  const hub = await startProcess({ HUB_DATA: data.path, ...env });
  running.push(hub);
  return hub;
}

async function startHere(env: Record<string, string> = {}) {
  const hub = await runHub({ HUB_DATA: data.path, ...env });
  own.add(hub);
  return hub;
}

async function stopHere(hub: Awaited<ReturnType<typeof runHub>>) {
  own.delete(hub);
  await hub.stop();
}

afterEach(async () => {
  for (const { child } of running.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
  await Promise.all(Array.from(own, stopHere));
  data.remove();
  data = dataFolder();
});

async function view(url: string, key: string) {
  return json(await fetch(`${url}/api-key`, { headers: { "x-api-key": key } }));
}

async function usedToday(url: string, key: string): Promise<number> {
  return (await view(url, key)).used_today;
}

/** Calls repeatedly with one key until the hub is gone. Counts requests and responses. */
async function callUntilGone(url: string, key: string, count: { sent: number; answered: number }) {
  for (;;) {
    count.sent++;
    try {
      const answer = await fetch(url + path, { headers: { "x-api-key": key } });
      await answer.bytes();
      if (answer.status === 429) count.sent--;
      else count.answered++;
    } catch {
      return;
    }
  }
}

test("kills under load neither lose nor invent calls", async () => {
  const env = { HUB_TIERS: "free=1024/1000000" };
  const keys = await issueKeys(data.path, 6, env);
  const counts = keys.map(() => ({ sent: 0, answered: 0 }));
  for (let round = 0; round < (isFullDepth ? 5 : 2); round++) {
    const { child, url } = await start(env);
    const before = counts.reduce((sum, { answered }) => sum + answered, 0);
    const callers = keys.map((key, index) => callUntilGone(url, key, counts[index]!));
    while (counts.reduce((sum, { answered }) => sum + answered, 0) < before + 200)
      await Bun.sleep(1);
    child.kill("SIGKILL");
    await Promise.all(callers);
    await child.exited;
  }
  const { url } = await startHere(env);
  for (const [index, key] of keys.entries()) {
    const used = await usedToday(url, key);
    const { sent, answered } = counts[index]!;
    expect(used).toBeGreaterThanOrEqual(answered);
    expect(used).toBeLessThanOrEqual(sent);
  }
});

test("two processes on one port admit exactly the limit", async () => {
  const limit = isFullDepth ? 600 : 100;
  const env = { HUB_TIERS: `free=${limit}/1000000`, HUB_REUSE_PORT: "1" };
  const [key = ""] = await issueKeys(data.path, 1, env);
  const first = await start(env);
  const second = await start({ ...env, PORT: String(first.port) });
  expect(second.port).toBe(first.port);
  const answeredBy = new Map<string, number>();
  const statuses = new Map<number, number>();
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let call = 0; call < limit / 10; call++) {
        // A new connection each time, so that the kernel distributes them over both processes.
        const answer = await fetch(first.url + path, {
          headers: { "x-api-key": key },
          keepalive: false,
        });
        await answer.bytes();
        const by = answer.headers.get("x-request-id")?.split("-")[0] ?? "";
        answeredBy.set(by, (answeredBy.get(by) ?? 0) + 1);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }
    }),
  );
  expect(answeredBy.size).toBe(2);
  expect(Object.fromEntries(statuses)).toEqual({ 200: limit, 429: limit });
});

describe("two processes of one folder", () => {
  const folder = dataFolder();
  const hubs: Awaited<ReturnType<typeof startProcess>>[] = [];
  const env = {
    HUB_TIERS: "free=10/1000,pro=30/1000,grand=5000/1000",
    TRUSTED_PROXIES: "127.0.0.1",
  };
  let key = "";

  const settings = { HUB_DATA: folder.path, ...env };
  beforeAll(async () => {
    [key = ""] = await issueKeys(folder.path, 1, env);
    hubs.push(...(await Promise.all([startProcess(settings), startProcess(settings)])));
  });
  afterAll(async () => {
    for (const { child } of hubs) child.kill("SIGKILL");
    await Promise.all(hubs.map(({ child }) => child.exited));
    folder.remove();
  });

  test("a change of tier counts the last 60 seconds and the day, up and down", async () => {
    const records = openSqliteIn(folder.path);
    let admitted = 0;
    for (const [tier, limit] of [
      ["free", 10],
      ["pro", 30],
      ["grand", 40],
      ["pro", 40],
      ["free", 40],
    ] as const) {
      await records.setTier(1, tier);
      for (const { url } of hubs) while ((await view(url, key)).tier !== tier) await Bun.sleep(20);
      // The highest tier isn't exhausted: ten calls suffice.
      const calls = tier === "grand" ? 10 : 45;
      await Promise.all(
        Array.from({ length: calls }, async (_, call) => {
          const headers = { "x-api-key": key };
          const answer = await fetch((hubs[call % 2]?.url ?? "") + path, { headers });
          await answer.bytes();
          if (answer.status === 200) admitted++;
        }),
      );
      expect([tier, admitted]).toEqual([tier, limit]);
    }
    expect((await view(hubs[0]?.url ?? "", key)).used_today).toBe(40);
    await records.close();
  });

  test("counts of two processes by address are shared, and kept for the next one", async () => {
    const bearer = { "x-api-key": "hub_guess" };
    const signUp = (email: string) => ({
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email }),
    });
    const counted: Record<string, [number, (call: number) => [string, RequestInit]]> = {
      samples: [5, () => ["/try/uuid", {}]],
      "a sample with its own limit": [30, () => ["/try/hash/md5", {}]],
      "unknown keys": [20, () => [path, { headers: bearer }]],
      "sign-ups": [5, (call) => ["/api-key", signUp(`person${call}@example.com`)]],
      "a public path with its own limit": [10, () => ["/s/nothing", { method: "POST" }]],
    };
    // Each counts separately and has its own address, so that their address limits don't interfere.
    const names = Object.keys(counted);
    const buildCall = (name: string, call: number): [string, RequestInit] => {
      const [, request] = counted[name] ?? [];
      const [where, init] = request?.(call) ?? ["", {}];
      const address = { "x-forwarded-for": `198.51.100.${names.indexOf(name)}` };
      return [where, { ...init, headers: { ...init.headers, ...address } }];
    };
    for (const [name, [limit]] of Object.entries(counted)) {
      const statuses = await Promise.all(
        Array.from({ length: 3 * limit }, async (_, call) => {
          const [where, init] = buildCall(name, call);
          const answer = await fetch((hubs[call % 2]?.url ?? "") + where, init);
          await answer.bytes();
          return answer.status;
        }),
      );
      expect([name, statuses.filter((status) => status !== 429).length]).toEqual([name, limit]);
    }
    // A restart doesn't start a new window either.
    hubs[0]?.child.kill("SIGKILL");
    await hubs[0]?.child.exited;
    const { url } = await startHere(settings);
    for (const [name, [limit]] of Object.entries(counted)) {
      const [where, init] = buildCall(name, 3 * limit);
      expect([name, (await fetch(url + where, init)).status]).toEqual([name, 429]);
    }
  });
});

test("an unlimited tier says so, and has no limit headers", async () => {
  const hub = await runHub({ HUB_TIERS: "free=unlimited/unlimited" });
  const key = await hub.key();
  const answer = await hub.get(path, { "x-api-key": key });
  expect(answer.status).toBe(200);
  const names = [...answer.headers.keys()].filter((name) => name.includes("ratelimit"));
  expect(names).toEqual([]);
  expect(await view(hub.url, key)).toMatchObject({
    limits: { per_minute: null, per_day: null },
    remaining: { minute: null, day: null },
    used_today: 1,
  });
  expect(await (await hub.get("/documentation/limits")).text()).toContain("unlimited");
  await hub.stop();
});

test("a hub that is stopped writes its usage, from which a truncated, foreign or missing counter file is rebuilt", async () => {
  const [key = ""] = await issueKeys(data.path, 1);
  const file = `${data.path}/16-0.counters`;
  const damages = {
    short: () => Bun.write(file, new Uint8Array(10)),
    foreign: async () => Bun.write(file, new Uint8Array(Bun.file(file).size)),
    missing: () => Bun.file(file).delete(),
  };
  const first = await start();
  for (let call = 0; call < 3; call++)
    await fetch(first.url + path, { headers: { "x-api-key": key } });
  first.child.kill("SIGTERM");
  expect(await first.child.exited).toBe(0);
  for (const [what, damage] of Object.entries(damages)) {
    await damage();
    const hub = await startHere();
    const { used_today, last_used_at } = await view(hub.url, key);
    expect([what, used_today, new Date(last_used_at).getTime() > 0]).toEqual([what, 3, true]);
    await stopHere(hub);
  }
});

const shared = runHub({ HUB_OFFLINE: "1" });
const keys = shared.then((hub) => issueKeys(hub.data, 7));
afterAll(async () => (await shared).stop());

const texts = ["Good morning, everybody.", "Guten Morgen, liebe Leute."];
const codes = "data\none\ntwo\n";

// Lists in JSON, lines, CSV, and for a model: a row of each by default.
const lists: [string, string, string | object][] = [
  [
    "/api/email/validate/batch",
    "application/json",
    { emails: ["a@example.com", "b@example.com"], check_dns: false },
  ],
  ["/api/email/validate/batch?check_dns=false", "text/plain", "a@example.com\nb@example.com"],
  ["/api/ip-geo/batch", "application/json", { ips: ["127.0.0.1", "nothing"] }],
  ["/api/qr/batch", "text/csv", codes],
  ["/api/qr/batch", "application/json", { items: [{ data: "1" }, { data: "2" }] }],
  ["/api/ai/detect-language", "application/json", { texts }],
  ["/api/ai/sentiment", "application/json", { texts: [texts[0], texts[0]] }],
];

test.each(sampleCases(lists, 4))(
  "two in a list at %s as %s cost two units, and one call",
  async (place, type, body) => {
    const { url } = await shared;
    const key = (await keys).pop() ?? "";
    const answer = await fetch(url + place, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": type },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    const { limits, remaining, used_today } = await view(url, key);
    expect(used_today).toBe(2);
    expect(remaining).toEqual({ minute: limits.per_minute - 1, day: limits.per_day - 2 });
  },
);
