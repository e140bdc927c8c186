import { createPrivateKey, type KeyObject } from "node:crypto";
import dev from "../plugin.ts";
import { decodeOctets, secretBytes } from "./key.ts";
import type { Algorithm, SecretEncoding } from "./request.ts";

interface SignOptions {
  payload: string | Record<string, unknown>;
  algorithm: Algorithm;
  header?: Record<string, unknown> | undefined;
  secret?: string | undefined;
  secret_encoding: SecretEncoding;
  private_key?: string | undefined;
  jwk?: Record<string, unknown> | undefined;
  expires_in_s?: number | undefined;
  /** In milliseconds since 1970. */
  now: number;
}

/** Signs a payload in the compact serialization of RFC 7515. A payload that is a text keeps its bytes. */
export async function signJwt({
  payload,
  algorithm,
  header,
  expires_in_s,
  now,
  ...fields
}: SignOptions) {
  const key = parseSigningKey(fields, algorithm);
  const protectedHeader = buildHeader(header, { algorithm, jwk: fields.jwk });
  const text =
    typeof payload === "string"
      ? payload
      : JSON.stringify(addTimes(payload, { expires_in_s, now }));
  if (typeof payload === "string" && expires_in_s !== undefined)
    throw invalid(
      "expires_in_s",
      "must be absent if the payload is a text, which is signed unchanged",
    );
  const { CompactSign } = await import("jose");
  try {
    const token = await new CompactSign(new TextEncoder().encode(text))
      .setProtectedHeader(protectedHeader)
      .sign(key);
    return {
      token,
      header: protectedHeader,
      payload_text: text,
      warnings: listWarnings(key, algorithm),
    };
  } catch (cause) {
    // The message of the library may describe the key.
    throw invalid(keyField(fields), `must be a key for ${algorithm}`, cause);
  }
}

function buildHeader(
  header: Record<string, unknown> = { typ: "JWT" },
  { algorithm, jwk }: { algorithm: Algorithm; jwk: Record<string, unknown> | undefined },
) {
  const { alg = algorithm, ...rest } = header;
  if (alg !== algorithm)
    throw invalid(
      "header",
      `must have the alg ${JSON.stringify(algorithm)} or none: it has ${JSON.stringify(alg)}`,
    );
  if ("crit" in rest || "b64" in rest)
    throw invalid("header", 'must not have "crit" or "b64": extensions are not supported');
  const kid = rest.kid ?? jwk?.kid;
  return { alg: algorithm, ...rest, ...(typeof kid === "string" && { kid }) };
}

function addTimes(
  payload: Record<string, unknown>,
  { expires_in_s, now }: Pick<SignOptions, "expires_in_s" | "now">,
): Record<string, unknown> {
  if (expires_in_s === undefined) return payload;
  const iat = Math.floor(now / 1000);
  return { ...payload, iat, exp: iat + expires_in_s };
}

type KeyFields = Pick<SignOptions, "secret" | "secret_encoding" | "private_key" | "jwk">;

function keyField({ secret, private_key }: KeyFields): "secret" | "private_key" | "jwk" {
  if (secret !== undefined) return "secret";
  return private_key === undefined ? "jwk" : "private_key";
}

function parseSigningKey(fields: KeyFields, algorithm: Algorithm): Uint8Array | KeyObject {
  const { secret, secret_encoding, private_key, jwk } = fields;
  const given = [secret, private_key, jwk].filter((field) => field !== undefined);
  if (given.length !== 1)
    throw dev.error(
      "invalid_input",
      `body must have one of secret, private_key and jwk: it has ${given.length}`,
      { at: "body" },
    );
  const isSecret = secret !== undefined || jwk?.kty === "oct";
  if (isSecret !== algorithm.startsWith("HS"))
    throw invalid(
      keyField(fields),
      `must be ${isSecret ? "a private key" : "a shared secret"} for ${algorithm}`,
    );
  if (secret !== undefined) return secretBytes(secret, secret_encoding);
  if (jwk?.kty === "oct") return decodeOctets(jwk);
  const key = readPrivateKey(private_key ?? jwk);
  if (!key)
    throw invalid(
      keyField(fields),
      'must be a private key: PKCS #8, PKCS #1 or SEC 1 in PEM, or a JWK with "d"',
    );
  return key;
}

/** Parses a private key in PEM or as a JWK. Returns undefined if it is invalid. */
export function readPrivateKey(
  given: string | Record<string, unknown> | undefined,
): KeyObject | undefined {
  try {
    if (typeof given === "string") return createPrivateKey(given);
    return given && createPrivateKey({ key: given, format: "jwk" });
  } catch {
    return undefined;
  }
}

function listWarnings(key: Uint8Array | KeyObject, algorithm: Algorithm): string[] {
  const needed = Number(algorithm.slice(2)) / 8;
  if (!(key instanceof Uint8Array) || key.length >= needed) return [];
  return [
    `The secret has ${key.length} bytes and can be guessed: ${algorithm} requires ${needed} (RFC 7518, section 3.2)`,
  ];
}

function invalid(field: string, problem: string, cause?: unknown) {
  return dev.error("invalid_input", `body.${field} ${problem}`, { at: `body.${field}`, cause });
}
