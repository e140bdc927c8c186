import { t } from "hub";
import { clientKeys } from "../../../coingecko/request.ts";
import { listQuoteCodes } from "../../../market/quotes.ts";
import crypto from "../../../plugin.ts";

export default crypto.route({
  summary: "List the price currencies (CoinGecko API)",
  response: t.Array(t.String(), { description: "Currency codes in lower case" }),
  ...clientKeys,
  example: {},
  handler: ({ data }) => listQuoteCodes({ data }),
});
