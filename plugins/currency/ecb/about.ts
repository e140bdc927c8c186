import type { RateSource } from "../banks/about.ts";

/** The European Central Bank. */
export const ecb: RateSource = {
  id: "ecb",
  url: "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/",
  disclaimer:
    "Reference rates for information only: the ECB discourages their use for transactions",
};
