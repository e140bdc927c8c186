import { t } from "hub";
import dev from "../plugin.ts";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });

export default dev.route({
  summary: "Parse, check and format a phone number",
  keywords:
    "phone number parser, phone formatter, phone validator, e164, libphonenumber, phone parser and formatter",
  description:
    "Parses a phone number with the rules of Google's libphonenumber. `is_valid` says whether the numbering plan has such numbers, not whether someone has it.",
  query: t.Object({
    value: t.String({ minLength: 1, maxLength: 100, description: "The number" }),
    country: t.Optional(
      t.String({
        pattern: "^[A-Za-z]{2}$",
        description: "Country of a number without a country code, such as `DE`",
      }),
    ),
  }),
  response: t.Object({
    is_valid: t.Boolean({ description: "Whether the numbering plan has such numbers" }),
    country: nullable("Country code; null if several share the calling code"),
    calling_code: t.String({ description: "Calling code, without +" }),
    type: nullable("Type, such as `mobile` or `fixed_line`; null if unknown"),
    e164: t.String({ description: "The number in E.164" }),
    international: t.String({ description: "As written internationally" }),
    national: t.String({ description: "As written in its country" }),
    uri: t.String({ description: "As `tel:` URI (RFC 3966)" }),
  }),
  plain: "e164",
  example: { query: { value: "+49 30 901820" } },
  async handler({ query }) {
    const { describePhone } = await import("../contact/describe-phone.ts");
    return describePhone(query);
  },
});
