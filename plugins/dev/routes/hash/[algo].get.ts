import { oneOf, t } from "hub";
import { algorithms, digestEncodings, hash } from "../../hash/hash.ts";
import dev from "../../plugin.ts";
import { anySpelling, findName } from "../../spelling.ts";

export default dev.route({
  summary: "Hash a text",
  keywords:
    "md5, sha1, sha256, sha512, crc32, md5 hash, sha3, checksum, hash generator, blake3, adler32, xxhash, sha2, sm3, ripemd, shake, checksum generator",
  description:
    "For checksums and cache keys of short texts. SHAKE128 and SHAKE256 return 128 and 256 bits, like OpenSSL. Checksums are returned big-endian.",
  params: t.Object({
    algo: anySpelling(algorithms, {
      description: "The hash function, in any spelling: `sha256`, `SHA-256`",
    }),
  }),
  query: t.Object({
    text: t.String({
      maxLength: dev.limits.queryTextMax,
      description: "The text to hash, encoded as UTF-8",
    }),
    encoding: oneOf(digestEncodings, { default: "hex", description: "Encoding of the hash" }),
  }),
  response: t.Object({
    algorithm: t.String({ description: "The hash function" }),
    hash: t.String({ description: "The hash in the requested encoding" }),
    encoding: t.String({ description: "The encoding of the hash" }),
    length_bits: t.Integer({ description: "The length of the hash in bits" }),
    input_bytes: t.Integer({ description: "The length of the text in UTF-8 bytes" }),
    secure: t.Boolean({
      description: "Whether finding a collision takes at least 2^112 steps",
    }),
  }),
  plain: "hash",
  tryPerMinute: 30,
  example: { params: { algo: "sha256" }, query: { text: "hello" } },
  handler: ({ params, query }) =>
    hash(query.text, {
      algorithm:
        algorithms.find((name) => name === params.algo) ?? findName(params.algo, algorithms),
      encoding: query.encoding,
    }),
});
