import { oneOf, t } from "hub";
import crypto from "./plugin.ts";

const places = Array.from({ length: 19 }, (_, index) => String(index));
const number = (description: string) => t.Union([t.Number(), t.Null()], { description });

export const coinParams = t.Object({
  coin: t.String({
    minLength: 1,
    maxLength: 128,
    description: "A coin's id at CoinGecko or CoinPaprika, symbol, name or contract address",
  }),
});

export const match = oneOf(["auto", "id", "symbol", "contract"], {
  default: "auto",
  description:
    "What the coin is named by. `auto`: of the coins with this id, symbol or name the highest ranked, and else the one with this contract; `id`: that coin alone, whatever else is called so",
});

const code = { pattern: "^[A-Za-z]{2,5}$" };

export const vsList = t.Array(t.String({ ...code, description: "A currency" }), {
  minItems: 1,
  maxItems: crypto.limits.vsMax,
  default: ["usd"],
  description:
    "The currencies of the prices, separated by commas: usd, eur, jpy, btc, eth and more",
});

export const vsOne = t.String({
  ...code,
  default: "usd",
  description: "The currency of the prices",
});

export const precision = oneOf(["full", ...places], {
  default: "full",
  description:
    "Decimals of prices and of all other amounts of money, from 0 to 18, or `full` for all that the provider tells",
});

/** Names of coins, separated by commas. */
export function names(description: string) {
  return t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 128, description: "A coin" }), {
      minItems: 1,
      maxItems: crypto.limits.coinsMax,
      description: `${description}, separated by commas`,
    }),
  );
}

export const page = t.Integer({
  minimum: 1,
  maximum: 100_000,
  default: 1,
  description: "Which page",
});

/** Where the numbers are from, and how old they are: `old` says when that is too old at the endpoint. */
export function provenance(old: string) {
  return {
    source: oneOf(["coingecko", "coinpaprika", "currency-api"], {
      description:
        "Whose numbers they are; the last is a package, with prices alone, for a hub that has reached neither",
    }),
    source_url: t.String({ description: "The provider's page" }),
    as_of: t.String({ description: "The moment that the oldest of the numbers is of" }),
    last_updated: t.String({ description: "The same as `as_of`" }),
    age_seconds: t.Integer({ description: "How old the numbers are" }),
    stale: t.Boolean({
      description: `Whether ${old}, or they are the last ones while the providers fail, or \`fiat_rates\` are stale`,
    }),
    degraded: t.Boolean({
      description:
        "Whether the first provider failed, or told less than half of what there is: what the second one does not tell is null",
    }),
    attribution: t.String({ description: "Whom to name" }),
    fiat_rates: t.Optional(
      t.Object(
        {
          source: t.Literal("ecb", { description: "The European Central Bank" }),
          date: t.String({
            description: "The day whose rates the newest of the numbers were told with",
          }),
          stale: t.Boolean({
            description:
              "Whether that day is more than five days before them, which is longer than the ECB ever pauses. Rates of more than two weeks before are refused",
          }),
        },
        { description: "The rates that currencies other than dollars were worked out with" },
      ),
    ),
  };
}

/** How old a price may be, in words. */
export const oldPrices = "the oldest of the prices is older than two minutes";

const heldBack =
  "jumped by more than 60 percent within five minutes of the price before, which the other provider did not see";

/** Whether an answer has the price before, in place of the newest. */
export const suspect = t.Boolean({
  description: `Whether the newest price ${heldBack}: the one before is answered`,
});

/** The same for each of several coins. */
export const suspects = t.Array(t.String(), {
  description: `The ids of the coins whose newest price ${heldBack}: the one before is answered`,
});

/** The few fields of a coin that tell it from others. */
export const coinBrief = {
  id: t.String({ description: "The hub's id of the coin, which is CoinGecko's" }),
  symbol: t.String({ description: "Its symbol, in small letters" }),
  name: t.String({ description: "Its name" }),
  rank: t.Union([t.Integer(), t.Null()], { description: "By market capitalisation" }),
};

export const ambiguity = {
  ambiguous: t.Boolean({ description: "Whether other coins go by the same id, symbol or name" }),
  candidates: t.Array(t.Object(coinBrief), {
    description: "The highest ranked of them, if so; the first one is answered",
  }),
};

/** Where the list of coins is from. */
export const catalogueDate = {
  as_of: t.String({ description: "When the catalogue was fetched" }),
  stale: t.Boolean({ description: "Whether it should have been replaced long ago" }),
  degraded: t.Boolean({ description: "Whether one of the two providers' lists is missing in it" }),
  source: t.String({ description: "Whose lists it is made of" }),
};

export const nullableNumber = number;
