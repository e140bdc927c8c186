import { createPublicKey, type KeyObject } from "node:crypto";
import dev from "../plugin.ts";
import { decodeOctets, secretBytes } from "./key.ts";
import {
  type ContentAlgorithm,
  contentAlgorithms,
  type KeyAlgorithm,
  keyAlgorithms,
  type SecretEncoding,
} from "./request.ts";
import { readPrivateKey } from "./sign.ts";
import { parseClaims, readToken } from "./token.ts";

interface KeyFields {
  secret?: string | undefined;
  secret_encoding: SecretEncoding;
  public_key?: string | undefined;
  private_key?: string | undefined;
  jwk?: Record<string, unknown> | undefined;
}

interface EncryptOptions extends KeyFields {
  payload: string | Record<string, unknown>;
  algorithm: KeyAlgorithm;
  encryption: ContentAlgorithm;
  header?: Record<string, unknown> | undefined;
  compress: boolean;
}

/** Encrypts a payload in the compact serialization of RFC 7516. A payload that is a text keeps its bytes. */
export async function encryptJwe({
  payload,
  algorithm,
  encryption,
  header,
  compress,
  ...fields
}: EncryptOptions) {
  const key = readKey(fields, { alg: algorithm, enc: encryption, readAsymmetric: readPublicKey });
  const protectedHeader = buildHeader(header, { algorithm, encryption, compress, jwk: fields.jwk });
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  const { CompactEncrypt } = await import("jose");
  try {
    const encrypt = new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(
      protectedHeader,
    );
    // OWASP recommends 600,000 iterations of PBKDF2 with SHA-256 (2023).
    if (algorithm.startsWith("PBES2"))
      encrypt.setKeyManagementParameters({ p2c: iterationsDefault });
    const token = await encrypt.encrypt(key);
    return { token, header: readToken(token).header, payload_text: text };
  } catch (cause) {
    // The message of the library may describe the key.
    throw invalid(keyField(fields), `must be a key for ${algorithm}`, cause);
  }
}

const iterationsDefault = 600_000;

function buildHeader(
  header: Record<string, unknown> = {},
  {
    algorithm,
    encryption,
    compress,
    jwk,
  }: Pick<EncryptOptions, "algorithm" | "encryption" | "compress" | "jwk">,
) {
  const reserved = ["alg", "enc", "zip", "crit", "epk", "apu", "apv", "iv", "tag", "p2s", "p2c"];
  const field = reserved.find((name) => name in header);
  if (field) throw invalid("header", `must not have "${field}", which the encryption sets`);
  const kid = header.kid ?? jwk?.kid;
  return {
    alg: algorithm,
    enc: encryption,
    ...(compress && { zip: "DEF" }),
    ...header,
    ...(typeof kid === "string" && { kid }),
  };
}

/** Decrypts a token in the compact serialization of RFC 7516. */
export async function decryptJwe(text: string, fields: KeyFields) {
  const token = readToken(text);
  if (token.type !== "JWE")
    throw invalid("token", "must have 5 parts separated by dots: it is signed, not encrypted");
  const alg = requireName("alg", token.header.alg, keyAlgorithms);
  const enc = requireName("enc", token.header.enc, contentAlgorithms);
  const jwk = chooseJwk(fields.jwk, token.header.kid);
  const key = readKey({ ...fields, jwk }, { alg, enc, readAsymmetric: readPrivateField });
  const bytes = await decrypt(token.text, { key, alg, enc });
  const { exact: payload, warnings, text: payloadText } = parseClaims(bytes, "payload");
  return {
    content: bytes,
    header: token.header,
    payload,
    payload_text: payload ? null : payloadText,
    payload_base64: payload || payloadText !== null ? null : bytes.toBase64(),
    algorithm: alg,
    encryption: enc,
    warnings: payload || payloadText === null ? warnings : [],
  };
}

interface DecryptOptions {
  key: Uint8Array | KeyObject;
  alg: KeyAlgorithm;
  enc: ContentAlgorithm;
}

async function decrypt(token: string, { key, alg, enc }: DecryptOptions): Promise<Uint8Array> {
  const { compactDecrypt, errors } = await import("jose");
  try {
    const { plaintext } = await compactDecrypt(token, key, {
      keyManagementAlgorithms: [alg],
      contentEncryptionAlgorithms: [enc],
      maxPBES2Count: iterationsMax,
      maxDecompressedLength: plaintextMax,
    });
    return plaintext;
  } catch (cause) {
    // These messages describe the token, others may describe the key.
    const isAboutToken =
      cause instanceof errors.JWEInvalid || cause instanceof errors.JOSENotSupported;
    const detail = isAboutToken
      ? cause.message
      : "the key does not belong to the token, or the token was changed";
    throw dev.error("decryption_failed", `Cannot decrypt the token: ${detail}`, {
      at: "body.token",
      cause,
    });
  }
}

