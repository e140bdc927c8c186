import { t } from "hub";
import { buildTextFile, isLarge, sourceNote, streamedFields } from "../encoding/source-fields.ts";
import { hmacOptions } from "../hash/hmac-options.ts";
import dev from "../plugin.ts";
import { failIfNegative, failQuery } from "../verdict.ts";

const { bodyBytesMax, fileBytesMax } = dev.limits;

export default dev.route({
  summary: "Compute or verify an HMAC",
  keywords: "hmac generator, hmac sha256, webhook signature",
  description: `Signs a message with a shared secret, or checks the signature of a webhook. ${sourceNote} The key is neither stored nor echoed, and never part of a URL.`,
  query: failQuery,
  body: t.Object({
    ...streamedFields({ textMax: bodyBytesMax, fileMax: fileBytesMax }),
    ...hmacOptions.properties,
  }),
  response: t.Object({
    hmac: t.String({ description: "The HMAC in the requested encoding" }),
    algorithm: t.String({ description: "The hash function" }),
    encoding: t.String({ description: "The encoding of the HMAC" }),
    matches: t.Union([t.Boolean(), t.Null()], {
      description:
        "Whether the HMAC matches `expected`, compared in constant time; null without `expected`",
    }),
  }),
  plain: "hmac",
  cache: "never",
  heavy: ({ body }) => isLarge(body.file),
  background: false,
  bodyBytesMax: fileBytesMax + 65_536,
  example: {
    query: {},
    body: { file: buildTextFile("what do ya want for nothing?"), key: "Jefe" },
  },
  async handler({ query, body }) {
    const { openSource } = await import("../encoding/source.ts");
    const { signHmac } = await import("../hash/hmac.ts");
    const source = await openSource(body, { allowsWholeBody: false });
    const result = await signHmac(source, body);
    failIfNegative(query, {
      isNegative: result.matches === false,
      detail: "The HMAC does not match the expected one",
    });
    return result;
  },
});
