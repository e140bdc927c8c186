import { afterAll, describe, expect, test } from "bun:test";
import { isFullDepth, json, sampleCases } from "hub/testing";
import { loadAll } from "../core/host/load/load-all.ts";
import type { LoadedPlugin, LoadedRoute } from "../core/host/plugin/loaded-plugin.ts";
import { buildSampleCall } from "../core/site/examples/sample-call.ts";
import { startObjectStore } from "../core/testing/object-store.ts";
import { runHub } from "../core/testing/running-hub.ts";
import type { Fault } from "./standins/faults.ts";
import { startStandIns } from "./standins/server.ts";

const standIns = await startStandIns();
afterAll(() => standIns.stop());

const { plugins } = await loadAll([`${import.meta.dir}/../plugins`], { strict: true });
/** The services whose endpoints use different hosts and data. */
const dependent = ["crypto", "currency", "email", "ip-geo", "url"];

/** Returns the routes to call, light ones before those that run in a job. */
function pickRoutes({ name, routes }: LoadedPlugin): readonly LoadedRoute[] {
  if (isFullDepth) return routes;
  if (dependent.includes(name)) return sampleCases(routes, 8);
  const isHeavy = ({ route }: LoadedRoute) => Number(route.heavy !== undefined);
  return routes.toSorted((a, b) => isHeavy(a) - isHeavy(b)).slice(0, 1);
}

/** Errors of overload and of callers, which say nothing about a service. */
const neutral = new Set(["busy", "draining"]);

/** Calls all endpoints of a service with their examples. Returns how many work and how many fail. */
async function callExamples(
  hub: Awaited<ReturnType<typeof runHub>>,
  plugin: LoadedPlugin,
  key: string,
) {
  const results = { ok: 0, failed: 0, substituted: 0, codes: [] as string[] };
  for (const loaded of pickRoutes(plugin)) {
    const response = await callExample(hub.url, loaded, key);
    if (response.ok && response.headers.has("x-degraded")) results.substituted++;
    if (response.ok) results.ok++;
    else if (response.status >= 500) {
      const { code } = await json(response);
      if (neutral.has(code)) continue;
      results.failed++;
      results.codes.push(`${loaded.file} ${code}`);
    }
    await response.body?.cancel().catch(() => {});
  }
  return results;
}

function callExample(base: string, loaded: LoadedRoute, key: string): Promise<Response> {
  const call = buildSampleCall(loaded, { base, keyed: true });
  const form = new FormData();
  for (const [name, value] of [...call.texts, ...call.files]) form.append(name, value);
  const isForm = call.files.length > 0;
  const isJson = call.json !== undefined;
  return fetch(call.url, {
    method: call.method,
    redirect: "manual",
    headers: { "x-api-key": key, ...(isJson && { "content-type": "application/json" }) },
    ...(isForm ? { body: form } : isJson && { body: JSON.stringify(call.json) }),
  });
}

function expectedState({
  ok,
  failed,
  substituted,
}: Record<"ok" | "failed" | "substituted", number>): string {
  if (failed === 0 && substituted > 0) return "degraded";
  if (failed === 0) return ok === 0 ? "unused" : "operational";
  return ok === 0 ? "down" : "degraded";
}

/** Reads the status until it shows these states. A check of the network takes some seconds. */
async function waitForStatus(
  hub: Awaited<ReturnType<typeof runHub>>,
  expected: Record<string, string>,
  seen: Record<string, unknown>,
) {
  for (let reads = 1; ; reads++) {
    const status = await json(await hub.get("/status"));
    for (const { name, state } of status.services) if (name in expected) seen[name] = state;
    if (Bun.deepEquals(seen, expected) || reads === 60) return status;
    await Bun.sleep(250);
  }
}

interface Condition {
  env?: Record<string, string>;
  /** The stand-ins that misbehave, and how. */
  faults?: Readonly<Record<string, Fault>>;
}

const conditions: Record<string, Condition> = {
  "everything works": {},
  "there is no network": { env: { HUB_OFFLINE: "1" } },
  "one host is dead": { faults: { coingecko: "reset" } },
  "one host lies": { faults: { coingecko: "html" } },
  "data is missing": { env: { HUB_OFFLINE: "1", HUB_BUNDLED_DATA: "/nonexistent" } },
  "no engine is installed": { env: { HUB_CHROME: "/bin/false", HUB_OFFLINE: "1" } },
  ...(isFullDepth && { "one host is slow": { faults: { coingecko: "hang" as const } } }),
};

describe.each(Object.entries(conditions))("while %s", (_, { env = {}, faults = {} }) => {
  test("every service has the state that its examples show", async () => {
    for (const [folder, fault] of Object.entries(faults)) standIns.misbehave(folder, fault);
    const hub = await runHub({
      HUB_UPSTREAMS: standIns.setting,
      HUB_TIERS: "free=unlimited/unlimited",
      HUB_METRICS_TOKEN: "metrics-token",
      ...env,
    });
    const key = await hub.key();
    const expected: Record<string, string> = {};
    const seen: Record<string, unknown> = {};
    for (const plugin of plugins) {
      const results = await callExamples(hub, plugin, key);
      expected[plugin.name] = expectedState(results);
    }
    const status = await waitForStatus(hub, expected, seen);
    expect(seen).toEqual(expected);
    const { components } = await json(await hub.get("/readyz"));
    const metrics = await hub.get("/metrics", { authorization: "Bearer metrics-token" });
    const lines = await metrics.text();
    const values = ["unused", "operational", "degraded", "down"];
    for (const { name, state } of status.services) {
      expect(components).toContainEqual(expect.objectContaining({ kind: "service", name, state }));
      expect(lines).toContain(
        `hub_component_state{kind="service",name="${name}"} ${values.indexOf(state)}\n`,
      );
    }
    for (const folder of Object.keys(faults)) standIns.misbehave(folder);
    await hub.stop();
  }, 480_000);
});

test("a full store is shown by every page for as long as background jobs are refused", async () => {
  const objects = startObjectStore();
  const hub = await runHub({ HUB_OBJECTS_URL: objects.url, HUB_HEALTH_CHECK_MS: "100" });
  const headers = { "x-api-key": await hub.key(), prefer: "respond-async" };
  const startJob = async () =>
    (await hub.post("/api/qr/batch", { items: [{ data: "a" }] }, headers)).status;
  /** Waits until `/status` shows this failure of the files, or none, and compares it with `/readyz`. */
  const expectState = async (wanted?: string) => {
    const find = (all: { name: string; state: string }[]) =>
      all.find(({ name }) => name === "objects");
    while (find((await json(await hub.get("/status"))).stores)?.state !== wanted)
      await Bun.sleep(20);
    expect(find((await json(await hub.get("/readyz"))).components)?.state).toBe(wanted);
  };
  expect(await startJob()).toBe(202);
  objects.state.fault = { status: 507, isOfWrites: true };
  expect(await startJob()).toBe(503);
  await expectState("down");
  objects.state.fault = undefined;
  expect(await startJob()).toBe(202);
  await expectState();
  await hub.stop();
  await objects.stop();
}, 60_000);
