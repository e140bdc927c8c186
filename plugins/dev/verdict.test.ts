import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir);

const token = "eyJhbGciOiJIUzI1NiJ9.e30.AAAA";

test.each([
  ["json/validate", { json: "[1,]" }, "The text is invalid: Expected"],
  ["json/validate", { json: "1", schema: false }, "The text is invalid: No value is allowed here"],
  [
    "json/diff",
    { a: "1", b: "12345678901234567890" },
    "The texts differ: the patch has 1 operations",
  ],
  ["text/diff", { a: "x", b: "y" }, "The texts differ: 1 added and 1 removed by line"],
  ["hash", { text: "a", expected: "00".repeat(32) }, "The hash does not match"],
  ["hmac", { text: "a", key: "k", expected: "00" }, "The HMAC does not match the expected one"],
  ["jwt/decode", { token, secret: "s".repeat(32) }, "The signature does not match"],
  ["jwt/decode", { token }, "The token was not verified: no key was given"],
  ["regex/test", { pattern: "b", text: "a" }, "The pattern does not match the text"],
  ["regex/analyze", { pattern: "(" }, "The pattern is invalid"],
])("%s of %j fails on request", async (path, body, detail) => {
  expect((await hub.post(`/api/dev/${path}`, body)).status).toBe(200);
  const res = await hub.post(`/api/dev/${path}?fail=true`, body);
  expect(res.status).toBe(422);
  const problem = await json(res);
  expect(problem.code).toBe("negative_verdict");
  expect(problem.detail).toStartWith(detail);
});

test.each([
  ["json/validate", { json: "1" }],
  ["json/diff", { a: "1", b: "1.0" }],
  ["hash", { text: "a" }],
  ["regex/test", { pattern: "a", text: "a" }],
  ["regex/analyze", { pattern: "a" }],
])("%s of %j doesn't fail", async (path, body) => {
  expect((await hub.post(`/api/dev/${path}?fail=true`, body)).status).toBe(200);
});

test("a raw body has fail in the query next to its other fields", async () => {
  const post = (query: string) =>
    hub.fetch(
      new Request(`http://localhost/api/dev/json/validate?${query}`, {
        method: "POST",
        body: "{a:1}",
        headers: { "x-api-key": "test", "content-type": "application/octet-stream" },
      }),
    );
  expect((await post("fail=true&mode=json5")).status).toBe(200);
  expect((await post("fail=true")).status).toBe(422);
});

test("uuid/inspect fails on request", async () => {
  expect((await hub.get("/api/dev/uuid/inspect/x?fail=true")).status).toBe(422);
  expect((await hub.get("/api/dev/uuid/inspect/x")).status).toBe(200);
});
