import { file, t } from "hub";
import { sizeFields } from "../../code/request.ts";
import { rawTypes } from "../../encoding/source-fields.ts";
import { formatOptions, textOptions } from "../../json/format/request.ts";
import dev from "../../plugin.ts";

const { bodyBytesMax, fileBytesMax, jsonBodyBytesMax, jsonCharactersMax } = dev.limits;

export default dev.route({
  summary: "Format or minify JSON without changing its content",
  keywords:
    "json formatter, json beautifier, json minify, pretty print json, repair json, sort json keys, json viewer, fix json",
  description:
    "Makes JSON readable, or as small as possible. Works on the text instead of parsed values: numbers keep all digits, members their order, " +
    "and duplicate keys and escapes are preserved. The JSON may also be the raw body, as " +
    "`application/x-json` or `text/plain`, with the other fields in the query. A file of 12 to 50 MB is formatted as a stream: " +
    "without `sort_keys`, `jsonc`, `repair` and `jsonl`, and without a search for duplicate keys and inexact numbers.",
  body: t.Object({
    json: t.Optional(t.String({ maxLength: jsonCharactersMax, description: "The JSON text" })),
    file: t.Optional(
      file({
        maxBytes: fileBytesMax,
        streamed: true,
        description: "The JSON text as a file upload in a form",
      }),
    ),
    ...formatOptions.properties,
    ...textOptions.properties,
  }),
  raw: { ...rawTypes, "application/x-json": "file" },
  response: t.Object({
    formatted: t.String({ description: "The formatted JSON text" }),
    ...sizeFields,
    depth: t.Integer({ description: "The maximum nesting depth" }),
    keys: t.Integer({ description: "The number of members in all objects" }),
    warnings: t.Array(t.String(), {
      description:
        "Duplicate keys, numbers that no double represents, lone surrogates, and what was repaired",
    }),
  }),
  plain: "formatted",
  heavy: true,
  bodyBytesMax: fileBytesMax + 65_536,
  memoryMbMax: 1536,
  timeoutMs: 30_000,
  example: { body: { json: '{"id":12345678901234567890,"tags":["a","b"]}', indent: 2 } },
  async handler({ body: { json: text, file, ...options } }) {
    const { readText } = await import("../../encoding/source.ts");
    const { findWholeTextOption, replyWithFormatted } = await import(
      "../../json/format/format-stream.ts"
    );
    const textMax = findWholeTextOption(options) === undefined ? bodyBytesMax : jsonBodyBytesMax;
    const json = await readText({ text, file, name: "json", textMax });
    if (typeof json !== "string") return replyWithFormatted(json, options);
    const { formatText } = await import("../../json/format/format-text.ts");
    return formatText(json, options);
  },
});
