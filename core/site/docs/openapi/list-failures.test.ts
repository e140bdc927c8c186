import { expect, test } from "bun:test";
import { FAILURES } from "../../../contract/errors.ts";
import { hostile, order, samplePlugin } from "../../../testing/sample-plugin.ts";
import { listFacts } from "./facts.ts";
import { adviceFor, listFailures, listOwnFailures } from "./list-failures.ts";

test("every shared code is listed, then each service's own", () => {
  const failures = listFailures([samplePlugin]);
  expect(failures.map(({ code }) => code)).toEqual([...Object.keys(FAILURES), "too_plain"]);
  expect(failures.at(-1)).toEqual({
    code: "too_plain",
    status: 422,
    title: `It is ${hostile}`,
    service: "sample",
  });
});

test("only services that call other servers have their errors", () => {
  const codes = listOwnFailures(samplePlugin).map(({ code }) => code);
  expect(codes).toEqual(["upstream_failed", "upstream_unavailable", "upstream_timeout"]);
  const { permissions: _, ...manifest } = samplePlugin.plugin.manifest;
  const local = { ...samplePlugin, plugin: { ...samplePlugin.plugin, manifest } };
  expect(listOwnFailures(local)).toEqual([]);
});

test("a light route with large bodies says when it runs as a job", () => {
  const withBounds = (bodyBytesMax: number, more = {}) => ({
    ...order,
    route: { ...order.route, bodyBytesMax, ...more },
  });
  const small = withBounds(262_144);
  const large = withBounds(262_145, { bodyValuesMax: 5000 });
  const facts = (loaded: typeof order) => listFacts(samplePlugin, loaded).join(" ");
  expect(facts(small)).toContain("up to 256 KiB, with at most 100,000 JSON values.");
  expect(facts(large)).toContain(
    "with at most 5000 JSON values. If it is larger than 256 KiB, the request runs as a job",
  );
  expect(facts(withBounds(2048))).toContain("up to 2 KiB.");
});

test.each([
  [400, "unless you change it"],
  [401, "X-API-Key"],
  [429, "Retry-After"],
  [500, "request_id"],
])("advice for status %d mentions the remedy", (status, words) => {
  expect(adviceFor(status)).toContain(words);
});
