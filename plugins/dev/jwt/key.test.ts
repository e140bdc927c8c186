import { describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { json, testHub } from "hub/testing";
import { base64url, secret } from "./forge.fixture.ts";
import { es256, hs256, rs256 } from "./standards.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const post = (body: object) => hub.post("/api/dev/jwt/decode", body);

describe("jwt/decode rejects", () => {
  test("more than one key", async () => {
    const res = await post({ ...hs256, secret });
    expect(res.status).toBe(400);
    expect((await json(res)).detail).toBe(
      "body must have one of secret, public_key and jwk, or none: it has 2",
    );
  });

  test("private keys, and doesn't repeat them", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
    const jwk = privateKey.export({ format: "jwk" });
    for (const body of [{ public_key: pem }, { secret: pem }, { jwk }]) {
      const res = await post({ token: es256.token, ...body });
      expect(res.status).toBe(400);
      const text = await res.text();
      expect(text).not.toContain(jwk.d!);
      expect(text).not.toContain(pem.split("\n")[1]!);
    }
  });

  test("unreadable keys, and doesn't repeat them", async () => {
    for (const body of [
      { public_key: "-----BEGIN PUBLIC KEY-----\nTOPSECRET\n-----END PUBLIC KEY-----" },
      { public_key: "TOPSECRET" },
      { secret: "TOPSECRET", secret_encoding: "hex" },
      { secret: "TOP SECRET!", secret_encoding: "base64" },
      { jwk: { kty: "TOPSECRET" } },
      { jwk: { kty: "RSA", n: ["TOPSECRET"] } },
      { jwk: { kty: "oct", k: "TOPSECRET!" } },
      { jwk: {} },
    ]) {
      const res = await post({ token: hs256.token, ...body });
      expect(res.status).toBe(422);
      expect(await res.text()).not.toContain("SECRET");
    }
  });

  test("keys that are too weak, too slow or for another purpose", async () => {
    const rsa = { kty: "RSA", e: "AQAB", n: base64url("n".repeat(128)) };
    for (const [jwk, detail] of [
      [rsa, "body.jwk must have 2048 to 16384 bits if it is an RSA key: it has 1023"],
      [
        { ...rs256.jwk, e: base64url("e".repeat(200)) },
        "body.jwk must have an exponent below 2^32",
      ],
      [{ ...rs256.jwk, e: "Ag" }, "body.jwk must have a valid RSA modulus and exponent"],
      [
        { ...rs256.jwk, n: `${rs256.jwk.n.slice(0, -1)}A` },
        "body.jwk must have a valid RSA modulus",
      ],
      [{ ...es256.jwk, use: "enc" }, "body.jwk must be for signatures"],
      [{ ...es256.jwk, key_ops: ["sign"] }, 'body.jwk must be for verification: its "key_ops"'],
      [{ ...es256.jwk, key_ops: "verify" }, 'body.jwk must be for verification: its "key_ops"'],
      [{ kty: "oct", k: "" }, "body.jwk must have at least one byte"],
    ] as const) {
      const res = await post({ token: es256.token, jwk });
      expect(res.status).toBe(400);
      expect((await json(res)).detail).toStartWith(detail);
    }
    const { publicKey } = generateKeyPairSync("x25519");
    const public_key = publicKey.export({ type: "spki", format: "pem" });
    expect((await post({ token: es256.token, public_key })).status).toBe(400);
  });
});

describe("jwt/decode chooses from a JWK Set", () => {
  const other = { kty: "oct", k: base64url(secret) };
  const decode = async (token: string, ...keys: unknown[]) => {
    const res = await post({ token, jwk: { keys } });
    return { status: res.status, ...(await json(res)) };
  };
  const withKid = (kid: string) => `${base64url({ alg: "HS256", kid })}.e30.AAAA`;

  test("the only key for the algorithm of a token without a kid", async () => {
    expect((await decode(hs256.token, rs256.jwk, hs256.jwk)).verified).toBe(true);
    expect((await decode(es256.token, rs256.jwk, es256.jwk, other)).verified).toBe(true);
    expect((await decode(hs256.token, "junk", { kty: "future" }, hs256.jwk)).verified).toBe(true);
  });

  test("the key with the kid of the token", async () => {
    const keys = [
      { ...other, kid: "k1" },
      { ...hs256.jwk, kid: "k2" },
    ];
    expect(await decode(withKid("k2"), ...keys)).toMatchObject({ status: 200, verified: false });
    expect(await decode(withKid("k3"), ...keys)).toMatchObject({
      status: 400,
      detail: 'body.jwk must have a key with the kid "k3" of the token',
    });
  });

  test("none if several fit, none is usable, or the list is missing", async () => {
    expect((await decode(hs256.token, hs256.jwk, other)).detail).toBe(
      "body.jwk must have one key for the token: it has 2, and the token has no kid",
    );
    expect((await decode(hs256.token, {})).detail).toBe(
      "body.jwk must have a usable signature key for the token",
    );
    expect((await decode(hs256.token)).status).toBe(400);
    expect((await post({ token: hs256.token, jwk: { keys: 5 } })).status).toBe(400);
  });
});
