import { binary, reply, t } from "hub";
import { packedFormats } from "../../../binary/request.ts";
import dev from "../../../plugin.ts";
import { anySpelling, findName } from "../../../spelling.ts";

export default dev.route({
  summary: "Encode JSON as CBOR or MessagePack",
  keywords: "json to cbor, cbor encode, json to messagepack, msgpack encode, to messagepack",
  description:
    "Encodes a JSON text as CBOR (RFC 8949) or MessagePack. Integers keep all digits, in MessagePack up to 64 bits. `Accept: application/octet-stream` returns the bytes. The JSON may also be the raw body, as `text/plain`.",
  params: t.Object({ format: anySpelling(packedFormats, { description: "The binary format" }) }),
  body: t.Object({
    json: t.String({ maxLength: dev.limits.bodyBytesMax, description: "The JSON text" }),
  }),
  raw: { "text/plain": "json", "application/octet-stream": "json" },
  response: t.Union([
    t.Object({
      hex: t.String({ description: "The bytes as hexadecimal digits" }),
      data_base64: t.String({ description: "The bytes as base64" }),
      bytes: t.Integer({ description: "Number of bytes" }),
    }),
    binary("application/octet-stream"),
  ]),
  example: { params: { format: "cbor" }, body: { json: '{"a":1,"b":[2,3]}' } },
  async handler({ params, body: { json } }) {
    const { packJson } = await import("../../../binary/pack-json.ts");
    const content = await packJson(json, findName(params.format, packedFormats));
    const answer = {
      hex: content.toHex(),
      data_base64: content.toBase64(),
      bytes: content.length,
    };
    return reply(answer, { alternatives: { "application/octet-stream": () => content } });
  },
});
