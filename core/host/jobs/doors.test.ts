import { afterAll, expect, test } from "bun:test";
import { ChunkedTransfers } from "../../platform/ipc/chunks.ts";
import { encode } from "../../platform/ipc/codec.ts";
import { quietLog } from "../../platform/log/log.ts";
import { json, startNameServer, testHub } from "../../testing/mod.ts";
import type { PluginDoors } from "../doors/grant.ts";
import { answerCall } from "./process.ts";

const dir = `${import.meta.dir}/fixtures/labour`;
const options = {
  env: { LABOUR_TOKEN: "t0ken", OTHERS_TOKEN: "hidden" },
  clock: () => Date.UTC(2026, 4, 6),
  run: async (program: string, args: readonly string[]) => ({
    exitCode: 0,
    stdout: new TextEncoder().encode([program, ...args].join(" ")),
    stderr: "",
  }),
};
const hub = await testHub(dir, { ...options, jobs: { size: 1 }, log: quietLog });
const denying = await testHub(dir, {
  ...options,
  jobs: { size: 1 },
  denied: ["net", "kv", "env", "run", "read"],
});
afterAll(() => Promise.all([hub.close(), denying.close()]));

test("a job's environment only contains its folder for temporary files", async () => {
  const { environment } = await json(await hub.get("/api/labour/self"));
  expect(environment).toEqual({ TMPDIR: expect.stringContaining("utilhub-scratch-") });
});

test("a job gets the variables of its manifest", async () => {
  const { env } = await json(await hub.get("/api/labour/self"));
  expect(env).toEqual({ LABOUR_TOKEN: "t0ken" });
});

test("a job uses the clock and the random source of the test", async () => {
  const { now, dice } = await json(await hub.get("/api/labour/self"));
  const again = await json(await hub.get("/api/labour/self"));
  expect(now).toBe(Date.UTC(2026, 4, 6));
  expect(again.dice).toEqual(dice);
});

test("a job gets the caller and the hub's URL", async () => {
  const headers = { "x-api-key": "ada", "user-agent": "curl/8", referer: "https://a.example/" };
  const { caller, origin } = await json(await hub.get("/api/labour/self", headers));
  expect(caller).toEqual({
    id: "ada",
    address: "192.0.2.1",
    userAgent: "curl/8",
    referrer: "https://a.example/",
  });
  expect(origin).toBe("http://localhost");
});

test("background work of a job is completed", async () => {
  expect(await json(await hub.get("/api/labour/behind"))).toEqual({ success: true, before: 0 });
  expect(await json(await hub.get("/api/labour/behind"))).toEqual({ success: true, before: 1 });
});

test("doors are closed to a job that has responded", async () => {
  while ((await json(await hub.get("/api/labour/afterwards"))).tried !== 1) await Bun.sleep(100);
  expect((await json(await hub.get("/api/labour/state?key=afterwards"))).value).toBeNull();
});

test("a job stores values in the hub's store", async () => {
  expect(await json(await hub.get("/api/labour/keep"))).toEqual({
    success: true,
    a: { deep: [1, null] },
    b: null,
    count: [1, 5],
    keys: ["list/a"],
  });
});

test("a job reaches the hosts of its manifest", async () => {
  expect(await json(await hub.get("/api/labour/reach"))).toEqual({
    success: true,
    status: 201,
    header: "yes",
    body: { method: "POST", text: "bytes" },
    empty: [204, ""],
    checked: { method: "GET" },
  });
});

test("a job reads the files of its manifest and runs its programs", async () => {
  expect(await json(await hub.get("/api/labour/read"))).toEqual({
    success: true,
    exit_code: 0,
    text: "sort -r",
  });
});

test("a job queries the DNS", async () => {
  const server = await startNameServer({ "shop.com": { MX: [[5, "mx.shop.com"]] } });
  const asker = await testHub(`${import.meta.dir}/fixtures/asker`, {
    nameServers: [server],
    jobs: { size: 1 },
  });
  expect(await json(await asker.example("ask.get.ts"))).toEqual({
    success: true,
    status: "found",
    records: [{ priority: 5, exchange: "mx.shop.com" }],
  });
  await asker.close();
  server.stop();
});

test.each(["reach?host=other.test", "read?file=../plugin.ts", "read?file=missing.txt"])(
  "a job cannot %s",
  async (path) => {
    const res = await hub.get(`/api/labour/${path}`);
    expect(res.status).toBe(500);
    expect((await json(res)).code).toBe("internal_error");
  },
);

test.each([
  ["reach", "net"],
  ["keep", "kv"],
  ["read", "read"],
])("%s fails when the operator denies it %s", async (path, kind) => {
  const res = await denying.get(`/api/labour/${path}`);
  expect(res.status).toBe(501);
  expect(await json(res)).toMatchObject({
    code: "capability_unavailable",
    detail: `The operator of this hub denies "${kind}" to the service "labour"`,
  });
});

test("a variable that the operator denies isn't passed to the job", async () => {
  const { env } = await json(await denying.get("/api/labour/self"));
  expect(env).toEqual({});
});

test("a job process cannot choose the account of a browser page", async () => {
  const asked: unknown[] = [];
  const browser = async (...args: unknown[]) => void asked.push(...args);
  const caller = { id: "ada", address: "192.0.2.1", userAgent: "", referrer: "" };
  const { signal } = new AbortController();
  const loads = new ChunkedTransfers(() => {});
  const args = await encode([{ area: "page" }, { caller: { ...caller, id: "bob" } }], loads);
  const doors = { net: {}, kv: {}, data: {}, models: {}, browser } as unknown as PluginDoors;
  const call = { kind: "call", id: 1, call: 1, door: "browser", args: args as unknown[] } as const;
  const publicAddress = async (path: string) => path;
  await answerCall(call, { doors, loads, caller, signal, publicAddress });
  expect(asked).toEqual([{ area: "page" }, { caller, signal }]);
});
