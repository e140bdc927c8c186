import { type KeyFields, parseKey, type VerifyKey } from "./key.ts";
import type { Algorithm } from "./options.ts";
import { readToken, type Token } from "./token.ts";

interface DecodeOptions extends KeyFields {
  algorithms?: readonly Algorithm[] | undefined;
  leeway_s: number;
  /** In milliseconds since 1970. */
  now: number;
}

/** Reads a JSON Web Token, and verifies its signature where there is a key to do it with. */
export async function decodeJwt(
  given: string,
  { algorithms, leeway_s, now, ...fields }: DecodeOptions,
) {
  const key = parseKey(fields);
  const token = readToken(given);
  const fault = key && (await signatureFault(token, { key, allowed: algorithms }));
  const { warnings, ...times } = readTimes(token.claims, { now: now / 1000, leeway: leeway_s });
  return {
    type: token.type,
    header: token.header,
    payload: token.payload,
    algorithm: token.algorithm,
    signature_present: token.signed,
    verified: key ? fault === undefined : null,
    failure: fault ?? null,
    ...times,
    warnings: [...signatureWarnings(token, key), ...token.warnings, ...warnings],
  };
}

/** The fields of a header that name a key, by which a forger would have their own trusted. */
const keyHeaders = ["jku", "jwk", "x5u", "x5c"] as const;

function signatureWarnings(
  { header, type, signed, algorithm }: Token,
  key: VerifyKey | undefined,
): string[] {
  const alg = algorithm ?? "";
  const warnings: string[] = [];
  if (alg.toLowerCase() === "none")
    warnings.push("The algorithm is none: anybody can make such a token");
  else if (type === "JWS" && !signed) warnings.push("The token has no signature");
  const bytes = key?.key instanceof Uint8Array && alg.startsWith("HS") ? key.key.length : undefined;
  const needed = Number(alg.slice(2)) / 8;
  if (bytes !== undefined && bytes < needed)
    warnings.push(
      `The secret has ${bytes} bytes and can be guessed: ${alg} asks for ${needed} (RFC 7518, section 3.2)`,
    );
  for (const field of keyHeaders)
    if (field in header)
      warnings.push(
        `The header brings a key of its own as ${field}: it is neither fetched nor used`,
      );
  return warnings;
}

/**
 * Why a token's signature cannot be trusted, or undefined where it holds. Only the caller says
 * which algorithms and which key may be used: what the header says of keys is never followed.
 */
async function signatureFault(
  token: Token,
  { key, allowed = key.algorithms }: { key: VerifyKey; allowed?: readonly Algorithm[] | undefined },
): Promise<string | undefined> {
  const { type, algorithm: alg, header } = token;
  if (type === "JWE") return "The token is encrypted, which is not a signature";
  if (alg === null) return "The token names no algorithm";
  const quoted = JSON.stringify(alg.slice(0, 40));
  if (alg.toLowerCase() === "none") return "The token is not signed: its algorithm is none";
  if (!(allowed as readonly string[]).includes(alg))
    return `The token's algorithm ${quoted} is not among those allowed: ${allowed.join(", ")}`;
  if (!(key.algorithms as readonly string[]).includes(alg))
    return `The token's algorithm ${quoted} cannot be verified with ${key.kind}`;
  // RFC 7515, section 4.1.11: what is critical and not known makes the signature invalid.
  if (header.crit !== undefined) return "The token needs extensions that are not known here";
  const { compactVerify, errors } = await import("jose");
  try {
    await compactVerify(token.text, key.key, { algorithms: [alg] });
    return undefined;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed)
      return "The signature is not that of this header and payload with this key";
    throw error;
  }
}

/** What a token says of when it holds, against a time in seconds since 1970. */
function readTimes(payload: Record<string, unknown> | null, { now, leeway }: Clock) {
  const warnings: string[] = [];
  const read = (claim: "iat" | "exp" | "nbf") => {
    const value = payload?.[claim];
    if (value === undefined) return undefined;
    if (typeof value === "number" && Math.abs(value) <= secondsMax) return value;
    warnings.push(`The claim ${claim} is not a number of seconds since 1970: it is not looked at`);
    return undefined;
  };
  const [iat, exp, nbf] = [read("iat"), read("exp"), read("nbf")];
  if (payload && payload.exp === undefined)
    warnings.push("The token never expires: it has no claim exp");
  if (iat !== undefined && iat > now + leeway)
    warnings.push("The token was issued in the future: its claim iat lies ahead");
  if (exp !== undefined && nbf !== undefined && nbf >= exp)
    warnings.push("The token is never valid: it expires before it begins");
  return {
    issued_at: iso(iat),
    expires_at: iso(exp),
    not_before: iso(nbf),
    // RFC 7519, section 4.1.4: not accepted "on or after" that time.
    expired: exp === undefined ? null : now >= exp + leeway,
    not_yet_valid: nbf === undefined ? null : now < nbf - leeway,
    warnings,
  };
}

interface Clock {
  /** Seconds since 1970. */
  now: number;
  /** Seconds by which clocks may differ. */
  leeway: number;
}

/** What a Date can hold, in seconds. */
const secondsMax = 8.64e12;

function iso(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
