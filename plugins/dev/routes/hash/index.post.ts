import { binary, oneOf, reply, t } from "hub";
import { rawNote, rawTypes, sourceFields } from "../../encoding/source-fields.ts";
import { algorithms, digestEncodings } from "../../hash/hash.ts";
import dev from "../../plugin.ts";

const { bodyBytesMax, hashFileBytesMax } = dev.limits;

export default dev.route({
  summary: "Hash a text or a file by several algorithms at once, and compare",
  description: `${rawNote}\n\nAs \`text/plain\` the answer is the hash alone; of several algorithms, a line for each: its name and its hash; with \`expected\`, \`true\` or \`false\`.`,
  body: t.Object({
    ...sourceFields({ textMax: bodyBytesMax, fileMax: hashFileBytesMax }),
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
          "A hash to compare with: hex, base64 or base64url, alone or as `sha256:…`, `sha256=…`, `sha256-…`, `SHA256 (file) = …` or a line of a checksum file",
      }),
    ),
  }),
  raw: rawTypes,
  response: t.Union([
    t.Object({
      hash: t.String({ description: "The hash of the first of `algorithms`" }),
      hashes: t.Record(t.String(), t.String(), {
        description: "The hash of each algorithm, by its name",
      }),
      input_bytes: t.Integer({ description: "The length of the input in bytes" }),
      matched: t.Union([t.Record(t.String(), t.Boolean()), t.Null()], {
        description:
          "Whether the expected hash is this input's, by each algorithm asked for and each by which it is; null if none is expected",
      }),
      identified: t.Array(t.String(), {
        description:
          "The algorithms, also those not asked for, that give the expected hash for this input. If there are none, those that it looks like, the common ones first",
      }),
    }),
    binary("text/plain"),
  ]),
  heavy: true,
  bodyBytesMax: hashFileBytesMax + 65_536,
  example: { body: { text: "hello", algorithms: ["md5", "sha256"] } },
  async handler({ body: { algorithms, encoding, expected, ...source } }) {
    const { hashMany, hashText } = await import("../../hash/many.ts");
    const { sourceBytes } = await import("../../encoding/source.ts");
    const answer = hashMany(await sourceBytes(source), { algorithms, encoding, expected });
    return reply(answer, { alternatives: { "text/plain": () => hashText(answer) } });
  },
});
