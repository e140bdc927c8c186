import { oneOf, reply, t } from "hub";
import { kinds } from "../../asn/kind.ts";
import { describeSystem } from "../../describe-system.ts";
import { loadDelegations, loadSystems } from "../../open-data.ts";
import ipGeo from "../../plugin.ts";
import { sourceSchema } from "../../response.ts";

const asnMax = 4_294_967_295;

export default ipGeo.route({
  summary: "Get an autonomous system and its prefixes",
  params: t.Object({
    asn: t.String({
      minLength: 1,
      maxLength: 12,
      description: "AS number, such as `15169` or `AS15169`",
    }),
  }),
  query: t.Object({
    family: oneOf(["all", "4", "6"], {
      default: "all",
      description: "Address family of the prefixes to return",
    }),
    limit: t.Integer({
      default: 100,
      minimum: 1,
      maximum: ipGeo.limits.prefixesMax,
      description: "Maximum number of prefixes to return",
    }),
    cursor: t.Optional(
      t.String({
        pattern: "^[0-9]{1,7}$",
        errorMessage: "the next_cursor of the previous response",
        description: "`next_cursor` of the previous response",
      }),
    ),
  }),
  response: t.Object({
    asn: t.Integer({ description: "AS number" }),
    name: t.String({ description: "AS name" }),
    type: oneOf(kinds, { description: "Type of AS, by its name or a curated list" }),
    country_code: t.Union([t.String(), t.Null()], {
      description:
        "Country in which most of its largest ranges are registered, by the regional registries",
    }),
    is_hosting: t.Union([t.Boolean(), t.Null()], {
      description:
        "Whether the AS is a hosting provider. True by its name or a curated list, false if a curated list has it as another type, and null if unknown",
    }),
    prefixes: t.Array(t.String(), { description: "Prefixes in order, IPv4 before IPv6" }),
    prefix_count: t.Object(
      {
        v4: t.Integer({ description: "Number of IPv4 prefixes" }),
        v6: t.Integer({ description: "Number of IPv6 prefixes" }),
      },
      { description: "Number of prefixes after merging adjacent ones" },
    ),
    address_count_v4: t.Integer({ description: "Number of IPv4 addresses" }),
    next_cursor: t.Union([t.String(), t.Null()], {
      description: "Pass it as `cursor` to get the next page. Null on the last page",
    }),
    source: sourceSchema,
  }),
  plain: "name",
  cache: "etag",
  example: { params: { asn: "AS15169" }, query: { limit: 5 } },
  async handler({ params, query: { family, limit, cursor }, data }) {
    const asn = parseAsn(params.asn);
    const systems = await loadSystems({ data });
    const { findCountry: countries } = await loadDelegations();
    const options = { family, limit, skip: Number(cursor ?? 0) };
    const found = describeSystem(asn, { systems, countries }, options);
    if (found) return reply(found, { headers: { "cache-control": "private, max-age=3600" } });
    throw ipGeo.error("unknown_asn", `No known prefixes for AS${asn}`, { at: "path.asn" });
  },
});

function parseAsn(text: string): number {
  const digits = /^as/i.test(text) ? text.slice(2) : text;
  const number = Number(digits);
  if (/^\d{1,10}$/.test(digits) && number <= asnMax) return number;
  throw ipGeo.error(
    "invalid_input",
    `path.asn must be a number up to ${asnMax}, with or without "AS" before it: it is ${JSON.stringify(text)}`,
    { at: "path.asn" },
  );
}
