import { expect, test } from "bun:test";
import type { UpstreamPolicy } from "../../contract/net-door.ts";
import { definePlugin } from "../../contract/plugin.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { Upstream } from "./upstream.ts";
import { mergePolicies } from "./upstreams.ts";

function wishing(perMinute?: number, policy: UpstreamPolicy = {}): LoadedPlugin {
  const limits = { ...policy, ...(perMinute !== undefined && { perMinute }) };
  const plugin = definePlugin({
    title: "x",
    summary: "x",
    permissions: { net: ["a.example"], env: ["KEY", "PACE"] },
    upstreams: { "a.example": limits },
  });
  return { name: "x", dir: "/x", plugin, routes: [], open: [], datasets: {}, isolated: false };
}

test("of several services' limits for a host the smallest applies", () => {
  const plugins = [wishing(30), wishing(), wishing(20), wishing(40)];
  expect(mergePolicies(plugins)).toEqual({ "a.example": { perMinute: 20 } });
});

test("only plugins with access to a host affect its limit", () => {
  const installed = { ...wishing(1), granted: { kv: true } as const };
  expect(mergePolicies([wishing(30), installed])).toEqual({ "a.example": { perMinute: 30 } });
});

test("a host without limits has no policy", () => {
  expect(mergePolicies([wishing()])).toEqual({});
});

const plans = {
  plans: [{ variable: "KEY", perMinute: 100, perMonth: 10_000 }],
  settings: { perMinute: "PACE" },
};

test.each([
  ["no key", {}, { perMinute: 25 }],
  ["a key", { KEY: "k" }, { perMinute: 100, perMonth: 10_000 }],
  ["a setting", { KEY: "k", PACE: "7" }, { perMinute: 7, perMonth: 10_000 }],
])("the limits follow the operator's plan: with %s", (_, env, pace) => {
  expect(mergePolicies([wishing(25, plans)], env)).toEqual({ "a.example": pace });
});

test.each(["0", "-1", "fast", "1.5"])("rejects the limit %p", (PACE) => {
  expect(() => mergePolicies([wishing(25, plans)], { PACE })).toThrow("PACE must be");
});

test("a monthly limit is spread over the days", async () => {
  let now = 0;
  const upstream = new Upstream(
    "a.example",
    { perMinute: 100, perMonth: 62 },
    { clock: () => now, random: { integer: () => 0 } as never, sleep: async () => {} },
  );
  const send = () => upstream.send(async () => new Response("ok"), {});
  await send();
  await send();
  await expect(send()).rejects.toThrow("2 requests per day, a share of its monthly limit");
  now += 86_400_000;
  await send();
});
