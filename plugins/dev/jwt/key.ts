import { createPublicKey, type KeyObject } from "node:crypto";
import { asTable } from "hub";
import dev from "../plugin.ts";
import { type Algorithm, algorithms, type SecretEncoding } from "./request.ts";

/** A verification key and its permitted algorithms. */
export interface VerifyKey {
  key: Uint8Array | KeyObject;
  /** Description for messages. Never contains the key itself. */
  kind: string;
  /** Algorithms of this type of key, so that a token cannot select an algorithm of another. */
  algorithms: readonly Algorithm[];
}

export interface KeyFields {
  secret?: string | undefined;
  secret_encoding: SecretEncoding;
  public_key?: string | undefined;
  jwk?: Record<string, unknown> | undefined;
}

/** The token that a key of a set is chosen for. */
interface KeyHint {
  header: Record<string, unknown>;
  algorithm: string | null;
}

/** Parses the key of a request, if there is one. Errors reveal nothing about the key. */
export function parseKey({ secret, secret_encoding, public_key, jwk }: KeyFields, hint: KeyHint) {
  const given = [secret, public_key, jwk].filter((field) => field !== undefined);
  if (given.length > 1)
    throw dev.error(
      "invalid_input",
      `body must have one of secret, public_key and jwk, or none: it has ${given.length}`,
      { at: "body" },
    );
  if (secret !== undefined) return parseSecret(secret, secret_encoding);
  if (public_key !== undefined) return parsePem(public_key);
  if (!jwk) return undefined;
  return "keys" in jwk ? parseKeySet(jwk.keys, hint) : parseJwk(jwk);
}

const keySetMax = 100;

/**
 * Chooses the key of a JWK Set (RFC 7517, section 5) by the token's `kid`. Without one, the set must have exactly one
 * key for the token's algorithm. Unusable keys are skipped, as section 5 requires.
 */
function parseKeySet(keys: unknown, { header, algorithm }: KeyHint): VerifyKey {
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > keySetMax)
    throw invalidKeyError("jwk", `must have 1 to ${keySetMax} keys in the list "keys"`);
  const { kid } = header;
  const named = kid === undefined ? keys : keys.filter((key) => isRecord(key) && key.kid === kid);
  if (named.length === 0)
    throw invalidKeyError("jwk", `must have a key with the kid ${quote(kid)} of the token`);
  const usable = named.flatMap((key) => {
    const parsed = isRecord(key) ? tryTo(() => parseJwk(key)) : undefined;
    return parsed ? [parsed] : [];
  });
  const matching = usable.filter((key) => (key.algorithms as string[]).includes(algorithm ?? ""));
  const [only, second] = matching.length > 0 ? matching : usable;
  if (!only) throw invalidKeyError("jwk", "must have a usable signature key for the token");
  if (second)
    throw invalidKeyError(
      "jwk",
      `must have one key for the token: it has ${Math.max(matching.length, usable.length)}, and the token has ${kid === undefined ? "no kid" : "a kid that they share"}`,
    );
  return only;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function quote(value: unknown): string {
  return JSON.stringify(String(value).slice(0, 60));
}

function parseSecret(secret: string, encoding: SecretEncoding): VerifyKey {
  // Forged HS256 tokens pass for RS256 ones if a public key is used as the secret.
  if (secret.includes("-----BEGIN"))
    throw invalidKeyError(
      "secret",
      "must be a shared secret: a PEM key belongs in body.public_key",
    );
  return createSecretKey(secretBytes(secret, encoding), "secret");
}

/** Decodes a secret. Throws without repeating it. */
export function secretBytes(secret: string, encoding: SecretEncoding): Uint8Array {
  if (encoding === "utf8") return new TextEncoder().encode(secret);
  const bytes = tryTo(() =>
    encoding === "hex"
      ? Uint8Array.fromHex(secret)
      : Uint8Array.fromBase64(secret, { alphabet: encoding }),
  );
  if (!bytes)
    throw keySyntaxError("secret", `must be ${encoding}, the encoding in body.secret_encoding`);
  return bytes;
}

function createSecretKey(key: Uint8Array, at: "secret" | "jwk"): VerifyKey {
  if (key.length === 0) throw invalidKeyError(at, "must have at least one byte");
  return { key, kind: "a shared secret", algorithms: listAlgorithms("HS") };
}

