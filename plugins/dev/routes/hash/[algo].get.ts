import { oneOf, t } from "hub";
import { algorithms, hash } from "../../hash.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Hash a text",
  params: t.Object({ algo: oneOf(algorithms) }),
  query: t.Object({
    text: t.String({ maxLength: dev.limits.queryTextMax, description: "What to hash, as UTF-8" }),
    encoding: oneOf(["hex", "base64", "base64url"], { default: "hex" }),
  }),
  response: t.Object({
    algorithm: t.String(),
    hash: t.String(),
    encoding: t.String(),
    length_bits: t.Integer(),
    input_bytes: t.Integer(),
    secure: t.Boolean({ description: "Whether it still withstands deliberate collisions" }),
  }),
  plain: "hash",
  example: { params: { algo: "sha256" }, query: { text: "hello" } },
  handler: ({ params, query }) => hash(query.text, { algorithm: params.algo, encoding: query.encoding }),
});
