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

/** Key management algorithms of encrypted tokens: RFC 7518, section 4.1. RSA1_5 is left out, because it is broken. */
export const keyAlgorithms = [
  "RSA-OAEP",
  "RSA-OAEP-256",
  "RSA-OAEP-384",
  "RSA-OAEP-512",
  "ECDH-ES",
  "ECDH-ES+A128KW",
  "ECDH-ES+A192KW",
  "ECDH-ES+A256KW",
  "dir",
  "A128KW",
  "A192KW",
  "A256KW",
  "A128GCMKW",
  "A192GCMKW",
  "A256GCMKW",
  "PBES2-HS256+A128KW",
  "PBES2-HS384+A192KW",
  "PBES2-HS512+A256KW",
] as const;

export type KeyAlgorithm = (typeof keyAlgorithms)[number];

/** Content encryption algorithms: RFC 7518, section 5.1. */
export const contentAlgorithms = [
  "A128CBC-HS256",
  "A192CBC-HS384",
  "A256CBC-HS512",
  "A128GCM",
  "A192GCM",
  "A256GCM",
] as const;

export type ContentAlgorithm = (typeof contentAlgorithms)[number];