function parsePem(pem: string): VerifyKey {
  if (pem.includes("PRIVATE KEY-----"))
    throw invalidKeyError("public_key", "must be a public key: never share a private key");
  const key = tryTo(() => createPublicKey(pem));
  if (!key) throw keySyntaxError("public_key", "must be a public key or certificate in PEM format");
  return createPublicVerifyKey(key, "public_key");
}

function parseJwk(jwk: Record<string, unknown>): VerifyKey {
  const verifyKey =
    jwk.kty === "oct"
      ? createSecretKey(decodeOctets(jwk), "jwk")
      : createPublicVerifyKey(importAsymmetricKey(jwk), "jwk");
  if (jwk.use !== undefined && jwk.use !== "sig")
    throw invalidKeyError("jwk", 'must be for signatures: its "use" must be "sig"');
  // RFC 7517, section 4.3: key_ops may restrict the use of a key, too.
  if (jwk.key_ops !== undefined && !(Array.isArray(jwk.key_ops) && jwk.key_ops.includes("verify")))
    throw invalidKeyError("jwk", 'must be for verification: its "key_ops" must include "verify"');
  if (jwk.alg === undefined) return verifyKey;
  return { ...verifyKey, algorithms: verifyKey.algorithms.filter((name) => name === jwk.alg) };
}

/** Returns the bytes of a secret JWK. Throws without repeating them. */
export function decodeOctets({ k }: Record<string, unknown>): Uint8Array {
  const bytes = tryTo(() => Uint8Array.fromBase64(String(k ?? "!"), { alphabet: "base64url" }));
  if (!bytes) throw keySyntaxError("jwk", 'must have "k" in base64url');
  return bytes;
}

function importAsymmetricKey(jwk: Record<string, unknown>): KeyObject {
  if ("d" in jwk) throw invalidKeyError("jwk", "must be a public key: never share a private key");
  const key = tryTo(() => createPublicKey({ key: jwk, format: "jwk" }));
  if (!key) throw keySyntaxError("jwk", "must be a key of type EC, RSA, OKP or oct");
  return key;
}

/** RFC 7518, section 3.3, requires 2048 bits. The engine supports at most 16,384. */
const rsaBits = { min: 2048, max: 16_384 };

function createPublicVerifyKey(key: KeyObject, at: "public_key" | "jwk"): VerifyKey {
  const { asymmetricKeyType: type, asymmetricKeyDetails: { modulusLength = 0, ...details } = {} } =
    key;
  if (type === "rsa") {
    if (modulusLength < rsaBits.min || modulusLength > rsaBits.max)
      throw invalidKeyError(
        at,
        `must have ${rsaBits.min} to ${rsaBits.max} bits if it is an RSA key: it has ${modulusLength}`,
      );
    // Verification time grows with the exponent, which is 65537 almost everywhere.
    if ((details.publicExponent ?? 0n) > 0xffff_ffffn)
      throw invalidKeyError(at, "must have an exponent below 2^32 if it is an RSA key");
    const usable = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
    // Only this call makes the engine validate the numbers, for example reject an even modulus.
    if (!tryTo(() => key.toCryptoKey(usable, false, ["verify"])))
      throw invalidKeyError(at, "must have a valid RSA modulus and exponent");
    return { key, kind: "an RSA public key", algorithms: listAlgorithms("RS", "PS") };
  }
  const algorithm = type === "ec" && curves[details.namedCurve ?? ""];
  if (algorithm) return { key, kind: `an EC public key for ${algorithm}`, algorithms: [algorithm] };
  if (type === "ed25519")
    return { key, kind: "an Ed25519 public key", algorithms: listAlgorithms("Ed") };
  throw invalidKeyError(at, "must be an RSA, P-256, P-384, P-521 or Ed25519 key");
}

const curves: Readonly<Record<string, Algorithm>> = asTable({
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
});

function listAlgorithms(...prefixes: readonly string[]): Algorithm[] {
  return algorithms.filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
}

/** Returns undefined if `work` throws. The engine's message may contain parts of the key. */
function tryTo<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

type KeyField = "secret" | "public_key" | "jwk";

function invalidKeyError(field: KeyField, problem: string) {
  return dev.error("invalid_input", `body.${field} ${problem}`, { at: `body.${field}` });
}

function keySyntaxError(field: KeyField, problem: string) {
  return dev.error("syntax_error", `body.${field} ${problem}`, { at: `body.${field}` });
}
