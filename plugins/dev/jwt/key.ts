import { createPublicKey, type KeyObject } from "node:crypto";
import dev from "../plugin.ts";
import { type Algorithm, algorithms, type SecretEncoding } from "./options.ts";

/** A key to verify with, and what it is good for. */
export interface VerifyKey {
  key: Uint8Array | KeyObject;
  /** In words, for messages: never the key itself. */
  kind: string;
  /** Those that this kind of key makes or verifies, so that no token can choose another kind. */
  algorithms: readonly Algorithm[];
}

export interface KeyFields {
  secret?: string | undefined;
  secret_encoding: SecretEncoding;
  public_key?: string | undefined;
  jwk?: Record<string, unknown> | undefined;
}

/** The key of a request, if it has one. No failure says anything of what the key is. */
export function parseKey({ secret, secret_encoding, public_key, jwk }: KeyFields) {
  const given = [secret, public_key, jwk].filter((field) => field !== undefined);
  if (given.length > 1)
    throw dev.error(
      "invalid_input",
      `body must have one of secret, public_key and jwk, or none: it has ${given.length}`,
      { at: "body" },
    );
  if (secret !== undefined) return secretKey(secret, secret_encoding);
  if (public_key !== undefined) return fromPem(public_key);
  return jwk && fromJwk(jwk);
}

function secretKey(secret: string, encoding: SecretEncoding): VerifyKey {
  // A public key as a secret is how forged HS256 tokens pass for RS256 ones.
  if (secret.includes("-----BEGIN"))
    throw unfit("secret", "must be a shared secret: a PEM key belongs into body.public_key");
  return ofSecret(secretBytes(secret, encoding), "secret");
}

function secretBytes(secret: string, encoding: SecretEncoding): Uint8Array {
  if (encoding === "utf8") return new TextEncoder().encode(secret);
  const bytes = tryTo(() =>
    encoding === "hex"
      ? Uint8Array.fromHex(secret)
      : Uint8Array.fromBase64(secret, { alphabet: encoding }),
  );
  if (!bytes) throw unread("secret", `is not ${encoding}, which body.secret_encoding says it is`);
  return bytes;
}

function ofSecret(key: Uint8Array, at: "secret" | "jwk"): VerifyKey {
  if (key.length === 0) throw unfit(at, "must have at least one byte");
  return { key, kind: "a shared secret", algorithms: listAlgorithms("HS") };
}

function fromPem(pem: string): VerifyKey {
  if (pem.includes("PRIVATE KEY-----"))
    throw unfit("public_key", "must be public: a private key is for its owner alone");
  const key = tryTo(() => createPublicKey(pem));
  if (!key) throw unread("public_key", "is not a public key or a certificate in PEM");
  return ofPublicKey(key, "public_key");
}

function fromJwk(jwk: Record<string, unknown>): VerifyKey {
  const found =
    jwk.kty === "oct" ? ofSecret(octets(jwk), "jwk") : ofPublicKey(asymmetric(jwk), "jwk");
  if (jwk.use !== undefined && jwk.use !== "sig")
    throw unfit("jwk", 'must be for signatures: its "use" is another');
  // RFC 7517, section 4.3: what a key is for may be said by its operations, too.
  if (jwk.key_ops !== undefined && !(Array.isArray(jwk.key_ops) && jwk.key_ops.includes("verify")))
    throw unfit("jwk", 'must be for verifying: its "key_ops" has no "verify"');
  if (jwk.alg === undefined) return found;
  return { ...found, algorithms: found.algorithms.filter((name) => name === jwk.alg) };
}

function octets({ k }: Record<string, unknown>): Uint8Array {
  const bytes = tryTo(() => Uint8Array.fromBase64(String(k ?? "!"), { alphabet: "base64url" }));
  if (!bytes) throw unread("jwk", 'has no "k" in base64url');
  return bytes;
}

function asymmetric(jwk: Record<string, unknown>): KeyObject {
  if ("d" in jwk) throw unfit("jwk", "must be public: a private key is for its owner alone");
  const key = tryTo(() => createPublicKey({ key: jwk, format: "jwk" }));
  if (!key) throw unread("jwk", "is not a key of the kind EC, RSA, OKP or oct");
  return key;
}

/** RFC 7518, section 3.3, asks for 2048 bits; the engine takes no more than 16,384. */
const rsaBits = { min: 2048, max: 16_384 };

function ofPublicKey(key: KeyObject, at: "public_key" | "jwk"): VerifyKey {
  const { asymmetricKeyType: type, asymmetricKeyDetails: { modulusLength = 0, ...details } = {} } =
    key;
  if (type === "rsa") {
    if (modulusLength < rsaBits.min || modulusLength > rsaBits.max)
      throw unfit(
        at,
        `must have ${rsaBits.min} to ${rsaBits.max} bits if it is of RSA: it has ${modulusLength}`,
      );
    // The work of a verification grows with the exponent, which is 65537 nearly everywhere.
    if ((details.publicExponent ?? 0n) > 0xffff_ffffn)
      throw unfit(at, "must have an exponent below 2^32 if it is of RSA");
    const usable = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
    // The engine looks at the numbers here for the first time, such as an even modulus.
    if (!tryTo(() => key.toCryptoKey(usable, false, ["verify"])))
      throw unfit(at, "must have a modulus and an exponent that RSA can work with");
    return { key, kind: "an RSA public key", algorithms: listAlgorithms("RS", "PS") };
  }
  const algorithm = type === "ec" && curves[details.namedCurve ?? ""];
  if (algorithm) return { key, kind: `an EC public key for ${algorithm}`, algorithms: [algorithm] };
  if (type === "ed25519")
    return { key, kind: "an Ed25519 public key", algorithms: listAlgorithms("Ed") };
  throw unfit(at, "must be of RSA, of P-256, P-384 or P-521, or of Ed25519");
}

const curves: Readonly<Record<string, Algorithm>> = {
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
};

function listAlgorithms(...prefixes: readonly string[]): Algorithm[] {
  return algorithms.filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
}

/** Undefined where it throws: what the engine says may hold parts of the key. */
function tryTo<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

type KeyField = "secret" | "public_key" | "jwk";

function unfit(field: KeyField, what: string) {
  return dev.error("invalid_input", `body.${field} ${what}`, { at: `body.${field}` });
}

function unread(field: KeyField, what: string) {
  return dev.error("syntax_error", `body.${field} ${what}`, { at: `body.${field}` });
}
