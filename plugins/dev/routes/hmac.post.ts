import { oneOf, t } from "hub";
import { sourceFields, sourceNote } from "../encoding/source-fields.ts";
import { digestEncodings } from "../hash/hash.ts";
import { hmacAlgorithms, secretEncodings } from "../hash/hmac-options.ts";
import dev from "../plugin.ts";

const { bodyBytesMax } = dev.limits;

export default dev.route({
  summary: "Sign a text or bytes with a key, or check such a signature",
  description: `${sourceNote} The key is neither stored nor echoed, and never part of a URL.`,
  body: t.Object({
    ...sourceFields({ textMax: bodyBytesMax, fileMax: bodyBytesMax }),
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
  }),
  response: t.Object({
    hmac: t.String({ description: "The HMAC, in the encoding asked for" }),
    algorithm: t.String({ description: "The hash function" }),
    encoding: t.String({ description: "How the HMAC is written" }),
    matches: t.Union([t.Boolean(), t.Null()], {
      description:
        "Whether it is the expected one, compared in constant time; null if none is expected",
    }),
  }),
  plain: "hmac",
  cache: "never",
  example: { body: { text: "what do ya want for nothing?", key: "Jefe" } },
  async handler({ body: { key, key_encoding, algorithm, encoding, expected, ...source } }) {
    const { sourceBytes } = await import("../encoding/source.ts");
    const { signHmac } = await import("../hash/hmac.ts");
    return signHmac(await sourceBytes(source), {
      key,
      key_encoding,
      algorithm,
      encoding,
      expected,
    });
  },
});
