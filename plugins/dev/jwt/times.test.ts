import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { sign, unsigned } from "./forge.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const decode = async (body: object) => json(await hub.post("/api/dev/jwt/decode", body));

describe("jwt/decode tells of times", () => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5) / 1000;
  const times = async (claims: object, leeway_s = 0) =>
    decode({ token: unsigned({ alg: "HS256" }, claims), leeway_s });

  test("that a token is over at its exp, and not before", async () => {
    expect((await times({ exp: now })).expired).toBe(true);
    expect((await times({ exp: now + 1 })).expired).toBe(false);
    expect((await times({ exp: now - 59 }, 60)).expired).toBe(false);
    expect((await times({})).expired).toBeNull();
  });

  test("that a token has not begun before its nbf", async () => {
    expect((await times({ nbf: now + 1 })).not_yet_valid).toBe(true);
    expect((await times({ nbf: now })).not_yet_valid).toBe(false);
    expect((await times({ nbf: now + 60 }, 60)).not_yet_valid).toBe(false);
  });

  test("in ISO 8601", async () => {
    expect(await times({ iat: 0, nbf: 1.5, exp: now })).toMatchObject({
      issued_at: "1970-01-01T00:00:00.000Z",
      not_before: "1970-01-01T00:00:01.500Z",
      expires_at: "2026-01-02T03:04:05.000Z",
    });
  });

  test("that are none, and passes over them", async () => {
    for (const exp of ["tomorrow", 1e300, null, {}]) {
      const answer = await times({ exp });
      expect(answer).toMatchObject({ expires_at: null, expired: null });
      expect(answer.warnings).toContainEqual(expect.stringContaining("exp is not a number"));
    }
  });
});

describe("jwt/decode warns", () => {
  const warned = async (payload: unknown, header: object = {}) =>
    (await decode({ token: unsigned({ alg: "HS256", ...header }, payload, "AAAA") })).warnings;

  test("of a token that never expires, was issued in the future, or is never valid", async () => {
    expect(await warned({})).toEqual(["The token never expires: it has no claim exp"]);
    expect(await warned({ exp: 9e9, iat: 8e9 })).toEqual([expect.stringContaining("the future")]);
    expect(await warned({ exp: 5, nbf: 5 })).toEqual([expect.stringContaining("never valid")]);
  });

  test("of a secret shorter than the hash", async () => {
    const token = await sign({ exp: 9e9 }, { key: "secret" });
    const { verified, warnings } = await decode({ token, secret: "secret" });
    expect(verified).toBe(true);
    expect(warnings).toEqual([
      "The secret has 6 bytes and can be guessed: HS256 asks for 32 (RFC 7518, section 3.2)",
    ]);
  });

  test("of claims that readers take differently", async () => {
    const [twice, large] = await warned('{"exp":9e9,"id":1,"id":12345678901234567890}');
    expect(`${twice} ${large}`).toContain("was given before");
    expect(`${twice} ${large}`).toContain("12345678901234567890 does not fit a double");
  });

  test.each([
    ["no JSON", "The payload is not JSON: "],
    ["[1]", "The payload is JSON, but not an object"],
  ])("of a payload that is %s", async (payload, warning) => {
    expect((await warned(payload))[0]).toStartWith(warning);
  });
});
