import { t } from "hub";
import dev from "../plugin.ts";
import { failIfNegative, failQuery } from "../verdict.ts";

export default dev.route({
  summary: "Find the media type of a file name, or describe one",
  keywords: "mime type, mime types, file extension, content type of file, extension to mime",
  description:
    "Returns the media type (MIME type) of a file name or extension, or describes a given one. Only the name counts: a file can have other content.",
  query: t.Object({
    value: t.String({
      minLength: 1,
      maxLength: 255,
      description: "A file name, an extension such as `svg`, or a media type",
    }),
    ...failQuery.properties,
  }),
  response: t.Object({
    type: t.String({ description: "The media type" }),
    is_known: t.Boolean({ description: "Whether the list of types has it" }),
    extensions: t.Array(t.String(), { description: "Its file extensions, the usual one first" }),
    is_registered: t.Boolean({ description: "Whether the IANA has registered it" }),
    charset: t.Union([t.String(), t.Null()], { description: "Default charset of text" }),
    content_type: t.String({ description: "Value for the `Content-Type` header" }),
    is_compressible: t.Union([t.Boolean(), t.Null()], {
      description: "Whether compression pays off; null if unknown",
    }),
    other_types: t.Array(t.String(), {
      description: "Further types that use the same extension",
    }),
    notes: t.Array(t.String(), {
      description: "The correct form of a wrong type, and what else has the extension",
    }),
  }),
  plain: "type",
  example: { query: { value: "report.pdf" } },
  async handler({ query }) {
    const { describeMediaType } = await import("../media-types/describe-media-type.ts");
    const result = describeMediaType(query.value);
    failIfNegative(query, {
      isNegative: !result.is_known,
      detail: `The list of media types has no type for "${query.value}"`,
      result,
    });
    return result;
  },
});
