import { binary, oneOf, t } from "hub";
import url from "../../plugin.ts";

const { limits } = url;
const optional = (maxLength: number, description: string) =>
  t.Optional(t.String({ maxLength, description }));

/** Fields of a call of YOURLS' API, in the query or in a form. */
export const yourlsFields = t.Object({
  action: oneOf(["shorturl", "expand", "url-stats"], { description: "What to do" }),
  url: optional(limits.urlMax, "`shorturl`: target URL"),
  keyword: optional(limits.codeMax, "`shorturl`: custom code. The default is a random one"),
  title: optional(limits.titleMax, "`shorturl`: title of the link"),
  shorturl: optional(limits.urlMax, "`expand` and `url-stats`: code or short URL"),
  format: oneOf(["json", "simple"], {
    default: "json",
    description: "Response format: JSON, or the URL as plain text",
  }),
});

export const yourlsAnswer = t.Union([
  t.Record(t.String(), t.Unknown(), { description: "The result in YOURLS' format" }),
  binary("text/plain"),
]);
