import type { Algorithm } from "./algorithms.ts";
import { type KeyFields, keyOf, type VerifyKey } from "./key.ts";
import { timesOf } from "./times.ts";
import { readToken, type Token } from "./token.ts";
import { signatureFault } from "./verify.ts";

export interface DecodeOptions extends KeyFields {
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
  const key = keyOf(fields);
  const token = readToken(given);
  const fault = key && (await signatureFault(token, { key, allowed: algorithms }));
  const { warnings, ...times } = timesOf(token.claims, { now: now / 1000, leeway: leeway_s });
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
