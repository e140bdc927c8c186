import { binary, oneOf, reply, t } from "hub";
import { buildTextFile, rawNote, rawTypes, streamedFields } from "../../encoding/source-fields.ts";
import { algorithms, digestEncodings } from "../../hash/hash.ts";
import dev from "../../plugin.ts";
import { anySpelling, findName } from "../../spelling.ts";
import { failIfNegative, failQuery } from "../../verdict.ts";

const { bodyBytesMax, fileBytesMax } = dev.limits;

export default dev.route({
  summary: "Hash a text or file with several algorithms, and compare",
  keywords:
    "hash file, compare checksum, file checksum, multiple hashes, generate all hashes, sha256sum",
  description: `Checks a download against its published hash, or identifies a file. ${rawNote}\n\nAs \`text/plain\` the response is only the hash. With several algorithms it has one line each, with name and hash. With \`expected\` it is \`true\` or \`false\`, and with \`name\` it has the lines of a checksum file.`,
  query: failQuery,
  body: t.Object({
    ...streamedFields({ textMax: bodyBytesMax, fileMax: fileBytesMax }),
    algorithms: t.Array(anySpelling(algorithms, { description: "A hash function" }), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      default: ["sha256"],
      description: "The hash functions, in any spelling",
    }),
    encoding: oneOf(digestEncodings, { default: "hex", description: "Encoding of the hashes" }),
    expected: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 1024,
        description:
          "A hash to compare with: hex, base64 or base64url, alone or labelled as `sha256:…`, `sha256=…`, `sha256-…`, `SHA256 (file) = …`, a fingerprint with colons, or a line of a checksum file",
      }),
    ),
    name: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 1024,
        description:
          "A file name for lines that `sha256sum -c` and `cksum -c` check, for `Accept: text/plain`",
      }),
    ),
  }),
  raw: rawTypes,
  response: t.Union([
    t.Object({
      hash: t.String({ description: "The hash of the first of `algorithms`" }),
      hashes: t.Record(t.String(), t.String(), {
        description: "Hashes by algorithm name",
      }),
      input_bytes: t.Integer({ description: "The length of the input in bytes" }),
      matched: t.Union([t.Record(t.String(), t.Boolean()), t.Null()], {
        description:
          "Whether the expected hash matches, by algorithm: all requested ones and any other that matches; null without `expected`",
      }),
      identified: t.Array(t.String(), {
        description:
          "Algorithms, requested or not, that produce the expected hash. If there are none, the algorithms that its form permits, common ones first",
      }),
    }),
    binary("text/plain"),
  ]),
  heavy: true,
  bodyBytesMax: fileBytesMax + 65_536,
  example: {
    query: {},
    body: { file: buildTextFile("hello"), algorithms: ["md5", "sha256"] },
  },
  async handler({ query, body: { algorithms: given, encoding, expected, name, ...source } }) {
    const names = given.map((name) => findName(name, algorithms));
    const { hashMany, hashText } = await import("../../hash/many.ts");
    const { openSource } = await import("../../encoding/source.ts");
    const result = await hashMany(await openSource(source), {
      algorithms: names,
      encoding,
      expected,
    });
    const { matched } = result;
    failIfNegative(query, {
      isNegative: matched !== null && !Object.values(matched).includes(true),
      detail: "The hash does not match: no algorithm produces the expected hash",
      result,
    });
    return reply(result, { alternatives: { "text/plain": () => hashText(result, name) } });
  },
});
