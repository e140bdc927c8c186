/** Whose rates a history has. */
export interface RateSource {
  id: "ecb" | "currency-api";
  /** Where people read about them. */
  url: string;
  disclaimer: string;
}

/** The bank itself. */
export const ecb: RateSource = {
  id: "ecb",
  url: "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/",
  disclaimer:
    "Reference rates for information only: the ECB discourages their use for transactions",
};
