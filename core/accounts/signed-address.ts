import { HubError } from "../contract/errors.ts";

/** The query parameter that every signed URL has. */
export const signatureParameter = "hub_signature";

/** The signature parameters. They come last, in this order. */
const parameters = {
  key: "hub_key",
  expires: "hub_expires",
  signature: signatureParameter,
} as const;

/** A signed URL, parsed from a request. */
export interface SignedAddress {
  readonly keyId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly signature: string;
  /** The signed text: the path and the query up to the signature. */
  readonly text: string;
}

interface SigningSecret {
  /** Derived from the signing key: the URL ends with that key. */
  keyHash: string;
  pepper: Uint8Array;
}

/** Signs a path and query of the hub. Anyone with the signed URL can use it. */
export function signAddress(
  path: string,
  { keyId, expiresAt, ...signing }: { keyId: string; expiresAt: number } & SigningSecret,
): string {
  const seconds = Math.floor(expiresAt / 1000);
  const joint = path.includes("?") ? "&" : "?";
  const text = `${path}${joint}${parameters.key}=${keyId}&${parameters.expires}=${seconds}`;
  return `${text}&${parameters.signature}=${computeSignature(text, signing).toString("base64url")}`;
}

/** Parses a signed URL. Returns undefined if it has no signature. */
export function readSignedAddress({
  pathname,
  search,
}: {
  pathname: string;
  search: string;
}): SignedAddress | HubError | undefined {
  if (!search.includes(parameters.signature)) return undefined;
  const found = trailer.exec(search);
  const [, keyId, seconds, signature] = found ?? [];
  if (!found || keyId === undefined || seconds === undefined || signature === undefined)
    return new HubError(
      "invalid_signature",
      `Invalid signature: a signed URL must end with ${Object.values(parameters).join(", ")}, exactly as issued`,
    );
  const end = search.length - `&${parameters.signature}=${signature}`.length;
  return {
    keyId,
    signature,
    expiresAt: Number(seconds) * 1000,
    text: `${pathname}?${search.slice(0, end)}`,
  };
}

const trailer = new RegExp(
  `(?:^|&)${parameters.key}=(\\w{1,80})&${parameters.expires}=(\\d{1,12})&${parameters.signature}=([\\w-]{43})$`,
);

/** Verifies a signature in constant time. */
export function isSignedBy({ text, signature }: SignedAddress, signing: SigningSecret): boolean {
  return crypto.timingSafeEqual(
    Buffer.from(signature, "base64url"),
    computeSignature(text, signing),
  );
}

/** Checks whether a parameter belongs to the signature. Routes don't see these parameters. */
export function isSignatureField(name: string): boolean {
  return Object.values<string>(parameters).includes(name);
}

function computeSignature(text: string, { keyHash, pepper }: SigningSecret): Buffer {
  return new Bun.CryptoHasher("sha256", pepper)
    .update(JSON.stringify(["signed-address", keyHash, text]))
    .digest();
}
