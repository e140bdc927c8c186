import { binary, oneOf, reply, t } from "hub";
import { readAddress } from "../address/address.ts";
import { createSerializers, tableTypes } from "../answer-tables.ts";
import ipGeo from "../plugin.ts";
import { describeFault, lookUpAddress, lookupOptions } from "../request.ts";
import { lookupSchema } from "../response.ts";

const { batchMax, bodyBytesMax } = ipGeo.limits;

const fault = t.Object({
  ip: t.String({ description: "Address as given" }),
  error: t.Object(
    {
      code: t.String({ description: "`invalid_ip`" }),
      detail: t.String({ description: "Explanation of the error" }),
    },
    { description: "Error of this address" },
  ),
});

export default ipGeo.route({
  summary: `Look up to ${batchMax} IP addresses in one call`,
  body: t.Object({
    ips: t.Array(t.String({ maxLength: 256 }), {
      minItems: 1,
      description: `IP addresses, at most ${batchMax}. An invalid address gets an \`error\` instead of a result`,
    }),
    ...lookupOptions,
    format: oneOf(["json", "csv", "ndjson"], {
      default: "json",
      description:
        "Response format: JSON, or only the results as a CSV table or as one line of JSON each. The `Accept` header can select these too",
    }),
  }),
  response: t.Union([
    t.Object({
      count: t.Integer({ description: "Number of results" }),
      results: t.Array(t.Union([lookupSchema, fault]), {
        description: "Results, in the order of the addresses",
      }),
    }),
    binary(...tableTypes),
  ]),
  cost: "body.ips",
  bodyBytesMax,
  cache: "never",
  example: { body: { ips: ["8.8.8.8", "2001:4860:4860::8888", "192.168.1.1"] } },
  async handler({ body: { ips, format, ...options }, data, env, net, clock }) {
    if (ips.length > batchMax)
      throw ipGeo.error(
        "batch_too_large",
        `body.ips must have at most ${batchMax} addresses: it has ${ips.length}`,
        { at: "body.ips" },
      );
    const doors = { data, env, net, clock };
    const results = await Promise.all(
      ips.map((ip, index) => {
        const requested = readAddress(ip);
        if (requested) return lookUpAddress(requested, options, doors);
        const detail = describeFault(ip, `body.ips.${index}`);
        return { ip, error: { code: "invalid_ip", detail } };
      }),
    );
    const alternatives = createSerializers(results);
    if (format === "json") return reply({ count: results.length, results }, { alternatives });
    const type = format === "csv" ? "text/csv" : "application/x-ndjson";
    return reply(alternatives[type](), { type });
  },
});
