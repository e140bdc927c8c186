import { oneOf, type Static, t } from "hub";
import { anySpelling } from "../spelling.ts";
import { type Algorithm, algorithms, digestEncodings } from "./hash.ts";

/** Algorithms without HMAC support in Bun. HMAC isn't customary for most of them. */
const withoutHmac = [
  "shake128",
  "shake256",
  "blake2s256",
  "blake3",
  "sm3",
  "crc32",
  "adler32",
  "xxhash64",
] as const;

type HmacAlgorithm = Exclude<Algorithm, (typeof withoutHmac)[number]>;

/** Algorithms with HMAC support. */
export const hmacAlgorithms = algorithms.filter(
  (name): name is HmacAlgorithm => !(withoutHmac as readonly string[]).includes(name),
);

/** Encodings of a secret. */
export const secretEncodings = ["utf8", "hex", "base64"] as const;

/** Options for computing an HMAC. */
export const hmacOptions = t.Object({
  key: t.String({ maxLength: 8192, description: "The secret key" }),
  key_encoding: oneOf(secretEncodings, {
    default: "utf8",
    description: "Encoding of the key: text, or bytes as hex or base64",
  }),
  algorithm: anySpelling(hmacAlgorithms, {
    default: "sha256",
    description: "The hash function, in any spelling",
  }),
  encoding: oneOf(digestEncodings, { default: "hex", description: "Encoding of the HMAC" }),
  expected: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 1024,
      description:
        "An HMAC to compare with: hex, base64 or base64url, with an optional prefix such as `sha256=` as sent by webhooks",
    }),
  ),
});

export type HmacOptions = Static<typeof hmacOptions>;
