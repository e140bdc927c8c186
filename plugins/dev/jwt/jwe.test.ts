import { expect, test } from "bun:test";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { json, testHub } from "hub/testing";
import { encrypted, recipients } from "./encrypted.fixture.ts";
import { contentAlgorithms, keyAlgorithms } from "./request.ts";
import { hs256 } from "./standards.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const post = (path: string, body: object) => hub.post(`/api/dev/jwt/${path}`, body);
const encrypt = async (body: object) => json(await post("encrypt", body));
const decrypt = async (body: object) => json(await post("decrypt", body));

/** Returns the key of a fixture by its name, such as `oct16` or `rsa`. */
function findKey(name: string): Record<string, unknown> {
  const length = name.startsWith("oct") ? Number(name.slice(3)) : 0;
  if (length === 0) return recipients[name as keyof typeof recipients];
  const bytes = Uint8Array.from({ length }, (_, at) => at * 7 + length);
  return { kty: "oct", k: bytes.toBase64({ alphabet: "base64url", omitPadding: true }) };
}

test.each(encrypted.map((row) => [...row]))(
  "jwt decrypt reads a token of another implementation: %s with %s and the key %s",
  async (algorithm, encryption, name, token) => {
    const res = await post("decrypt", { token, jwk: findKey(name) });
    const text = await res.text();
    expect(JSON.parse(text)).toMatchObject({ algorithm, encryption, payload: { sub: "Ada" } });
    expect(text).toContain('"n":12345678901234567890');
  },
);

const secretAlgorithms = keyAlgorithms.filter((name) => !/^(?:RSA|ECDH|dir)/.test(name));

test.each(secretAlgorithms)("jwt encrypt and decrypt agree on %s", async (algorithm) => {
  const secret = randomBytes(Number(/A(\d+)/.exec(algorithm)?.[1]) / 8).toString("hex");
  const key = { secret, secret_encoding: "hex" };
  const { token } = await encrypt({ payload: "ä\n", algorithm, ...key });
  expect((await decrypt({ token, ...key })).payload_text).toBe("ä\n");
});

test.each(contentAlgorithms)("jwt encrypt uses a secret directly with %s", async (encryption) => {
  const length = Number(encryption.slice(1, 4)) / (encryption.includes("CBC") ? 4 : 8);
  const key = { secret: "k".repeat(length) };
  const { token } = await encrypt({ payload: { n: 1 }, encryption, ...key });
  expect((await decrypt({ token, ...key })).payload).toEqual({ n: 1 });
});

test("jwt encrypt takes public keys in PEM, and decrypt private ones", async () => {
  const options = {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  } as const;
  for (const [pair, algorithm] of [
    [generateKeyPairSync("rsa", { modulusLength: 2048, ...options }), "RSA-OAEP-512"],
    [generateKeyPairSync("ec", { namedCurve: "P-384", ...options }), "ECDH-ES+A256KW"],
    [generateKeyPairSync("x25519", options), "ECDH-ES"],
  ] as const) {
    const payload = { iss: "joe" };
    const { token } = await encrypt({ payload, algorithm, public_key: pair.publicKey });
    expect((await decrypt({ token, private_key: pair.privateKey })).payload).toEqual(payload);
  }
});

test("jwt decrypt returns a nested token, and content that isn't text", async () => {
  const key = { secret: "k".repeat(32) };
  const { token } = await encrypt({ payload: hs256.token, header: { cty: "JWT" }, ...key });
  expect(await decrypt({ token, ...key })).toMatchObject({
    header: { cty: "JWT" },
    payload: null,
    payload_text: hs256.token,
    warnings: [],
  });
});

test("jwt decrypt chooses the key of a set by the kid of the token", async () => {
  const jwk = { ...findKey("oct32"), kid: "b" };
  const { token, header } = await encrypt({ payload: "x", jwk });
  expect(header.kid).toBe("b");
  const keys = [{ ...findKey("oct16"), kid: "a" }, jwk];
  expect((await decrypt({ token, jwk: { keys } })).payload_text).toBe("x");
  expect(await json(await post("decrypt", { token, jwk: { keys: [keys[0]] } }))).toMatchObject({
    status: 400,
    detail: "body.jwk must have one key for the token: 0 of its 1 keys match the kid",
  });
});

