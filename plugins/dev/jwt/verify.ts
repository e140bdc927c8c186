import type { Algorithm } from "./algorithms.ts";
import type { VerifyKey } from "./key.ts";
import type { Token } from "./token.ts";

/**
 * Why a token's signature cannot be trusted, or undefined where it holds. Only the caller says
 * which algorithms and which key may be used: what the header says of keys is never followed.
 */
export async function signatureFault(
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
