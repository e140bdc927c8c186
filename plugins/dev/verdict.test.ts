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

test.each([
  ["uuid/inspect/x", 422],
  ["cidr?value=10.0.0.0/8&contains=11.0.0.1", 422],
  ["cidr?value=10.0.0.0/8&contains=10.1.2.3", 200],
  ["cidr?value=10.0.0.0/8", 200],
  ["color/contrast?foreground=white&background=yellow", 422],
  ["color/contrast?foreground=black&background=white", 200],
  ["media-type?value=x/unknown", 422],
  ["media-type?value=a.pdf", 200],
])("%s responds with %d if a negative verdict is an error", async (path, status) => {
  const query = path.includes("?") ? "&" : "?";
  expect((await hub.get(`/api/dev/${path}${query}fail=true`)).status).toBe(status);
  expect((await hub.get(`/api/dev/${path}`)).status).toBe(200);
});

/** Response fields that judge the input. */
const verdicts =
  /^(?:contains|equal|host_matches|is_match|matched|matches|passes|satisfies|valid|verified)$/;

test("every endpoint with a verdict can make it an error", () => {
  const judging = hub.routes.filter(({ route: { response } }) =>
    [response, ...(response.anyOf ?? [])].some(({ properties }) =>
      Object.entries<{ type?: string }>(properties ?? {}).some(
        ([name, { type }]) => verdicts.test(name) && type !== "array",
      ),
    ),
  );
  expect(judging.length).toBeGreaterThan(12);
  const unable = judging.filter(
    ({ route }) => !Object.hasOwn(route.query?.properties ?? {}, "fail"),
  );
  expect(unable.map(({ path }) => path)).toEqual([]);
});

const deep = "[".repeat(1001) + "]".repeat(1001);

test.each([
  ["json/format", { json: deep }],
  ["json/validate", { json: deep }],
  ["json/query", { json: deep, path: "$" }],
  ["json/diff", { a: deep, b: "1" }],
  ["json/patch", { document: deep, patch: "[]" }],
  ["json/convert", { input: deep, from: "json", to: "yaml" }],
])("%s distinguishes a text that is too deep from an invalid one", async (path, body) => {
  const answer = await hub.post(`/api/dev/${path}`, body);
  expect([answer.status, (await json(answer)).code]).toEqual([422, "too_deep"]);
});
