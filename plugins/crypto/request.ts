import { oneOf, t } from "hub";
import crypto from "./plugin.ts";

const decimalCounts = Array.from({ length: 19 }, (_, index) => String(index));
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
    "Matching of `coin`. `auto`: the highest-ranked coin with this id, symbol or name, otherwise the coin with this contract address. `id`, `symbol` and `contract` match only that property",
});

export const chain = t.Optional(
  t.String({
    minLength: 1,
    maxLength: 64,
    description:
      "Chain of the contract address, such as `ethereum` or `binance-smart-chain`. One address can belong to different coins on different chains",
  }),
);

const code = {
  pattern: "^[A-Za-z]{2,5}$",
  errorMessage: "a currency code of 2 to 5 letters, such as eur or btc",
};

export const vsList = t.Array(t.String({ ...code, description: "A currency code" }), {
  minItems: 1,
  maxItems: crypto.limits.vsMax,
  default: ["usd"],
  description: "Price currencies, separated by commas: usd, eur, jpy, btc, eth and others",
});

export const vsOne = t.String({
  ...code,
  default: "usd",
  description: "Price currency: usd, eur, jpy, btc, eth and others",
});

export const precision = oneOf(["full", ...decimalCounts], {
  default: "full",
  description:
    "Number of decimals of prices and other amounts of money, from 0 to 18, or `full` for the provider's full precision",
});

/** Schema of a comma-separated list of coins. `note` ends its description. */
export function names(description: string, note = "") {
  return t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 128, description: "A coin" }), {
      minItems: 1,
      maxItems: crypto.limits.coinsMax,
      description: `${description}, separated by commas${note}`,
    }),
  );
}

export const page = t.Integer({
  minimum: 1,
  maximum: 100_000,
  default: 1,
  description: "Page number",
});

/** Source and age of the data. `old` describes when the endpoint's data counts as stale. */
export function provenance(staleCondition: string) {
  return {
    source: oneOf(["coingecko", "coinpaprika", "currency-api"], {
      description:
        "Data provider. `currency-api` is a package that contains only prices. It is used if the hub has never reached either provider",
    }),
    source_url: t.String({ description: "The provider's page" }),
    as_of: t.String({ description: "Time of the oldest value in the response" }),
    last_updated: t.String({
      description: "Deprecated: use `as_of`, which is the same. It may be missing from 2027-06-01",
      deprecated: true,
    }),
    age_seconds: t.Integer({ description: "Age of the data in seconds" }),
    stale: t.Boolean({
      description: `Whether the data is stale: ${staleCondition}, both providers failed and the last known values are returned, or \`fiat_rates\` is stale`,
    }),
    degraded: t.Boolean({
      description:
        "Whether the first provider failed or returned less than half of the expected data. Values that the second provider lacks are null",
    }),
    attribution: t.String({ description: "Attribution to show with the data" }),
    fiat_rates: t.Optional(
      t.Object(
        {
          source: t.Literal("ecb", { description: "The European Central Bank" }),
          date: t.String({
            description: "Date of the rates used for the newest value",
          }),
          stale: t.Boolean({
            description:
              "Whether that date is more than five days before the data. Rates more than two weeks before the data are not used",
          }),
        },
        { description: "The exchange rates used for currencies other than the dollar" },
      ),
    ),
  };
}

/** When prices count as stale. */
export const oldPrices = "the oldest price is more than two minutes old";

const withheldReason =
  "changed by more than 60 percent within five minutes without confirmation by the other provider";

/** Whether the newest price was withheld. */
export const suspect = t.Boolean({
  description: `Whether the newest price ${withheldReason}. The previous price is returned instead`,
});

/** The coins whose newest price was withheld. */
export const suspects = t.Array(t.String(), {
  description: `Ids of the coins whose newest price ${withheldReason}. The previous price is returned instead`,
});

/** The fields that identify a coin. */
export const coinBrief = {
  id: t.String({ description: "Coin id, as used by CoinGecko" }),
  symbol: t.String({ description: "Symbol, in lower case" }),
  name: t.String({ description: "Name" }),
  rank: t.Union([t.Integer(), t.Null()], {
    description: "Rank by market capitalization. Null if it is unknown",
  }),
};

export const ambiguity = {
  ambiguous: t.Union([t.Boolean(), t.Null()], {
    description:
      "Whether other coins have the same id, symbol, name or contract address. Null if the hub lacks the coin list of a provider",
  }),
  chain: t.Union([t.String(), t.Null()], {
    description: "Chain of the contract address, if it selected the coin on exactly one chain",
  }),
  candidates: t.Array(
    t.Object({
      ...coinBrief,
      chain: t.Optional(t.String({ description: "Chain of the contract address" })),
    }),
    {
      description:
        "If `ambiguous`, the highest-ranked matches. The response describes the first one",
    },
  ),
};

/** Source and age of the coin catalogue. */
export const catalogueDate = {
  as_of: t.String({
    description: "Time when the catalogue was downloaded, or day on which a package was published",
  }),
  stale: t.Boolean({ description: "Whether the catalogue is overdue for an update" }),
  degraded: t.Boolean({
    description: "Whether the catalogue lacks the list of one of the two providers",
  }),
  source: t.String({
    description:
      "Providers whose lists the catalogue contains. `web3icons` is a package with 1,800 coins. It is used if the hub has never reached either provider",
  }),
};

export const nullableNumber = number;
