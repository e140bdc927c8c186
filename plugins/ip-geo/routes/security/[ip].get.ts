import { oneOf, reply, t } from "hub";
import { cacheForAMinute } from "../../answer-tables.ts";
import { loadSystems } from "../../open-data.ts";
import { openLists } from "../../open-lists.ts";
import ipGeo from "../../plugin.ts";
import { ipParams, parseAddress } from "../../request.ts";
import { bogonFields, flagFields, reasonFields } from "../../response.ts";
import { assess } from "../../security.ts";

const text = (description: string) => t.Union([t.String(), t.Null()], { description });
const integer = (description: string) => t.Union([t.Integer(), t.Null()], { description });

export default ipGeo.route({
  summary: "Assess the risk of an IP address",
  keywords: "vpn detection, proxy check, tor exit, ip reputation, fraud score, bot detection",
  description:
    "Returns a risk score, a verdict and flags for Tor exits, VPNs, relays and data centres, with the evidence. If the hub is online, it updates the lists once a day. Unknown flags are null, not false, and `notes` explains why. The verdict weighs them with the type and size of the network, whose odds were measured on labelled addresses.",
  params: ipParams,
  query: t.Object({
    max_age_days: t.Integer({
      default: 30,
      minimum: 1,
      maximum: ipGeo.limits.listDaysMax,
      description: "Maximum age of the lists in days. Older lists are ignored",
    }),
  }),
  response: t.Object({
    ip: t.String({ description: "Address in canonical notation" }),
    ...flagFields,
    ...bogonFields,
    provider: text("Name of the AS that announces the address"),
    asn: integer("Number of the autonomous system (AS)"),
    as_name: text("Name of the AS"),
    risk_score: integer(
      "Risk score from 0 to 100: the sum of the weights in `evidence`, where each flag counts once. A bogon has 20. If a flag is null, the score is a minimum. Null if the verdict is `unknown`",
    ),
    risk: t.Integer({
      minimum: 0,
      maximum: 100,
      description: "Risk from 0 to 100: the risk score, or 50 if the verdict is `unknown`",
    }),
    verdict: oneOf(["allow", "review", "block", "unknown"], {
      description:
        "`block` for a risk score of 60 or more, `review` for 20 or more. Below 20, `allow` if no flag is unknown, or if the AS is measured to be one of homes and mobile phones. Otherwise `unknown`",
    }),
    confidence: t.Union([t.Number({ minimum: 0, maximum: 1 }), t.Null()], {
      description:
        "How often the type and size of the AS were right on labelled addresses. Null if they do not support the verdict",
    }),
    reasons: t.Array(
      t.Object({
        reason: t.String({ description: "A flag, or what the AS shows" }),
        detail: t.String({ description: "The reason in a sentence" }),
        right: t.Union([t.Number(), t.Null()], {
          description:
            "Share of labelled addresses that the reason puts on the right side, if both sides had as many. Null if it was not measured",
        }),
      }),
      { description: "Reasons for the verdict" },
    ),
    ...reasonFields,
    lists: t.Array(
      t.Object({
        name: t.String({ description: "Name of the list" }),
        flag: t.String({ description: "Flag that the list sets" }),
        complete: t.Boolean({
          description: "Whether the list contains every address for which its flag is true",
        }),
        asked: t.Boolean({
          description:
            "Whether the list was used: it was downloaded, is recent, and has addresses of this family",
        }),
        as_of: text("Time of the last download. Null if it was never downloaded"),
        entries: integer("Number of blocks in the list. Null if it was never downloaded"),
        stale: t.Union([t.Boolean(), t.Null()], {
          description:
            "Whether the list is older than `max_age_days`. Null if it was never downloaded",
        }),
      }),
      { description: "Lists used for the assessment" },
    ),
  }),
  plain: "verdict",
  cache: "etag",
  sameForMs: 1000,
  example: { params: { ip: "8.8.8.8" }, query: {} },
  async handler({ params, query, data, clock }) {
    const requested = parseAddress(params.ip, "path.ip");
    const known = { systems: await loadSystems({ data }), lists: await openLists({ data }) };
    const assessment = assess(requested, known, { now: clock(), maxAgeDays: query.max_age_days });
    return reply(assessment, { headers: { "cache-control": cacheForAMinute } });
  },
});
