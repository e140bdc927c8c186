/** Signature algorithms that can be verified: RFC 7518, RFC 8037 and RFC 9864. */
export const algorithms = [
  "HS256",
  "HS384",
  "HS512",
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;

export type Algorithm = (typeof algorithms)[number];

/** Encodings of a secret. */
export const secretEncodings = ["utf8", "hex", "base64", "base64url"] as const;

export type SecretEncoding = (typeof secretEncodings)[number];
