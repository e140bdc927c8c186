import { t } from "hub";
import { packedFormats } from "../../../binary/request.ts";
import { rawNote, rawTypes, sourceFields } from "../../../encoding/source-fields.ts";
import dev from "../../../plugin.ts";
import { anySpelling, findName } from "../../../spelling.ts";

const { bodyBytesMax } = dev.limits;

export default dev.route({
  summary: "Decode CBOR or MessagePack to JSON",
  keywords:
    "cbor to json, cbor decode, messagepack to json, msgpack decode, from messagepack, cbor viewer",
  description: `Decodes CBOR (RFC 8949) or MessagePack to JSON. Integers keep all digits. Byte strings become base64url, and what JSON lacks is listed in \`warnings\`. Duplicate keys in CBOR are rejected. ${rawNote}`,
  params: t.Object({ format: anySpelling(packedFormats, { description: "The binary format" }) }),
  body: t.Object(sourceFields({ textMax: bodyBytesMax, fileMax: bodyBytesMax })),
  raw: rawTypes,
  response: t.Object({
    result: t.String({ description: "The JSON text" }),
    bytes: t.Integer({ description: "Number of bytes" }),
    warnings: t.Array(t.String(), { description: "What JSON cannot represent" }),
  }),
  plain: "result",
  bodyBytesMax: bodyBytesMax * 2,
  example: {
    params: { format: "cbor" },
    body: {
      file: new File([Uint8Array.fromHex("a26161016162820203")], "data.cbor", {
        type: "application/octet-stream",
      }),
    },
  },
  async handler({ params, body }) {
    const { sourceBytes } = await import("../../../encoding/source.ts");
    const { unpackJson } = await import("../../../binary/pack-json.ts");
    return unpackJson(await sourceBytes(body), findName(params.format, packedFormats));
  },
});
