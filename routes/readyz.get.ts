import { HubError, t } from "hub";
import { own } from "../core/own.ts";

export default own.route({
  summary: "Tell whether the hub can serve",
  description:
    "Answers 503 while it cannot: while it is shutting down, or when its store fails. A service that could not be loaded does not hold up the others: it is named in `broken`.",
  response: t.Object({
    success: t.Boolean(),
    status: t.Literal("ready", { description: "Any other status is a failure with its reasons" }),
    services: t.Integer({ description: "How many services were loaded" }),
    broken: t.Array(t.String(), {
      description: "The services that were left out; `/services` says why",
    }),
  }),
  plain: "status",
  cache: "never",
  example: {},
  handler({ hub }) {
    const failing = Object.entries(hub.ready()).filter(([, { ok }]) => !ok);
    if (failing.length > 0)
      throw new HubError(
        "store_unavailable",
        `The hub is not ready: ${failing.map(([name, { detail }]) => `${name}: ${detail}`).join("; ")}`,
        { members: { checks: Object.fromEntries(failing) } },
      );
    return {
      success: true,
      status: "ready" as const,
      services: hub.plugins.length,
      broken: hub.broken.map(({ name }) => name),
    };
  },
});
