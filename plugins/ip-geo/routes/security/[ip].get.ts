import { oneOf, reply, t } from "hub";
import { bogonFields, flagFields, reasonFields } from "../../answer.ts";
import { keptForAMinute } from "../../answer-tables.ts";
import { openLists } from "../../flags/lists.ts";
import { systemsOf } from "../../open-data.ts";
import ipGeo from "../../plugin.ts";
import { addressAt, ipParams } from "../../request.ts";
import { assess } from "../../security.ts";

const text = (description: string) => t.Union([t.String(), t.Null()], { description });
const integer = (description: string) => t.Union([t.Integer(), t.Null()], { description });

export default ipGeo.route({
  summary: "Assess an address, with the evidence",
  description:
    "Lists of Tor exits, VPNs, relays and data centres are fetched once a day while the hub is online. What no list tells is null, never false, and `notes` says why; an address about which something is unknown is never `allow`.",
  params: ipParams,
  query: t.Object({
    max_age_days: t.Integer({
      default: 30,
      minimum: 1,
      maximum: ipGeo.limits.listDaysMax,
      description: "Ignore lists older than this, in days",
    }),
  }),
  response: t.Object({
    ip: t.String({ description: "The address in its canonical notation" }),
    ...flagFields,
    ...bogonFields,
    provider: text("Who announces the address"),
    asn: integer("The number of its autonomous system (AS)"),
    as_name: text("The name of its AS"),
    risk_score: integer(
      "0 to 100: the sum of the weights in `evidence`, each flag counted once; 20 for a bogon. A lower bound if a flag is null; null with the verdict `unknown`",
    ),
    verdict: oneOf(["allow", "review", "block", "unknown"], {
      description:
        "`block` from a risk score of 60, `review` from 20. Below that, `unknown` if no AS is known or one of `is_tor`, `is_vpn`, `is_hosting` and `is_relay` is null, otherwise `allow`",
    }),
    ...reasonFields,
    lists: t.Array(
      t.Object({
        name: t.String({ description: "Name of the list" }),
        flag: t.String({ description: "The flag that it decides" }),
        as_of: text("When it was fetched; null if it never was"),
        entries: integer("Number of blocks; null if it was never fetched"),
        stale: t.Boolean({ description: "Whether it is older than `max_age_days`" }),
      }),
      { description: "The lists that are used" },
    ),
  }),
  plain: "verdict",
  cache: "etag",
  sameForMs: 1000,
  example: { params: { ip: "8.8.8.8" }, query: {} },
  async handler({ params, query, data, clock }) {
    const asked = addressAt(params.ip, "path.ip");
    const known = { systems: await systemsOf({ data }), lists: await openLists({ data }) };
    const judged = assess(asked, known, { now: clock(), maxAgeDays: query.max_age_days });
    return reply(judged, { headers: { "cache-control": keptForAMinute } });
  },
});
