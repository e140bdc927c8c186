import { describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { json, testHub } from "hub/testing";
import { CompactSign, exportSPKI, generateKeyPair } from "jose";
import { base64url, forge, secret, sign, writeUnsigned } from "./forge.fixture.ts";
import { algorithms } from "./request.ts";
import { certified, eddsa, es256, hs256, rs256, unsecured } from "./standards.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const post = (body: object) => hub.post("/api/dev/jwt/decode", body);
const decode = async (body: object) => json(await post(body));
/** Shared by all RSA algorithms, because it is slow to generate. */
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });

describe("jwt/decode returns", () => {
  test("header and claims, unverified without a key", async () => {
    expect(await decode({ token: hs256.token })).toEqual({
      success: true,
      type: "JWS",
      header: { typ: "JWT", alg: "HS256" },
      payload: { iss: "joe", exp: 1300819380, "http://example.com/is_root": true },
      payload_text: null,
      payload_base64: null,
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

  test("a token between blanks, and after its scheme", async () => {
    for (const token of [`\n ${hs256.token} `, `Authorization: Bearer ${hs256.token}`])
      expect(await decode({ ...hs256, token })).toMatchObject({ verified: true });
  });

  test("the header of an encrypted token, without its claims", async () => {
    const token = `${base64url({ alg: "RSA-OAEP", enc: "A256GCM" })}.AA.AA.AA.AA`;
    expect(await decode({ token, secret })).toMatchObject({
      type: "JWE",
      header: { alg: "RSA-OAEP", enc: "A256GCM" },
      payload: null,
      signature_present: false,
      verified: false,
      failure: "The token is encrypted and has no signature to verify",
    });
  });

  test("a payload that isn't a JSON object, as text or base64", async () => {
    const payloads: [string, object][] = [
      ["SXQncyBhIHRlc3Q", { payload_text: "It's a test", payload_base64: null }],
      ["WzFd", { payload_text: "[1]", payload_base64: null }],
      ["_w", { payload_text: null, payload_base64: "/w==" }],
      ["", { payload_text: "", payload_base64: null }],
    ];
    for (const [part, expected] of payloads)
      expect(await decode({ token: `eyJhbGciOiJIUzI1NiJ9.${part}.AAAA` })).toMatchObject({
        payload: null,
        ...expected,
      });
  });

  test("claims that are named like object properties", async () => {
    const token = writeUnsigned({ alg: "HS256" }, '{"__proto__":{"admin":true},"constructor":1}');
    const text = await (await post({ token })).text();
    expect(text).toContain('"payload":{"__proto__":{"admin":true},"constructor":1}');
  });

  test("the bare claims to clients that accept text", async () => {
    const res = await hub.post(
      "/api/dev/jwt/decode",
      { token: writeUnsigned({ alg: "HS256" }, { sub: "1" }) },
      { accept: "text/plain" },
    );
    expect(await res.text()).toBe('{"sub":"1"}');
    expect(res.headers.get("cache-control")).toBe("no-store");
  });
});

describe("jwt/decode rejects", () => {
  test.each([
    ["abc", "must have 3 parts separated by dots, or 5 if it is encrypted: it has 1"],
    ["a.b.c.d", "it has 4"],
    ["e30.e30=.AA", "must be base64url: its part 2 has an invalid character"],
    ["e30.e3 0.AA", "must be base64url: its part 2 has an invalid character"],
    ["e30.e.AA", "must be base64url: its part 2 is truncated"],
    ["W10.e30.AA", "must have a JSON object as its header: The header is JSON, but not an object"],
    [
      "e30.AB.AA",
      "must be canonical base64url: the unused bits of the last character of its part 2",
    ],
    ["e30.e30.AAB", 'in "AAA"'],
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
  const text = await (
    await post({ token: writeUnsigned({ alg: "HS256" }, payload, "AAAA") })
  ).text();
  expect(text).toContain(`"payload":${payload}`);
  expect(JSON.parse(text)).toMatchObject({ expired: true, expires_at: "2018-01-18T01:30:22.123Z" });
});

describe("jwt/decode verifies", () => {
  test.each([
    ["RFC 7515, A.1", hs256],
    ["RFC 7515, A.2", rs256],
    ["RFC 7515, A.3", es256],
    ["RFC 8037, A.4", eddsa],
    ["a certificate", certified],
  ])("the token of %s", async (_, body) => {
    expect(await decode(body)).toMatchObject({ verified: true, failure: null });
  });

  test.each(algorithms.filter((alg) => !alg.startsWith("HS")))("%s", async (alg) => {
    const keys = /^[RP]S/.test(alg) ? rsa : await generateKeyPair(alg, { extractable: true });
    const { publicKey, privateKey } = keys;
    const token = await new CompactSign(new TextEncoder().encode('{"sub":"1"}'))
      .setProtectedHeader({ alg })
      .sign(privateKey);
    const body = { token, public_key: await exportSPKI(publicKey) };
    expect((await decode(body)).verified).toBe(true);
    expect((await decode({ ...body, token: forge(token) })).verified).toBe(false);
  });

  test.each(["HS256", "HS384", "HS512"])("%s", async (alg) => {
    const token = await sign({ sub: "1" }, { alg });
    expect((await decode({ token, secret })).verified).toBe(true);
    expect((await decode({ token: forge(token), secret })).verified).toBe(false);
    expect(await decode({ token, secret: `${secret}!` })).toMatchObject({
      verified: false,
      failure: "The signature does not match this header, payload and key",
    });
  });

  test("with a secret in hexadecimal, base64 or base64url", async () => {
    const token = await sign({});
    const bytes = Buffer.from(secret);
    for (const secret_encoding of ["hex", "base64", "base64url"] as const) {
      const body = { token, secret: bytes.toString(secret_encoding), secret_encoding };
      expect((await decode(body)).verified).toBe(true);
    }
  });

  test("only the signature, and reports the times separately", async () => {
    const token = await sign({ exp: 1 });
    expect(await decode({ token, secret })).toMatchObject({ verified: true, expired: true });
  });
});

describe("jwt/decode doesn't verify", () => {
  const pem = rsa.publicKey.export({ type: "spki", format: "pem" }) as string;

  test("an unsigned token, whatever the spelling of none", async () => {
    for (const token of [unsecured, writeUnsigned({ alg: "nOnE" }, {}, "AAAA")])
      expect(await decode({ token, secret })).toMatchObject({
        verified: false,
        failure: "The token is not signed: its algorithm is none",
        warnings: expect.arrayContaining(["The algorithm is none: anyone can create such a token"]),
      });
  });

  test("a token that uses the public key as its secret", async () => {
    const token = await sign({ admin: true }, { key: pem });
    expect(await decode({ token, public_key: pem })).toMatchObject({
      verified: false,
      failure: expect.stringContaining('The token algorithm "HS256" is not allowed'),
    });
    const both = { token, public_key: pem, algorithms: ["HS256"] };
    expect(await decode(both)).toMatchObject({
      verified: false,
      failure: 'The token algorithm "HS256" cannot be verified with an RSA public key',
    });
    expect((await post({ token, secret: pem })).status).toBe(400);
  });

  test("an algorithm that the caller doesn't allow", async () => {
    expect(await decode({ ...hs256, algorithms: ["HS512", "RS256"] })).toMatchObject({
      verified: false,
      failure: 'The token algorithm "HS256" is not allowed: the allowed ones are HS512, RS256',
    });
  });

  test("an algorithm that the key isn't for", async () => {
    expect((await decode({ ...hs256, jwk: { ...hs256.jwk, alg: "HS512" } })).verified).toBe(false);
    const p384 = {
      ...es256,
      token: es256.token.replace("eyJhbGciOiJFUzI1NiJ9", "eyJhbGciOiJFUzM4NCJ9"),
    };
    expect((await decode(p384)).verified).toBe(false);
  });

  test("a token without an algorithm or a signature", async () => {
    for (const header of [{}, { alg: 5 }, { alg: { toString: 1 } }])
      expect(await decode({ token: writeUnsigned(header), secret })).toMatchObject({
        algorithm: null,
        failure: "The token names no algorithm",
      });
    const bare = await decode({ token: writeUnsigned({ alg: "HS256" }), secret });
    expect(bare).toMatchObject({ verified: false, signature_present: false });
    expect(bare.warnings).toContain("The token has no signature");
  });

  test("a token that requires extensions", async () => {
    const token = writeUnsigned({ alg: "HS256", crit: ["b64"], b64: false }, {}, "AAAA");
    expect((await decode({ token, secret })).failure).toBe(
      'The token requires unsupported extensions: its header has "crit"',
    );
  });

  test("with a key from the header, which isn't fetched", async () => {
    const header = { alg: "RS256", jku: "http://127.0.0.1/keys", jwk: rs256.jwk };
    const { verified, warnings } = await decode({
      token: writeUnsigned(header, {}, "AAAA"),
      public_key: pem,
    });
    expect(verified).toBe(false);
    expect(warnings).toContainEqual(expect.stringContaining("in jku: it is neither fetched nor"));
    expect(warnings).toContainEqual(expect.stringContaining("in jwk: it is neither fetched nor"));
  });
});

describe("jwt/decode reports", () => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5) / 1000;
  const times = async (claims: object, leeway_s = 0) =>
    decode({ token: writeUnsigned({ alg: "HS256" }, claims), leeway_s });

  test("that a token is expired from its exp on", async () => {
    expect((await times({ exp: now })).expired).toBe(true);
    expect((await times({ exp: now + 1 })).expired).toBe(false);
    expect((await times({ exp: now - 59 }, 60)).expired).toBe(false);
    expect((await times({})).expired).toBeNull();
  });

  test("that a token isn't valid before its nbf", async () => {
    expect((await times({ nbf: now + 1 })).not_yet_valid).toBe(true);
    expect((await times({ nbf: now })).not_yet_valid).toBe(false);
    expect((await times({ nbf: now + 60 }, 60)).not_yet_valid).toBe(false);
  });

  test("times in ISO 8601", async () => {
    expect(await times({ iat: 0, nbf: 1.5, exp: now })).toMatchObject({
      issued_at: "1970-01-01T00:00:00.000Z",
      not_before: "1970-01-01T00:00:01.500Z",
      expires_at: "2026-01-02T03:04:05.000Z",
    });
  });

  test("invalid times as missing", async () => {
    for (const exp of ["tomorrow", 1e300, null, {}]) {
      const answer = await times({ exp });
      expect(answer).toMatchObject({ expires_at: null, expired: null });
      expect(answer.warnings).toContainEqual(expect.stringContaining("exp is not a number"));
    }
  });
});

describe("jwt/decode warns", () => {
  const readWarnings = async (payload: unknown, header: object = {}) =>
    (await decode({ token: writeUnsigned({ alg: "HS256", ...header }, payload, "AAAA") })).warnings;

  test("of a token that never expires, was issued in the future, or is never valid", async () => {
    expect(await readWarnings({})).toEqual(["The token never expires: it has no exp claim"]);
    expect(await readWarnings({ exp: 9e9, iat: 8e9 })).toEqual([
      expect.stringContaining("the future"),
    ]);
    expect(await readWarnings({ exp: 5, nbf: 5 })).toEqual([
      expect.stringContaining("never valid"),
    ]);
  });

  test.each([
    [{ exp: 1893456000000 }, "exp looks like milliseconds"],
    [{ exp: 9e9, nbf: 1893456000000 }, "nbf looks like milliseconds"],
    [{ exp: 9e9, iat: -1893456000000 }, "iat looks like milliseconds"],
  ])("of times in milliseconds: %j", async (claims, warning) => {
    expect(await readWarnings(claims)).toContainEqual(expect.stringContaining(warning));
  });

  test("of a secret shorter than the hash", async () => {
    const token = await sign({ exp: 9e9 }, { key: "secret" });
    const { verified, warnings } = await decode({ token, secret: "secret" });
    expect(verified).toBe(true);
    expect(warnings).toEqual([
      "The secret has 6 bytes and can be guessed: HS256 requires 32 (RFC 7518, section 3.2)",
    ]);
  });

  test("of claims that parsers interpret differently", async () => {
    const [twice, large] = await readWarnings('{"exp":9e9,"id":1,"id":12345678901234567890}');
    expect(`${twice} ${large}`).toContain("was given before");
    expect(`${twice} ${large}`).toContain("12345678901234567890 does not fit a double");
  });

  test.each([
    ["no JSON", "The payload is not JSON: "],
    ["[1]", "The payload is JSON, but not an object"],
  ])("of a payload that is %s", async (payload, warning) => {
    expect((await readWarnings(payload))[0]).toStartWith(warning);
  });
});
