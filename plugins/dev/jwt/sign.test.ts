import { describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { json, testHub } from "hub/testing";
import { generateKeyPair } from "jose";
import { algorithms } from "./request.ts";
import { eddsa } from "./standards.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const post = (body: object) => hub.post("/api/dev/jwt/sign", body);
const sign = async (body: object) => json(await post(body));
const decode = async (body: object) => json(await hub.post("/api/dev/jwt/decode", body));

// Signatures computed with Python's hmac module.
test.each([
  [
    "HS256",
    "your-256-bit-secret",
    '{"sub":"1234567890","name":"John Doe","iat":1516239022}',
    "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
  ],
  [
    "HS384",
    "a secret of at least thirty-two bytes",
    '{"sub":"1234567890","name":"John Doe","iat":1516239022}',
    "5XCVxknBvzVJSszW9lU3_iQJj70ta83CX8RObHAVJkPaWpNDofp24-080ALXVMVs",
  ],
  [
    "HS512",
    "0000000000000000000000000000000000000000000000000000000000000000",
    '{"sub":"1234567890","name":"John Doe","iat":1516239022}',
    "qxvnd-wATp1lPCLy7_q56yWyJPsSP3dAr8tYPK3LiqWGcTNU0dSYdwLmrgx-vC9rhGDER8im4daqrWx2BMGt1w",
  ],
  ["HS256", "your-256-bit-secret", "{}", "Et9HFtf9R3GEMA0IICOfFMVXY7kkTX1wr4qCyhIf58U"],
  [
    "HS384",
    "a secret of at least thirty-two bytes",
    "{}",
    "tqLmS-gtfL81FGDm9BRHiMzUua01xe8E1YEat-bb-vL_cAS1acFzfHA7sAo1_gdQ",
  ],
  [
    "HS512",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "{}",
    "UlbYFkmn-YKRovyuASsNf9NKXo7iQyZ1jzOyMX5i53UUtUiGR4_9LNud5Vn9LVCEjtdRWYfTq6tQK3kfbv5FJg",
  ],
  [
    "HS256",
    "your-256-bit-secret",
    '{"n":12345678901234567890,"x":1.0}',
    "A7SEjfNk9w2zAJajwCN-2LLIThx6Yj3--P5cO3J1UEw",
  ],
  [
    "HS384",
    "a secret of at least thirty-two bytes",
    '{"n":12345678901234567890,"x":1.0}',
    "hoQ5SqirDKiKspUaFrNRe0-DBL3jy6RUN0r10_UYRteozHI-uIHe4xTbmEZG-JUW",
  ],
  [
    "HS512",
    "0000000000000000000000000000000000000000000000000000000000000000",
    '{"n":12345678901234567890,"x":1.0}',
    "nLGAxPc5gWbdvt8-ZW099xVEcDhszdvhImcZA0wup1JvYzCUsxhGG7gHehvlU2CtrGDCM7wthMx0d-984F2R3w",
  ],
  [
    "HS256",
    "your-256-bit-secret",
    '{"é":"日本語 😀"}',
    "g0SAXXWp2d8p9XD3jFLNk7bILTdHXhMNWC5oGCRhkbg",
  ],
  [
    "HS384",
    "a secret of at least thirty-two bytes",
    '{"é":"日本語 😀"}',
    "BqVNePs2foDpmo90b5uBkELI2uqM1lBrW7DjYAWTPmEFGZ_d59BXXhCmXRVd3-mY",
  ],
  [
    "HS512",
    "0000000000000000000000000000000000000000000000000000000000000000",
    '{"é":"日本語 😀"}',
    "GbIOJ9huqdGZ6lSZdfd1WDeecPJegjPX1YT9L8wNene61UhXcVEckqq7tNi_byJnWZ0zepHz4Fy8a-n3QFnZuw",
  ],
  ["HS256", "your-256-bit-secret", "plain text", "TIjeH7taZLHftcOqRI-O1oWOKE9sTcstUgiT4KxslqQ"],
  [
    "HS384",
    "a secret of at least thirty-two bytes",
    "plain text",
    "lneyAeX4StNzU66H_w4Kb7vmMhlbqtm9NoRCFxfuU78bCLyjAW5JBvPpm9dRNXlD",
  ],
  [
    "HS512",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "plain text",
    "SuarkXa1NztufdozUlpljo4gAAru-0isJKEh9H8YDX9xcNzkoTb8ir-zc_AY6k6IRnsb-9N-bxvRXpVPlENpRw",
  ],
  [
    "HS256",
    "your-256-bit-secret",
    '{"a":[1,2,{"b":null}],"exp":9999999999}',
    "bxs48IlI3d1Nxyq31lUzkgGy0AHWgknEZZqajQAsh5k",
  ],
  [
    "HS384",
    "a secret of at least thirty-two bytes",
    '{"a":[1,2,{"b":null}],"exp":9999999999}',
    "bxUmRTOD8OgJ-7N7R837BT4I73tkBwPRE9KXISmFhN2xzWh6OphtAhARLvAGPxl9",
  ],
  [
    "HS512",
    "0000000000000000000000000000000000000000000000000000000000000000",
    '{"a":[1,2,{"b":null}],"exp":9999999999}',
    "c5U28ey9VxF535j72FqZM2GalMQfl5piFSACNCY5Ywgaloq9eEHFKU3jFsdUrEpBhm3qRb6ZhK-ouQphAz2kzQ",
  ],
])("jwt/sign with %s and %j signs %s", async (algorithm, secret, payload, signature) => {
  const { token, payload_text } = await sign({ payload, secret, algorithm });
  const head = Buffer.from(`{"alg":"${algorithm}","typ":"JWT"}`).toString("base64url");
  expect(token).toBe(`${head}.${Buffer.from(payload).toString("base64url")}.${signature}`);
  expect(payload_text).toBe(payload);
});

// RFC 8037, appendix A.4.
test("jwt/sign signs with Ed25519 as in its standard", async () => {
  const jwk = {
    kty: "OKP",
    crv: "Ed25519",
    d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  };
  const payload = "Example of Ed25519 signing";
  expect((await sign({ payload, algorithm: "EdDSA", header: {}, jwk })).token).toBe(eddsa.token);
});

// RFC 7520, section 4.4.
test("jwt/sign signs with a JWK of a secret as in its standard", async () => {
  const jwk = {
    kty: "oct",
    kid: "018c0ae5-4d9b-471b-bfd6-eef314bc7037",
    use: "sig",
    alg: "HS256",
    k: "hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg",
  };
  const payload =
    "It\u2019s a dangerous business, Frodo, going out your door. You step onto the road, and if you don't keep your feet, there\u2019s no knowing where you might be swept off to.";
  const { token, header } = await sign({ payload, header: {}, jwk });
  expect(header).toEqual({ alg: "HS256", kid: jwk.kid });
  expect(token).toEndWith(".s0h6KThzkfBBBkLspW1h84VsJZFTsPPqMDA7g1Md7p0");
});

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });

