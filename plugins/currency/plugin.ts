import { definePlugin } from "hub";
import { frankfurterErrors, frankfurterV2Errors } from "./error-shape.ts";

export default definePlugin({
  title: "Currency",
  summary:
    "Reference rates of the European Central Bank since 1999: latest, historical and time series, with decimal-exact conversion. Latest rates of 150 currencies with those of other central banks.",
  permissions: {
    net: [
      "www.ecb.europa.eu",
      "api.nbp.pl",
      "data.norges-bank.no",
      "www.cnb.cz",
      "curs.bnr.ro",
      "bank.gov.ua",
      "www.cbr.ru",
    ],
  },
  limits: {
    symbolsMax: 200,
    targetsMax: 60,
    seriesPointsMax: 36_600,
    carryDaysMax: 14,
    bankDaysMax: 35,
    timeoutMs: 30_000,
    bodyBytesMax: 1024,
  },
  errors: {
    unsupported_currency: { status: 422, title: "Unsupported currency" },
    date_out_of_range: {
      status: 422,
      title: "The date is before the first rates or in the future",
    },
    no_rate_in_window: { status: 422, title: "No rate on this day or near it" },
    range_too_long: { status: 422, title: "The range has too many rates" },
  },
  optionalAliases: {
    frankfurter: {
      "/v1/latest": "frankfurter/latest.get",
      "/v1/currencies": "frankfurter/currencies.get",
      "/v1/:date": "frankfurter/[date].get",
      "/v2/rates": "frankfurter-v2/rates.get",
      "/v2/rates.csv": "frankfurter-v2/rates-csv.get",
      "/v2/rate/:base/:quote": "frankfurter-v2/rate.get",
      "/v2/currency/:code": "frankfurter-v2/currency.get",
      "/v2/currencies": "frankfurter-v2/currencies.get",
      "/v2/providers": "frankfurter-v2/providers.get",
    },
  },
  errorShapes: { "/v1": frankfurterErrors, "/v2": frankfurterV2Errors },
  first: [
    "convert.get",
    "latest.get",
    "historical/[date].get",
    "timeseries.get",
    "fluctuation.get",
    "currencies.get",
  ],
  try: { "/currency/:amount/:from/:to": "convert.get" },
});
