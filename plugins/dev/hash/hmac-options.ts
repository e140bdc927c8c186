import { oneOf, type Static, t } from "hub";
import { type Algorithm, algorithms, digestEncodings } from "./hash.ts";

/** Bun makes no HMAC of these, and of most of them nobody does. */
const keyless = ["shake128", "shake256", "blake2s256", "crc32", "adler32", "xxhash64"] as const;

type HmacAlgorithm = Exclude<Algorithm, (typeof keyless)[number]>;

/** The algorithms of which an HMAC can be made. */
export const hmacAlgorithms = algorithms.filter(
  (name): name is HmacAlgorithm => !(keyless as readonly string[]).includes(name),
);

/** The ways to write a secret. */
export const secretEncodings = ["utf8", "hex", "base64"] as const;

/** How an HMAC is made, and what it is to be. */
export const hmacOptions = t.Object({
  key: t.String({ maxLength: 8192, description: "The secret key" }),
  key_encoding: oneOf(secretEncodings, {
    default: "utf8",
    description: "How the key is written: as a text, or as bytes in one of two spellings",
  }),
  algorithm: oneOf(hmacAlgorithms, { default: "sha256", description: "The hash function" }),
  encoding: oneOf(digestEncodings, { default: "hex", description: "How to write the HMAC" }),
  expected: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 1024,
      description:
        "An HMAC to compare with: hex, base64 or base64url, alone or as `sha256=…`, as webhooks send it",
    }),
  ),
});

export type HmacOptions = Static<typeof hmacOptions>;
