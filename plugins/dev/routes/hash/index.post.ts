import { file, oneOf, t } from "hub";
import { bytesOf } from "../../encoding-bytes.ts";
import { algorithms, digestEncodings } from "../../hash.ts";
import { hashMany } from "../../hash-many.ts";
import dev from "../../plugin.ts";

const { bodyBytesMax, hashFileBytesMax } = dev.limits;

export default dev.route({
  summary: "Hash a text or a file by several algorithms at once, and compare",
  description:
    "Takes one of `text`, `data_base64` and `file`. The file may also be the whole body, as `application/octet-stream`, with the other fields in the query.",
  body: t.Object({
    text: t.Optional(
      t.String({ maxLength: bodyBytesMax, description: "What to hash, as its UTF-8" }),
    ),
    data_base64: t.Optional(
      t.String({ maxLength: 4 * Math.ceil(bodyBytesMax / 3), description: "The bytes to hash" }),
    ),
    file: t.Optional(file({ maxBytes: hashFileBytesMax, description: "The file to hash" })),
    algorithms: t.Array(oneOf(algorithms), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      default: ["sha256"],
      description: "The hash functions, each with its own answer",
    }),
    encoding: oneOf(digestEncodings, { default: "hex", description: "How to write the hashes" }),
    expected: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 1024,
        description:
          "A hash to compare with: hex, base64 or base64url, alone or as `sha256:…`, `sha256=…`, `sha256-…` or a line of a checksum file",
      }),
    ),
  }),
  raw: { "application/octet-stream": "file" },
  response: t.Object({
    hashes: t.Record(t.String(), t.String(), {
      description: "The hash of each algorithm, by its name",
    }),
    input_bytes: t.Integer({ description: "The length of the input in bytes" }),
    matched: t.Union([t.Record(t.String(), t.Boolean()), t.Null()], {
      description: "Whether each algorithm's hash is the expected one; null if none is expected",
    }),
    identified: t.Array(t.String(), {
      description:
        "The algorithms, also those not asked for, by which the expected hash is this input's; where there are none, those it looks like, the common ones first",
    }),
  }),
  plain: "hashes",
  heavy: true,
  bodyBytesMax: hashFileBytesMax + 65_536,
  example: { body: { text: "hello", algorithms: ["md5", "sha256"] } },
  async handler({ body: { text, data_base64, file, ...options } }) {
    const given = [text, data_base64, file].filter((source) => source !== undefined);
    if (given.length !== 1)
      throw dev.error(
        "invalid_input",
        `body must have one of text, data_base64 and file: it has ${given.length}`,
        { at: "body" },
      );
    if (file) return hashMany(await file.bytes(), options);
    return hashMany(
      text !== undefined
        ? bytesOf(text, { as: "utf8", at: "body.text" })
        : bytesOf(data_base64 ?? "", { as: "base64", at: "body.data_base64" }),
      options,
    );
  },
});
