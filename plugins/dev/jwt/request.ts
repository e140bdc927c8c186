import jose from "./algorithms.json" with { type: "json" };

/** Signature algorithms that can be verified: RFC 7518, RFC 8037 and RFC 9864. */
export const algorithms = Object.keys(jose.signing) as (keyof typeof jose.signing)[];

export type Algorithm = (typeof algorithms)[number];

/** Encodings of a secret. */
export const secretEncodings = ["utf8", "hex", "base64", "base64url"] as const;

export type SecretEncoding = (typeof secretEncodings)[number];

/** Key management algorithms of encrypted tokens: RFC 7518, section 4.1. RSA1_5 is left out, because it is broken. */
export const keyAlgorithms = Object.keys(jose.keys) as (keyof typeof jose.keys)[];

export type KeyAlgorithm = (typeof keyAlgorithms)[number];

/** Content encryption algorithms: RFC 7518, section 5.1. */
export const contentAlgorithms = Object.keys(jose.content) as (keyof typeof jose.content)[];

export type ContentAlgorithm = (typeof contentAlgorithms)[number];
