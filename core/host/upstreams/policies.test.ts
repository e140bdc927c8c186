import { expect, test } from "bun:test";
import { definePlugin } from "../../contract/plugin.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { mergePolicies } from "./upstreams.ts";

function wishing(perMinute?: number): LoadedPlugin {
  const plugin = definePlugin({
    title: "x",
    summary: "x",
    permissions: { net: ["a.example"] },
    upstreams: { "a.example": perMinute === undefined ? {} : { perMinute } },
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
