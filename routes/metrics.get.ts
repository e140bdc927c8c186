import { timingSafeEqual } from "node:crypto";
import { binary, HubError, reply } from "hub";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read the hub's state in numbers",
  description:
    "In the text format of Prometheus: answers by route and how long they took, refusals by code, jobs, pages and how long they waited, upstreams, datasets, memory. For the operator alone: `Authorization: Bearer` with what `HUB_METRICS_TOKEN` says; a hub without one answers 501.",
  response: binary("text/plain"),
  cache: "never",
  example: {},
  async handler({ metrics, request }) {
    const token = metrics.token;
    if (token === undefined)
      throw new HubError(
        "capability_unavailable",
        "This hub tells no numbers: its operator has not set HUB_METRICS_TOKEN",
      );
    if (!isSame(request.headers.get("authorization") ?? "", `Bearer ${token}`))
      throw new HubError(
        "invalid_api_key",
        "The header Authorization must be Bearer and what HUB_METRICS_TOKEN says",
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
