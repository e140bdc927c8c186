import { t } from "hub";
import dev from "../../plugin.ts";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });
const direction = (description: string) => t.Union([t.Boolean(), t.Null()], { description });

export default dev.route({
  summary: "Explain an HTTP header field",
  keywords: "http headers, cache-control, content security policy, hsts, explain header",
  description:
    "Returns the meaning and specification of a header field, and explains each directive of `Cache-Control`, `Content-Security-Policy` and `Strict-Transport-Security`. Do not send the values of other fields: they may be secret.",
  query: t.Object({
    value: t.String({
      minLength: 1,
      maxLength: 500,
      description: "A name such as `ETag`, or `Cache-Control: no-cache, max-age=60`",
    }),
  }),
  response: t.Object({
    name: t.String({ description: "Name of the field" }),
    is_known: t.Boolean({ description: "Whether the field is known" }),
    status: nullable(
      "Status in the registry of the IANA: `permanent`, `provisional`, `deprecated` or `obsoleted`; null if unknown",
    ),
    in_requests: direction("Whether requests have it"),
    in_responses: direction("Whether responses have it"),
    meaning: nullable("Its meaning"),
    specification: nullable("The section of an RFC, or a URL"),
    link: nullable("URL of the specification"),
    directives: t.Array(
      t.Object({
        directive: t.String({ description: "The directive" }),
        meaning: t.String({ description: "Its meaning" }),
      }),
      { description: "Directives of the fields whose values are explained" },
    ),
  }),
  plain: "meaning",
  example: { query: { value: "Cache-Control: public, max-age=31536000, immutable" } },
  async handler({ query: { value } }) {
    const { describeField } = await import("../../http/describe-field.ts");
    return describeField(value);
  },
});
