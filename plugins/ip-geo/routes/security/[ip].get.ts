import { oneOf, reply, t } from "hub";
import { bogonFields, flagFields, reasonFields } from "../../answer.ts";
import { keptForAMinute } from "../../answer-as.ts";
import { knownLists } from "../../flags/lists.ts";
import { systemsOf } from "../../open-data.ts";
import ipGeo from "../../plugin.ts";
import { addressAt, ipParams } from "../../request.ts";
import { security } from "../../security.ts";

const text = (description: string) => t.Union([t.String(), t.Null()], { description });
const integer = (description: string) => t.Union([t.Integer(), t.Null()], { description });

export default ipGeo.route({
  summary: "Tell what an address is known for, with the evidence",
  description:
    "Lists of Tor exits, VPNs, relays and data centres are fetched once a day while the hub is online, and kept. What no list tells is null, and `notes` says why: it is never a no, and an address of which something is not known is never `allow`.",
  params: ipParams,
  query: t.Object({
    max_age_days: t.Integer({
      default: 30,
      minimum: 1,
      maximum: ipGeo.limits.listDaysMax,
      description: "Lists that are older are left out",
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
      "0 to 100: the sum of the weights in `evidence`, each flag counted once; 20 for a bogon. At least so much where a flag is null; null with the verdict `unknown`",
    ),
    verdict: oneOf(["allow", "review", "block", "unknown"], {
      description:
        "`review` from a risk of 20, `block` from 60. Below, `unknown` if no AS is known or one of `is_tor`, `is_vpn`, `is_hosting` and `is_relay` is null, and else `allow`",
    }),
    ...reasonFields,
    lists: t.Array(
      t.Object({
        name: t.String({ description: "The list" }),
        flag: t.String({ description: "The flag that it is for" }),
        as_of: text("When it was fetched; null if it never was"),
        entries: integer("How many blocks it has; null if it was never fetched"),
        stale: t.Boolean({ description: "Whether it is older than `max_age_days`" }),
      }),
      { description: "The lists that there could be" },
    ),
  }),
  plain: "verdict",
  cache: "etag",
  sameForMs: 1000,
  example: { params: { ip: "8.8.8.8" }, query: {} },
  async handler({ params, query, data, clock }) {
    const asked = addressAt(params.ip, "path.ip");
    const known = { systems: await systemsOf({ data }), lists: await knownLists({ data }) };
    const judged = security(asked, known, { now: clock(), maxAgeDays: query.max_age_days });
    return reply(judged, { headers: { "cache-control": keptForAMinute } });
  },
});
