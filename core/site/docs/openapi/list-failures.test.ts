import { expect, test } from "bun:test";
import { FAILURES } from "../../../contract/errors.ts";
import { draw, hostile, order, samplePlugin, say } from "../../../testing/sample-plugin.ts";
import { listFacts } from "./facts.ts";
import { adviceFor, listFailures, listSharedFailures } from "./list-failures.ts";

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

test("a route has the errors that its declaration implies", () => {
  const codes = (loaded: typeof say, keyed = true) =>
    listSharedFailures(samplePlugin, loaded, { keyed }).map(({ code }) => code);
  expect(codes(say)).toContain("missing_api_key");
  expect(codes(say, false)).not.toContain("missing_api_key");
  expect(codes(say)).not.toContain("payload_too_large");
  expect(codes(order)).toContain("payload_too_large");
  expect(codes(order)).not.toContain("job_timeout");
  expect(codes(draw)).toContain("job_timeout");
  expect(codes(draw)).toContain("upstream_timeout");
  expect(codes(draw)).toContain("too_many_jobs");
  expect(codes(order)).toContain("idempotency_key_reused");
  expect(codes(order)).not.toContain("too_many_jobs");
  expect(codes(say)).not.toContain("idempotency_key_reused");
});

test("a light route with large bodies has the errors of jobs, and says why", () => {
  const withBounds = (bodyBytesMax: number, more = {}) => ({
    ...order,
    route: { ...order.route, bodyBytesMax, ...more },
  });
  const small = withBounds(262_144);
  const large = withBounds(262_145, { bodyValuesMax: 5000 });
  const codes = (loaded: typeof order) =>
    listSharedFailures(samplePlugin, loaded, { keyed: true }).map(({ code }) => code);
  expect(codes(small)).not.toContain("job_timeout");
  expect(codes(large)).toContain("job_timeout");
  expect(codes(large)).not.toContain("too_many_jobs");
  expect(codes({ ...large, path: "/order", folder: "public" })).not.toContain("job_timeout");
  expect(codes({ ...large, path: "/order", folder: "aliases" })).toContain("job_timeout");
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
