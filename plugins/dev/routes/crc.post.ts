import { t } from "hub";
import {
  buildTextFile,
  isLarge,
  rawNote,
  rawTypes,
  sourceFields,
} from "../encoding/source-fields.ts";
import { allBytesMax } from "../hash/crc.ts";
import dev from "../plugin.ts";

const { bodyBytesMax, compressionBytesMax } = dev.limits;

export default dev.route({
  summary: "Compute 113 kinds of CRC, or find the one that matching",
  keywords:
    "crc, crc checksum, crc calculator, crc16, crc-16, crc8, crc-8, crc64, crc-32c, crc16 ccitt, crc modbus, xmodem, cyclic redundancy check, modbus checksum",
  description: `Computes cyclic redundancy checks by their names in the catalogue of Greg Cook: from CRC-3 to CRC-82, such as \`CRC-16/MODBUS\` and \`CRC-32/ISCSI\`, in any spelling. Without \`algorithms\` all of them, for up to ${allBytesMax / 1024} kB. ${rawNote}`,
  body: t.Object({
    ...sourceFields({ textMax: bodyBytesMax, fileMax: compressionBytesMax }),
    algorithms: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 40 }), {
        minItems: 1,
        maxItems: 10,
        description: "Names such as `CRC-32/ISO-HDLC`. Default: all",
      }),
    ),
    expected: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 40,
        description: "A CRC to look for, in hexadecimal or decimal digits",
      }),
    ),
  }),
  raw: rawTypes,
  response: t.Object({
    result: t.String({ description: "The first CRC in hexadecimal digits" }),
    crcs: t.Array(
      t.Object({
        algorithm: t.String({ description: "Name" }),
        width: t.Integer({ description: "Width in bits" }),
        hex: t.String({ description: "The CRC in hexadecimal digits" }),
        decimal: t.String({ description: "The CRC in decimal digits" }),
      }),
      { description: "The CRCs" },
    ),
    matching: t.Union([t.Array(t.String()), t.Null()], {
      description: "Algorithms whose CRC equals `expected`; null without it",
    }),
    bytes: t.Integer({ description: "Length of the input in bytes" }),
  }),
  plain: "result",
  heavy: ({ body }) => isLarge(body.file) || !body.algorithms,
  bodyBytesMax: compressionBytesMax + 65_536,
  timeoutMs: 60_000,
  example: {
    body: { file: buildTextFile("123456789"), algorithms: ["CRC-16/MODBUS", "CRC-32/ISCSI"] },
  },
  async handler({ body: { algorithms, expected, ...source } }) {
    const { sourceBytes } = await import("../encoding/source.ts");
    const { computeCrcs } = await import("../hash/crc.ts");
    return computeCrcs(await sourceBytes(source), { algorithms, expected });
  },
});