test.each(algorithms.filter((alg) => !alg.startsWith("HS")))(
  "jwt/decode verifies what jwt/sign signs with %s",
  async (algorithm) => {
    const pair = /^[RP]S/.test(algorithm)
      ? rsa
      : await generateKeyPair(algorithm, { extractable: true });
    const { exportPKCS8, exportSPKI } = await import("jose");
    const private_key = await exportPKCS8(pair.privateKey);
    const public_key = await exportSPKI(pair.publicKey);
    const { token } = await sign({ payload: { sub: "1" }, algorithm, private_key });
    expect(await decode({ token, public_key })).toMatchObject({
      verified: true,
      payload: { sub: "1" },
    });
  },
);

test("jwt/sign adds the times, and keeps header fields", async () => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5) / 1000;
  const body = { payload: { sub: "1", exp: 5 }, secret: "s".repeat(32), expires_in_s: 60 };
  const { token, warnings } = await sign({ ...body, header: { kid: "k1", typ: "at+jwt" } });
  expect(await decode({ token })).toMatchObject({
    header: { alg: "HS256", kid: "k1", typ: "at+jwt" },
    payload: { sub: "1", iat: now, exp: now + 60 },
  });
  expect(warnings).toEqual([]);
  expect((await sign({ payload: {}, secret: "short" })).warnings[0]).toContain("has 5 bytes");
});

describe("jwt/sign rejects", () => {
  const pem = rsa.privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  const publicPem = rsa.publicKey.export({ type: "spki", format: "pem" }) as string;

  test.each([
    [{ payload: {} }, "body must have one of secret, private_key and jwk: it has 0"],
    [{ payload: {}, secret: "a", private_key: pem }, "it has 2"],
    [
      { payload: {}, secret: "a", algorithm: "RS256" },
      "body.secret must be a private key for RS256",
    ],
    [{ payload: {}, private_key: pem }, "body.private_key must be a shared secret for HS256"],
    [
      { payload: {}, private_key: pem, algorithm: "ES256" },
      "body.private_key must be a key for ES256",
    ],
    [{ payload: {}, private_key: publicPem, algorithm: "RS256" }, "must be a private key: PKCS #8"],
    [{ payload: {}, jwk: { kty: "EC" }, algorithm: "ES256" }, "body.jwk must be a private key"],
    [
      { payload: {}, secret: "a", header: { alg: "none" } },
      'body.header must have the alg "HS256"',
    ],
    [{ payload: {}, secret: "a", header: { crit: ["b64"] } }, "body.header must not have"],
    [{ payload: "x", secret: "a", expires_in_s: 1 }, "body.expires_in_s must be absent"],
    [{ payload: {}, secret: "a", algorithm: "none" }, "body.algorithm must be"],
  ])("%j", async (body, detail) => {
    const res = await post(body);
    expect(res.status).toBe(400);
    const text = await res.text();
    expect(JSON.parse(text).detail).toContain(detail);
    expect(text).not.toContain(pem.split("\n")[1] ?? "");
  });
});
