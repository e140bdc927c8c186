import { definePlugin } from "hub";
import { frankfurterErrors } from "./error-shape.ts";

export default definePlugin({
  title: "Currency",
  summary:
    "Reference rates of the European Central Bank since 1999: latest, historical and time series, with decimal-exact conversion.",
  permissions: { net: ["www.ecb.europa.eu"] },
  limits: {
    symbolsMax: 60,
    targetsMax: 31,
    seriesPointsMax: 36_600,
    carryDaysMax: 14,
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
    },
  },
  errorShapes: { "/v1": frankfurterErrors },
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
