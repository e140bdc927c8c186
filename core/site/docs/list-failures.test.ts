import { expect, test } from "bun:test";
import { FAILURES } from "../../contract/errors.ts";
import { draw, hostile, order, samplePlugin, say } from "../../testing/sample-plugin.ts";
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

test.each([
  [400, "unless you change it"],
  [401, "X-API-Key"],
  [429, "Retry-After"],
  [500, "request_id"],
])("advice for status %d mentions the remedy", (status, words) => {
  expect(adviceFor(status)).toContain(words);
});
