import { t } from "hub";
import { sourceFields, sourceNote } from "../encoding/source-fields.ts";
import { hmacOptions } from "../hash/hmac-options.ts";
import dev from "../plugin.ts";

const { bodyBytesMax } = dev.limits;

export default dev.route({
  summary: "Sign a text or bytes with a key, or check such a signature",
  description: `${sourceNote} The key is neither stored nor echoed, and never part of a URL.`,
  body: t.Object({
    ...sourceFields({ textMax: bodyBytesMax, fileMax: bodyBytesMax }),
    ...hmacOptions.properties,
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
  async handler({ body }) {
    const { sourceBytes } = await import("../encoding/source.ts");
    const { signHmac } = await import("../hash/hmac.ts");
    return signHmac(await sourceBytes(body), body);
  },
});
