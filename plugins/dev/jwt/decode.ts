import { type KeyFields, parseKey, type VerifyKey } from "./key.ts";
import type { Algorithm } from "./request.ts";
import { readToken, type Token, tokenError } from "./token.ts";

interface DecodeOptions extends KeyFields {
  algorithms?: readonly Algorithm[] | undefined;
  leeway_s: number;
  /** In milliseconds since 1970. */
  now: number;
}

/** Decodes a JSON Web Token, and verifies its signature if a key is given. */
export async function decodeJwt(
  text: string,
  { algorithms, leeway_s, now, ...fields }: DecodeOptions,
) {
  const token = readToken(text);
  const key = parseKey(fields, token);
  const failure = key && (await findSignatureProblem(token, { key, allowed: algorithms }));
  const { warnings, ...times } = readTimes(token.claims, { now: now / 1000, leeway: leeway_s });
  return {
    type: token.type,
    header: token.header,
    payload: token.payload,
    payload_text: token.payload ? null : token.payloadText,
    payload_base64:
      token.payload || token.payloadText !== null ? null : (token.payloadBytes?.toBase64() ?? null),
    algorithm: token.algorithm,
    signature_present: token.signed,
    verified: key ? failure === undefined : null,
    failure: failure ?? null,
    ...times,
    warnings: [...listSignatureWarnings(token, key), ...token.warnings, ...warnings],
  };
}

/** Returns the bytes of a payload. Throws if it is encrypted. */
export function getPayloadBytes(text: string): Uint8Array {
  const { payloadBytes } = readToken(text);
  if (!payloadBytes) throw tokenError("is encrypted: jwt/decrypt returns its content");
  return payloadBytes;
}

/** Header fields that contain or reference a key. A forger could use them to have their own key trusted. */
const keyHeaders = ["jku", "jwk", "x5u", "x5c"] as const;

function listSignatureWarnings(
  { header, type, signed, algorithm }: Token,
  key: VerifyKey | undefined,
): string[] {
  const alg = algorithm ?? "";
  const warnings: string[] = [];
  if (alg.toLowerCase() === "none")
    warnings.push("The algorithm is none: anyone can create such a token");
  else if (type === "JWS" && !signed) warnings.push("The token has no signature");
  const bytes = key?.key instanceof Uint8Array && alg.startsWith("HS") ? key.key.length : undefined;
  const needed = Number(alg.slice(2)) / 8;
  if (bytes !== undefined && bytes < needed)
    warnings.push(
      `The secret has ${bytes} bytes and can be guessed: ${alg} requires ${needed} (RFC 7518, section 3.2)`,
    );
  for (const field of keyHeaders)
    if (field in header)
      warnings.push(`The header contains a key in ${field}: it is neither fetched nor used`);
  return warnings;
}

/**
 * Returns why the signature cannot be trusted, or undefined if it is valid. Only the caller decides on algorithms and
 * keys: key fields in the header are ignored.
 */
async function findSignatureProblem(
  token: Token,
  { key, allowed = key.algorithms }: { key: VerifyKey; allowed?: readonly Algorithm[] | undefined },
): Promise<string | undefined> {
  const { type, algorithm: alg, header } = token;
  if (type === "JWE") return "The token is encrypted and has no signature to verify";
  if (alg === null) return "The token names no algorithm";
  const quotedAlg = JSON.stringify(alg.slice(0, 40));
  if (alg.toLowerCase() === "none") return "The token is not signed: its algorithm is none";
  if (!(allowed as readonly string[]).includes(alg))
    return `The token algorithm ${quotedAlg} is not allowed: the allowed ones are ${allowed.join(", ")}`;
  if (!(key.algorithms as readonly string[]).includes(alg))
    return `The token algorithm ${quotedAlg} cannot be verified with ${key.kind}`;
  // RFC 7515, section 4.1.11: an unknown critical extension makes the signature invalid.
  if (header.crit !== undefined)
    return 'The token requires unsupported extensions: its header has "crit"';
  const { compactVerify, errors } = await import("jose");
  try {
    await compactVerify(token.text, key.key, { algorithms: [alg] });
    return undefined;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed)
      return "The signature does not match this header, payload and key";
    throw error;
  }
}

/** Evaluates the time claims against the current time in seconds since 1970. */
function readTimes(payload: Record<string, unknown> | null, { now, leeway }: Clock) {
  const warnings: string[] = [];
  const read = (claim: "iat" | "exp" | "nbf") => {
    const value = payload?.[claim];
    if (value === undefined) return undefined;
    if (typeof value === "number" && Math.abs(value) <= secondsMax) return value;
    warnings.push(`The claim ${claim} is not a number of seconds since 1970: it was ignored`);
    return undefined;
  };
  const [iat, exp, nbf] = [read("iat"), read("exp"), read("nbf")];
  for (const [claim, value] of Object.entries({ iat, exp, nbf }))
    if (value !== undefined && Math.abs(value) >= millisecondsMin)
      warnings.push(
        `The claim ${claim} looks like milliseconds: RFC 7519 counts seconds, so it means the year ${new Date(value * 1000).getUTCFullYear()}, and ${new Date(value).toISOString()} would be ${Math.floor(value / 1000)}`,
      );
  if (payload && payload.exp === undefined)
    warnings.push("The token never expires: it has no exp claim");
  if (iat !== undefined && iat > now + leeway)
    warnings.push("The token was issued in the future: its iat claim is in the future");
  if (exp !== undefined && nbf !== undefined && nbf >= exp)
    warnings.push("The token is never valid: it expires before it becomes valid");
  return {
    issued_at: toIsoTime(iat),
    expires_at: toIsoTime(exp),
    not_before: toIsoTime(nbf),
    // RFC 7519, section 4.1.4: not accepted "on or after" that time.
    expired: exp === undefined ? null : now >= exp + leeway,
    not_yet_valid: nbf === undefined ? null : now < nbf - leeway,
    warnings,
  };
}

interface Clock {
  /** Seconds since 1970. */
  now: number;
  /** Allowed clock difference in seconds. */
  leeway: number;
}

/** The year 5138 in seconds, and 1973 in milliseconds. */
const millisecondsMin = 1e11;

/** Range of a Date, in seconds. */
const secondsMax = 8.64e12;

function toIsoTime(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
