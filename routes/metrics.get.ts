import { timingSafeEqual } from "node:crypto";
import { binary, HubError, reply } from "hub";
import { readBearerToken } from "../core/accounts/credentials.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Get Prometheus metrics",
  description:
    "Returns metrics in the Prometheus text format: requests and response times by route, errors by code, jobs, browser pages, queue waits, upstreams, datasets and memory. For operators only: send the value of `HUB_METRICS_TOKEN` as `Authorization: Bearer`. Returns 501 if the token is not set.",
  response: binary("text/plain"),
  cache: "never",
  example: {},
  async handler({ metrics, request }) {
    const token = metrics.token;
    if (token === undefined)
      throw new HubError(
        "capability_unavailable",
        "Metrics are disabled on this hub: its operator has not set HUB_METRICS_TOKEN",
      );
    if (!isSame(readBearerToken(request) ?? "", token))
      throw new HubError(
        "invalid_api_key",
        "The header Authorization must be Bearer and the value of HUB_METRICS_TOKEN",
      );
    return reply(await metrics.read(), { type: "text/plain;version=0.0.4;charset=utf-8" });
  },
});

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) =>
    new Bun.CryptoHasher("sha256").update(text).digest(),
  );
  return timingSafeEqual(one!, other!);
}
