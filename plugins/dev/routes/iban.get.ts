import { t } from "hub";
import { readIban } from "hub/bank";
import dev from "../plugin.ts";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });

export default dev.route({
  summary: "Check and format an IBAN",
  keywords:
    "iban validator, iban checker, iban parser, iban validator and parser, bank account number",
  description:
    "Checks the length and the check digits of an IBAN (ISO 13616), and splits it. It does not look up whether the account exists.",
  query: t.Object({
    value: t.String({
      minLength: 1,
      maxLength: 60,
      description: "The IBAN, with or without spaces",
    }),
  }),
  response: t.Object({
    is_valid: t.Boolean({ description: "Whether its form and its check digits are right" }),
    reason: nullable("Why it is invalid"),
    iban: nullable("The IBAN without spaces; null if it is invalid"),
    formatted: nullable("The IBAN in groups of four"),
    country: nullable("Country code"),
    check_digits: nullable("The check digits"),
    bban: nullable("The account number of the country"),
  }),
  plain: "formatted",
  example: { query: { value: "DE89 3704 0044 0532 0130 00" } },
  handler({ query: { value } }) {
    const found = readIban(value.replaceAll("-", ""));
    const iban = "iban" in found ? found.iban : null;
    return {
      is_valid: iban !== null,
      reason: "fault" in found ? `It ${found.fault}` : null,
      iban,
      formatted: iban?.replace(/.{4}(?=.)/g, "$& ") ?? null,
      country: iban?.slice(0, 2) ?? null,
      check_digits: iban?.slice(2, 4) ?? null,
      bban: iban?.slice(4) ?? null,
    };
  },
});
