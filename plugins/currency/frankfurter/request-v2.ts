import { oneOf, type Static, t } from "hub";
import { banks } from "../rate-sources.ts";
import { ratesQuery } from "../request.ts";

const { base, symbols } = ratesQuery.properties;

const day = (description: string) =>
  t.Optional(t.String({ minLength: 1, maxLength: 16, description }));

/** Query parameter that selects central banks. */
export const providersField = t.Optional(
  t.Array(t.String({ minLength: 1, maxLength: 10 }), {
    minItems: 1,
    maxItems: 10,
    description: `Providers, separated by commas: \`ECB\`, ${banks.map(({ key, name }) => `\`${key}\` (${name})`).join(", ")}. Several must include \`ECB\`. The default is all`,
  }),
);

/** Query parameters of Frankfurter's `GET /v2/rates`. */
export const ratesV2Query = t.Object({
  base,
  quotes: t.Optional({ ...symbols, description: "Currencies to return, separated by commas" }),
  date: day("A day. Must not be combined with `from` and `to`"),
  from: day("First day of a range"),
  to: day("Last day of a range. The default is today"),
  group: t.Optional(oneOf(["week", "month"], { description: "Period of each rate of a range" })),
  providers: providersField,
  expand: t.Optional(
    oneOf(["providers"], {
      description: "`providers`: return the rate of each provider that has the pair",
    }),
  ),
});

/** Parsed query of a `GET /v2/rates` request. */
export type RatesV2Query = Static<typeof ratesV2Query>;

/** One rate in Frankfurter's format. */
export const rateV2 = t.Object({
  date: t.String({ description: "Day of the rate" }),
  base: t.String({ description: "Base currency" }),
  quote: t.String({ description: "Quote currency" }),
  rate: t.Number({ description: "Value of one unit of the base currency" }),
  providers: t.Optional(
    t.Array(
      t.Object({
        key: t.String({ description: "Key of the provider" }),
        rate: t.Number({ description: "The provider's own rate" }),
      }),
      { description: "Rate of each provider that has the pair, with `expand=providers`" },
    ),
  ),
});
