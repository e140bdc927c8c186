import { describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { json, testHub } from "hub/testing";
import { CompactSign, exportSPKI, generateKeyPair } from "jose";
import { algorithms } from "./algorithms.ts";
import { forged, secret, sign, unsigned } from "./forge.fixture.ts";
import { certified, eddsa, es256, hs256, rs256, unsecured } from "./standards.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const post = (body: object) => hub.post("/api/dev/jwt/decode", body);
const decode = async (body: object) => json(await post(body));

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
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const token = await new CompactSign(new TextEncoder().encode('{"sub":"1"}'))
      .setProtectedHeader({ alg })
      .sign(privateKey);
    const body = { token, public_key: await exportSPKI(publicKey) };
    expect((await decode(body)).verified).toBe(true);
    expect((await decode({ ...body, token: forged(token) })).verified).toBe(false);
  });

  test.each(["HS256", "HS384", "HS512"])("%s", async (alg) => {
    const token = await sign({ sub: "1" }, { alg });
    expect((await decode({ token, secret })).verified).toBe(true);
    expect((await decode({ token: forged(token), secret })).verified).toBe(false);
    expect(await decode({ token, secret: `${secret}!` })).toMatchObject({
      verified: false,
      failure: "The signature is not that of this header and payload with this key",
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

  test("the signature alone, and tells the times apart", async () => {
    const token = await sign({ exp: 1 });
    expect(await decode({ token, secret })).toMatchObject({ verified: true, expired: true });
  });
});

describe("jwt/decode does not verify", () => {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = publicKey.export({ type: "spki", format: "pem" }) as string;

  test("a token that is not signed, however none is spelt", async () => {
    for (const token of [unsecured, unsigned({ alg: "nOnE" }, {}, "AAAA")])
      expect(await decode({ token, secret })).toMatchObject({
        verified: false,
        failure: "The token is not signed: its algorithm is none",
        warnings: expect.arrayContaining(["The algorithm is none: anybody can make such a token"]),
      });
  });

  test("a token that takes the public key for its secret", async () => {
    const token = await sign({ admin: true }, { key: pem });
    expect(await decode({ token, public_key: pem })).toMatchObject({
      verified: false,
      failure: expect.stringContaining('The token\'s algorithm "HS256" is not among those allowed'),
    });
    const both = { token, public_key: pem, algorithms: ["HS256"] };
    expect(await decode(both)).toMatchObject({
      verified: false,
      failure: 'The token\'s algorithm "HS256" cannot be verified with an RSA public key',
    });
    expect((await post({ token, secret: pem })).status).toBe(400);
  });

  test("an algorithm that the caller does not allow", async () => {
    expect(await decode({ ...hs256, algorithms: ["HS512", "RS256"] })).toMatchObject({
      verified: false,
      failure: 'The token\'s algorithm "HS256" is not among those allowed: HS512, RS256',
    });
  });

  test("an algorithm that the key is not for", async () => {
    expect((await decode({ ...hs256, jwk: { ...hs256.jwk, alg: "HS512" } })).verified).toBe(false);
    const p384 = {
      ...es256,
      token: es256.token.replace("eyJhbGciOiJFUzI1NiJ9", "eyJhbGciOiJFUzM4NCJ9"),
    };
    expect((await decode(p384)).verified).toBe(false);
  });

  test("a token that names no algorithm, or has no signature", async () => {
    for (const header of [{}, { alg: 5 }, { alg: { toString: 1 } }])
      expect(await decode({ token: unsigned(header), secret })).toMatchObject({
        algorithm: null,
        failure: "The token names no algorithm",
      });
    const bare = await decode({ token: unsigned({ alg: "HS256" }), secret });
    expect(bare).toMatchObject({ verified: false, signature_present: false });
    expect(bare.warnings).toContain("The token has no signature");
  });

  test("a token that needs extensions", async () => {
    const token = unsigned({ alg: "HS256", crit: ["b64"], b64: false }, {}, "AAAA");
    expect((await decode({ token, secret })).failure).toBe(
      "The token needs extensions that are not known here",
    );
  });

  test("with a key that the header brings, nor fetches it", async () => {
    const header = { alg: "RS256", jku: "http://127.0.0.1/keys", jwk: rs256.jwk };
    const { verified, warnings } = await decode({
      token: unsigned(header, {}, "AAAA"),
      public_key: pem,
    });
    expect(verified).toBe(false);
    expect(warnings).toContainEqual(expect.stringContaining("as jku: it is neither fetched nor"));
    expect(warnings).toContainEqual(expect.stringContaining("as jwk: it is neither fetched nor"));
  });
});
