import { t } from "hub";
import { rawNote, rawTypes, sourceFields } from "../encoding/source-fields.ts";
import dev from "../plugin.ts";

const { encodeBytesMax } = dev.limits;

const kind = {
  kind: t.String({ description: "Name of the kind, such as `base64`" }),
  title: t.String({ description: "The kind in words" }),
  open: t.Union(
    [
      t.Object({
        method: t.String({ description: "The method" }),
        path: t.String({ description: "The path" }),
        field: t.String({ description: "The field that takes the text" }),
        fields: t.Record(t.String(), t.String(), { description: "Further fields of the call" }),
      }),
      t.Null(),
    ],
    { description: "The endpoint that opens or reads it; null if there is none" },
  ),
};

export default dev.route({
  summary: "Name what a text is, and open its layers",
  keywords:
    "what is this, identify text, magic, decode anything, cyberchef magic, detect encoding, unwrap, smart detection",
  description: `Opens up to five layers of encodings, compression and tokens, and names what is inside: JSON, a certificate, a UUID, a time, a cron expression and more. Each layer has the endpoint that opens it. A layer is opened only if the result is text or is compressed, so that plain texts stay closed. Signatures of tokens are not verified. ${rawNote}`,
  body: t.Object(sourceFields({ textMax: encodeBytesMax, fileMax: encodeBytesMax })),
  raw: rawTypes,
  response: t.Object({
    layers: t.Array(t.Object(kind), { description: "The opened layers, the outermost first" }),
    content: t.Object(kind, { description: "What is inside" }),
    text: t.Union([t.String(), t.Null()], {
      description: "The content as text; null if it is not text",
    }),
    data_base64: t.Union([t.String(), t.Null()], {
      description: "The content in base64 if it is not text; otherwise null",
    }),
    bytes: t.Integer({ description: "Length of the content in bytes" }),
  }),
  plain: "text",
  heavy: true,
  example: { body: { text: "JTdCJTIyYSUyMiUzQTElN0Q=" } },
  async handler({ body }) {
    const { sourceBytes } = await import("../encoding/source.ts");
    const { detectLayers } = await import("../detect/detect-layers.ts");
    return detectLayers(await sourceBytes(body));
  },
});
