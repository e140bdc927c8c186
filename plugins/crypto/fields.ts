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
    "How the coin is named. `auto`: the highest ranked coin with this id, symbol or name, otherwise the one with this contract; `id`: only the coin with this id, whatever else has that name",
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
    "Decimals of prices and all other amounts of money, from 0 to 18, or `full` for as many as the provider gives",
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
  description: "Number of the page",
});

/** Where the numbers are from, and how old they are: `old` says when that is too old at the endpoint. */
export function provenance(old: string) {
  return {
    source: oneOf(["coingecko", "coinpaprika", "currency-api"], {
      description:
        "Where the numbers come from; `currency-api` is a package with prices only, for a hub that has reached neither provider",
    }),
    source_url: t.String({ description: "The provider's page" }),
    as_of: t.String({ description: "Time of the oldest of the numbers" }),
    last_updated: t.String({ description: "The same as `as_of`" }),
    age_seconds: t.Integer({ description: "Age of the numbers in seconds" }),
    stale: t.Boolean({
      description: `Whether ${old}, or the numbers are the last known ones because the providers fail, or \`fiat_rates\` are stale`,
    }),
    degraded: t.Boolean({
      description:
        "Whether the first provider failed or gave less than half of what there is; whatever the second one does not give is null",
    }),
    attribution: t.String({ description: "Whom to credit" }),
    fiat_rates: t.Optional(
      t.Object(
        {
          source: t.Literal("ecb", { description: "The European Central Bank" }),
          date: t.String({
            description: "Day of the rates used for the newest of the numbers",
          }),
          stale: t.Boolean({
            description:
              "Whether that day is more than five days before the numbers, longer than the ECB ever pauses. Rates more than two weeks older are refused",
          }),
        },
        { description: "The rates used for currencies other than dollars" },
      ),
    ),
  };
}

/** How old a price may be, in words. */
export const oldPrices = "the oldest of the prices is older than two minutes";

const heldBack =
  "jumped by more than 60 per cent within five minutes, which the other provider did not see";

/** Whether an answer has the price before, in place of the newest. */
export const suspect = t.Boolean({
  description: `Whether the newest price ${heldBack}; the previous one is returned instead`,
});

/** The same for each of several coins. */
export const suspects = t.Array(t.String(), {
  description: `Ids of the coins whose newest price ${heldBack}; the previous one is returned instead`,
});

/** The few fields of a coin that tell it from others. */
export const coinBrief = {
  id: t.String({ description: "The hub's id of the coin, which is CoinGecko's" }),
  symbol: t.String({ description: "Its symbol, in lower case" }),
  name: t.String({ description: "Its name" }),
  rank: t.Union([t.Integer(), t.Null()], { description: "Rank by market capitalisation" }),
};

export const ambiguity = {
  ambiguous: t.Boolean({ description: "Whether other coins have the same id, symbol or name" }),
  candidates: t.Array(t.Object(coinBrief), {
    description: "If so, the highest ranked of them; the first one is returned",
  }),
};

/** Where the list of coins is from. */
export const catalogueDate = {
  as_of: t.String({ description: "When the catalogue was fetched" }),
  stale: t.Boolean({ description: "Whether it should have been replaced long ago" }),
  degraded: t.Boolean({
    description: "Whether the list of one of the two providers is missing from it",
  }),
  source: t.String({ description: "Providers whose lists it was made from" }),
};

export const nullableNumber = number;
