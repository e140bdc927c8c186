import { t } from "hub";
import { clientKeys } from "../../coingecko/request.ts";
import crypto from "../../plugin.ts";

export default crypto.route({
  summary: "Check the connection (CoinGecko API)",
  response: t.Object({ gecko_says: t.String({ description: "A greeting" }) }),
  ...clientKeys,
  example: {},
  handler: () => ({ gecko_says: "(V3) To the Moon!" }),
});