test("jwt decrypt reports a key that doesn't belong to the token, and a token that was changed", async () => {
  const { token } = await encrypt({ payload: "x", secret: "k".repeat(32) });
  const parts = token.split(".");
  const forged = [...parts.slice(0, 3), "AAAA", parts[4]].join(".");
  for (const body of [
    { token, secret: "l".repeat(32) },
    { token: forged, secret: "k".repeat(32) },
  ])
    expect(await json(await post("decrypt", body))).toMatchObject({
      status: 422,
      code: "decryption_failed",
      detail:
        "Cannot decrypt the token: the key does not belong to the token, or the token was changed",
    });
});

test("jwt decrypt limits the work that a token can demand", async () => {
  const key = { secret: "k".repeat(32) };
  const [, ...rest] = encrypted.find(([alg]) => alg.startsWith("PBES2"))?.[3].split(".") ?? [];
  const header = { alg: "PBES2-HS256+A128KW", enc: "A128GCM", p2s: "AAAAAAAAAAA", p2c: 1e9 };
  const token = [Buffer.from(JSON.stringify(header)).toString("base64url"), ...rest].join(".");
  expect((await post("decrypt", { token, ...key })).status).toBe(422);
});

test.each([
  [{ secret: "short" }, "body.secret must have 32 bytes for dir with A256GCM: it has 5"],
  [{}, "body must have one key: it has 0"],
  [{ secret: "a", jwk: {} }, "body must have one key: it has 2"],
  [{ public_key: "no" }, "body.public_key must be a shared secret for dir"],
  [
    { secret: "a", algorithm: "RSA-OAEP" },
    "body.secret must be an RSA, EC or X25519 key for RSA-OAEP",
  ],
  [
    { public_key: "no", algorithm: "RSA-OAEP" },
    "body.public_key must be a valid key in PEM or as a JWK",
  ],
  [
    { jwk: { ...recipients.ec256, d: undefined }, algorithm: "RSA-OAEP" },
    "body.jwk must be a key for RSA-OAEP",
  ],
  [
    { jwk: recipients.rsa, algorithm: "RSA-OAEP" },
    "body.jwk must be a public key: never share a private key",
  ],
  [
    { public_key: "-----BEGIN PRIVATE KEY-----", algorithm: "RSA-OAEP" },
    "body.public_key must be a public key: never share a private key",
  ],
  [
    { secret: "a", header: { zip: "DEF" } },
    'body.header must not have "zip", which the encryption sets',
  ],
])("jwt encrypt reports unsuitable keys and headers: %j", async (body, detail) => {
  const secret = "header" in body ? { secret: "k".repeat(32) } : {};
  const answer = await json(await post("encrypt", { payload: "x", ...body, ...secret }));
  expect(answer).toMatchObject({ status: 400, detail });
});

test("jwt encrypt names the field of a secret that isn't base64url", async () => {
  const res = await post("encrypt", { payload: "x", jwk: { kty: "oct", k: "!" } });
  expect((await json(res)).detail).toBe('body.jwk must have "k" in base64url');
});

test("jwt decrypt uses no key that is for another algorithm", async () => {
  const jwk = findKey("oct16");
  const { token } = await encrypt({ payload: {}, algorithm: "A128KW", encryption: "A128GCM", jwk });
  const answer = await decrypt({ token, jwk: { ...jwk, alg: "A128GCMKW" } });
  expect(answer).toMatchObject({ status: 400, code: "invalid_input" });
  expect(answer.detail).toBe('body.jwk must be for A128KW: its alg is "A128GCMKW"');
  expect((await decrypt({ token, jwk: { ...jwk, alg: "A128KW" } })).payload).toEqual({});
});

test("jwt decrypt rejects signed tokens and RSA1_5", async () => {
  const reject = async (token: string) =>
    (await json(await post("decrypt", { token, secret: "a" }))).detail;
  expect(await reject(hs256.token)).toBe(
    "body.token must have 5 parts separated by dots: it is signed, not encrypted",
  );
  const header = Buffer.from('{"alg":"RSA1_5","enc":"A128GCM"}').toString("base64url");
  expect(await reject(`${header}....`)).toContain('it has "RSA1_5"');
});
