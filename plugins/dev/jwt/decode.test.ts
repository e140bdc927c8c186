import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { base64url, secret, unsigned } from "./forge.fixture.ts";
import { hs256 } from "./standards.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const post = (body: object) => hub.post("/api/dev/jwt/decode", body);
const decode = async (body: object) => json(await post(body));

describe("jwt/decode reads", () => {
  test("header and claims, and proves nothing without a key", async () => {
    expect(await decode({ token: hs256.token })).toEqual({
      success: true,
      type: "JWS",
      header: { typ: "JWT", alg: "HS256" },
      payload: { iss: "joe", exp: 1300819380, "http://example.com/is_root": true },
      algorithm: "HS256",
      signature_present: true,
      verified: null,
      failure: null,
      issued_at: null,
      expires_at: "2011-03-22T18:43:00.000Z",
      not_before: null,
      expired: true,
      not_yet_valid: null,
      warnings: [],
    });
  });

  test("a token with blanks around it", async () => {
    expect((await decode({ token: `\n ${hs256.token} ` })).payload.iss).toBe("joe");
  });

  test("the header of an encrypted token, whose claims stay hidden", async () => {
    const token = `${base64url({ alg: "RSA-OAEP", enc: "A256GCM" })}.AA.AA.AA.AA`;
    expect(await decode({ token, secret })).toMatchObject({
      type: "JWE",
      header: { alg: "RSA-OAEP", enc: "A256GCM" },
      payload: null,
      signature_present: false,
      verified: false,
      failure: "The token is encrypted, which is not a signature",
    });
  });

  test("claims named like parts of an object as claims", async () => {
    const token = unsigned({ alg: "HS256" }, '{"__proto__":{"admin":true},"constructor":1}');
    const text = await (await post({ token })).text();
    expect(text).toContain('"payload":{"__proto__":{"admin":true},"constructor":1}');
  });

  test("the bare claims to those who accept text", async () => {
    const res = await hub.post(
      "/api/dev/jwt/decode",
      { token: unsigned({ alg: "HS256" }, { sub: "1" }) },
      { accept: "text/plain" },
    );
    expect(await res.text()).toBe('{"sub":"1"}');
    expect(res.headers.get("cache-control")).toBe("no-store");
  });
});

describe("jwt/decode refuses", () => {
  test.each([
    ["abc", "must have 3 parts between dots, or 5 if it is encrypted: it has 1"],
    ["a.b.c.d", "it has 4"],
    ["e30.e30=.AA", "must be base64url: its part 2 has another character"],
    ["e30.e3 0.AA", "must be base64url: its part 2 has another character"],
    ["e30.e.AA", "must be base64url: its part 2 is cut off"],
    ["W10.e30.AA", "must have a JSON object as its header: The header is JSON, but not an object"],
    ["_w.e30.AA", "must have a JSON object as its header: The header is not UTF-8"],
    [`${base64url("[".repeat(9999))}.e30.AA`, "must have a JSON object as its header"],
  ])("%p as a token", async (token, detail) => {
    const res = await post({ token });
    expect(res.status).toBe(422);
    expect(await json(res)).toMatchObject({
      code: "syntax_error",
      detail: expect.stringContaining(detail),
      errors: [{ location: "body.token" }],
    });
  });

  test("none among the algorithms, an unknown option, and a leeway of over a day", async () => {
    for (const body of [
      { algorithms: ["none"] },
      { algorithms: [] },
      { key: "x" },
      { leeway_s: 86_401 },
    ])
      expect((await post({ token: hs256.token, ...body })).status).toBe(400);
  });
});

test("jwt/decode keeps every digit of a number, and still compares the times", async () => {
  const payload = '{"sub":12345678901234567890,"share":0.1,"exp":1516239022.12345678901234567890}';
  const answer = await decode({ token: unsigned({ alg: "HS256" }, payload, "AAAA") });
  expect(answer.payload).toEqual({
    sub: "12345678901234567890",
    share: 0.1,
    exp: "1516239022.12345678901234567890",
  });
  expect(answer).toMatchObject({ expired: true, expires_at: "2018-01-18T01:30:22.123Z" });
});