/** Limits the work of one token: 2,000,000 iterations take about a second. */
const iterationsMax = 2_000_000;
/** Limits the decompression of a token. */
const plaintextMax = 1_048_576;

function requireName<Name extends string>(
  field: string,
  value: unknown,
  names: readonly Name[],
): Name {
  const found = names.find((name) => name === value);
  if (found) return found;
  const given = JSON.stringify(String(value).slice(0, 40));
  throw invalid(
    "token",
    `must have one of ${names.join(", ")} as the ${field} of its header: it has ${given}`,
  );
}

/** Returns the key of a JWK Set with the `kid` of the token, or its only key. */
function chooseJwk(
  jwk: Record<string, unknown> | undefined,
  kid: unknown,
): Record<string, unknown> | undefined {
  if (!Array.isArray(jwk?.keys)) return jwk;
  const keys: Record<string, unknown>[] = jwk.keys;
  const matching = kid === undefined ? keys : keys.filter((key) => key?.kid === kid);
  const [only] = matching;
  if (only && matching.length === 1) return only;
  throw invalid(
    "jwk",
    `must have one key for the token: ${matching.length} of its ${keys.length} keys match the kid`,
  );
}

interface KeyOptions {
  alg: KeyAlgorithm;
  enc: ContentAlgorithm;
  readAsymmetric: (fields: KeyFields) => KeyObject | undefined;
}

/** Reads the key of a request. Errors reveal nothing about it. */
function readKey(fields: KeyFields, { alg, enc, readAsymmetric }: KeyOptions) {
  const { secret, secret_encoding, public_key, private_key, jwk } = fields;
  const given = [secret, public_key, private_key, jwk].filter((field) => field !== undefined);
  if (given.length !== 1)
    throw dev.error("invalid_input", `body must have one key: it has ${given.length}`, {
      at: "body",
    });
  // A key that is used with two algorithms can weaken both (RFC 7517, section 4.4).
  if (typeof jwk?.alg === "string" && jwk.alg !== alg && jwk.alg !== enc)
    throw invalid("jwk", `must be for ${alg}: its alg is ${JSON.stringify(jwk.alg.slice(0, 40))}`);
  const isSecret = secret !== undefined || jwk?.kty === "oct";
  if (isSecret !== !/^(?:RSA|ECDH)/.test(alg))
    throw invalid(
      keyField(fields),
      `must be ${isSecret ? "an RSA, EC or X25519 key" : "a shared secret"} for ${alg}`,
    );
  if (!isSecret) {
    const key = readAsymmetric(fields);
    if (key) return key;
    throw invalid(keyField(fields), "must be a valid key in PEM or as a JWK");
  }
  const bytes =
    secret === undefined ? decodeOctets(jwk ?? {}) : secretBytes(secret, secret_encoding);
  const needed = secretLength(alg, enc);
  if (needed !== undefined && bytes.length !== needed)
    throw invalid(
      keyField(fields),
      `must have ${needed} bytes for ${alg === "dir" ? `dir with ${enc}` : alg}: it has ${bytes.length}`,
    );
  return bytes;
}

/** Returns the length of a secret in bytes, or undefined if any length is allowed. */
function secretLength(alg: KeyAlgorithm, enc: ContentAlgorithm): number | undefined {
  if (alg.startsWith("PBES2")) return undefined;
  // The keys of CBC have a second half for the HMAC.
  const name = alg === "dir" ? enc : alg;
  return (Number(name.slice(1, 4)) / 8) * (name.includes("CBC") ? 2 : 1);
}

function keyField({ secret, public_key, private_key }: KeyFields): string {
  if (secret !== undefined) return "secret";
  if (public_key !== undefined) return "public_key";
  return private_key === undefined ? "jwk" : "private_key";
}

function readPublicKey({ public_key, jwk }: KeyFields): KeyObject | undefined {
  if (public_key?.includes("PRIVATE KEY-----") || (jwk && "d" in jwk))
    throw invalid(
      public_key === undefined ? "jwk" : "public_key",
      "must be a public key: never share a private key",
    );
  try {
    if (public_key !== undefined) return createPublicKey(public_key);
    return jwk && createPublicKey({ key: jwk, format: "jwk" });
  } catch {
    return undefined;
  }
}

function readPrivateField({ private_key, jwk }: KeyFields): KeyObject | undefined {
  return readPrivateKey(private_key ?? jwk);
}

function invalid(field: string, problem: string, cause?: unknown) {
  return dev.error("invalid_input", `body.${field} ${problem}`, { at: `body.${field}`, cause });
}
