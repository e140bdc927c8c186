import { oneOf, t } from "hub";
import { algorithms, digestEncodings, hash } from "../../hash/hash.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Hash a text",
  description:
    "SHAKE answers as many bits as its name has, as OpenSSL does; a checksum answers its number, the most significant byte first.",
  params: t.Object({ algo: oneOf(algorithms, { description: "The hash function" }) }),
  query: t.Object({
    text: t.String({ maxLength: dev.limits.queryTextMax, description: "What to hash, as UTF-8" }),
    encoding: oneOf(digestEncodings, { default: "hex", description: "How to write the hash" }),
  }),
  response: t.Object({
    algorithm: t.String({ description: "The hash function, as written in the request" }),
    hash: t.String({ description: "The hash, in the encoding asked for" }),
    encoding: t.String({ description: "How the hash is written" }),
    length_bits: t.Integer({ description: "The length of the hash in bits" }),
    input_bytes: t.Integer({ description: "The length of the text in bytes of UTF-8" }),
    secure: t.Boolean({
      description: "Whether two inputs of one hash still take 2^112 steps to find",
    }),
  }),
  plain: "hash",
  tryPerMinute: 30,
  example: { params: { algo: "sha256" }, query: { text: "hello" } },
  handler: ({ params, query }) =>
    hash(query.text, { algorithm: params.algo, encoding: query.encoding }),
});
