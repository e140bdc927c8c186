import { t } from "hub";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Explain an HTTP status code",
  keywords: "http status, teapot, 404, status code, 418, http codes",
  description:
    "Returns the name, meaning and specification of a status code, given as a number or a name. Also explains unregistered codes, such as those of nginx and Cloudflare.",
  query: t.Object({
    value: t.String({
      minLength: 1,
      maxLength: 100,
      description: "A code such as `404`, a name such as `Not Found`, or a status line",
    }),
  }),
  response: t.Object({
    code: t.Integer({ description: "The status code" }),
    name: t.String({ description: "Its name" }),
    class: t.String({ description: "Its class, such as `client error`" }),
    meaning: t.String({ description: "Its meaning" }),
    specification: t.String({
      description: "The section of an RFC, or the software that uses the code",
    }),
    link: t.Union([t.String(), t.Null()], { description: "URL of the specification" }),
    is_registered: t.Boolean({ description: "Whether the IANA has registered it" }),
    former_names: t.Array(t.String(), { description: "Names in earlier specifications" }),
    may_have_content: t.Boolean({ description: "Whether its responses may have content" }),
    is_cacheable: t.Boolean({
      description: "Whether caches may store its responses without explicit permission",
    }),
  }),
  plain: "name",
  example: { query: { value: "429" } },
  async handler({ query: { value } }) {
    const { describeStatus } = await import("../../http/describe-status.ts");
    return describeStatus(value);
  },
});
