import { t } from "hub";
import { sizeFields } from "../../code/request.ts";
import { formatOptions, textOptions } from "../../json/format/request.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Format or minify JSON without changing its content",
  description:
    "Returns the formatted text. Works on the text instead of parsed values: numbers keep all digits, members their order, " +
    "and duplicate keys and escapes are preserved. The JSON may also be the raw body, as " +
    "`application/x-json` or `text/plain`, with the other fields in the query.",
  body: t.Object({
    json: t.String({ maxLength: dev.limits.jsonCharactersMax, description: "The JSON text" }),
    ...formatOptions.properties,
    ...textOptions.properties,
  }),
  raw: { "text/plain": "json", "application/x-json": "json", "application/octet-stream": "json" },
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
  bodyBytesMax: dev.limits.jsonBodyBytesMax,
  memoryMbMax: 1536,
  timeoutMs: 30_000,
  example: { body: { json: '{"id":12345678901234567890,"tags":["a","b"]}', indent: 2 } },
  async handler({ body: { json, ...options } }) {
    const { formatText } = await import("../../json/format/format-text.ts");
    return formatText(json, options);
  },
});
