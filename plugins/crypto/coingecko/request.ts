import { oneOf, t } from "hub";
import { rangeQuery } from "../chart/range.ts";
import * as shared from "../request.ts";

/** Where CoinGecko's clients send their key. */
export const clientKeys = {
  keyHeaders: ["x-cg-pro-api-key", "x-cg-demo-api-key"],
  keyParameter: ["x_cg_pro_api_key", "x_cg_demo_api_key"],
} as const;

const flag = (description: string) => t.Boolean({ default: false, description });
/** A parameter that may only turn off data that the hub doesn't have. */
const off = (what: string) =>
  t.Optional(oneOf(["false"], { description: `The hub has no ${what}: only \`false\`` }));

/** Query parameters of prices. */
export const simpleFields = {
  vs_currencies: shared.vsList,
  include_market_cap: flag("Whether to include the market capitalization"),
  include_24hr_vol: flag("Whether to include the trading volume in the last 24 hours"),
  include_24hr_change: flag("Whether to include the price change in the last 24 hours"),
  include_last_updated_at: flag("Whether to include the time of the price"),
  precision: shared.precision,
};

/** Parameters of the path that some clients repeat in the query. */
export const repeated = {
  id: t.Optional(t.String({ maxLength: 128, description: "Ignored: the path has it" })),
};

/** Query parameters of a coin. */
export const coinQuery = t.Object({
  ...repeated,
  market_data: t.Boolean({ default: true, description: "Whether to include the market" }),
  localization: t.Optional(t.Boolean({ description: "Ignored: texts are in English" })),
  tickers: off("tickers"),
  community_data: off("community data"),
  developer_data: off("developer data"),
  sparkline: off("sparkline of one coin"),
});

/** Query parameters of a price history. */
export const chartQuery = t.Object({
  ...repeated,
  vs_currency: shared.vsOne,
  precision: shared.precision,
  ...rangeQuery.properties,
});

const text = (description: string) => t.String({ minLength: 1, maxLength: 128, description });
export const coinId = t.Object({ id: text("A coin's id") });
export const contract = t.Object({
  id: text("Id of the chain, such as `ethereum`"),
  address: text("A contract address"),
});

const series = (description: string) => t.Array(t.Array(t.Number()), { description });
export const chartResponse = t.Object({
  prices: series("Prices: pairs of a Unix time in milliseconds and a value"),
  market_caps: series("Market capitalizations, as far as they are known"),
  total_volumes: series("Trading volumes, as far as they are known"),
});

/** Schema of an object in CoinGecko's format. */
export function geckoObject(description: string) {
  return t.Record(t.String(), t.Unknown(), { description });
}
