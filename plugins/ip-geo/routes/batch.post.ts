import { binary, oneOf, reply, t } from "hub";
import { readAddress } from "../address/address.ts";
import { lookupSchema } from "../answer.ts";
import { tables, tableTypes } from "../answer-tables.ts";
import ipGeo from "../plugin.ts";
import { describeFault, lookupFor, lookupOptions } from "../request.ts";

const { batchMax, bodyBytesMax } = ipGeo.limits;

const fault = t.Object({
  ip: t.String({ description: "The address as it was given" }),
  error: t.Object(
    {
      code: t.String({ description: "`invalid_ip`" }),
      detail: t.String({ description: "What is wrong" }),
    },
    { description: "Why there is no result" },
  ),
});

export default ipGeo.route({
  summary: `Look up as many as ${batchMax} addresses at once`,
  body: t.Object({
    ips: t.Array(t.String({ maxLength: 256 }), {
      minItems: 1,
      description: `The addresses, at most ${batchMax}; one that cannot be read gets an \`error\` in its place`,
    }),
    ...lookupOptions,
    format: oneOf(["json", "csv", "ndjson"], {
      default: "json",
      description:
        "One JSON answer, or the results alone, as a CSV table or one per line; `Accept` can ask for these too",
    }),
  }),
  response: t.Union([
    t.Object({
      count: t.Integer({ description: "Number of results" }),
      results: t.Array(t.Union([lookupSchema, fault]), {
        description: "The results, in the order of the addresses",
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
        const asked = readAddress(ip);
        if (asked) return lookupFor(asked, options, doors);
        const detail = describeFault(ip, `body.ips.${index}`);
        return { ip, error: { code: "invalid_ip", detail } };
      }),
    );
    const alternatives = tables(results);
    if (format === "json") return reply({ count: results.length, results }, { alternatives });
    const type = format === "csv" ? "text/csv" : "application/x-ndjson";
    return reply(alternatives[type](), { type });
  },
});
