import { binary, oneOf, reply, t } from "hub";
import { readAddress } from "../address/address.ts";
import { lookupSchema } from "../answer.ts";
import { tables, tableTypes } from "../answer-as.ts";
import ipGeo from "../plugin.ts";
import { complaint, lookupFor, lookupOptions } from "../request.ts";

const { batchMax, bodyBytesMax } = ipGeo.limits;

const fault = t.Object({
  ip: t.String({ description: "What was given" }),
  error: t.Object(
    {
      code: t.String({ description: "`invalid_ip`" }),
      detail: t.String({ description: "What is wrong" }),
    },
    { description: "Why there is no answer" },
  ),
});

export default ipGeo.route({
  summary: `Tell where up to ${batchMax} addresses are, and whose`,
  body: t.Object({
    ips: t.Array(t.String({ maxLength: 256 }), {
      minItems: 1,
      description: `The addresses, at most ${batchMax}; whichever cannot be read has an \`error\` in its place`,
    }),
    ...lookupOptions,
    format: oneOf(["json", "csv", "ndjson"], {
      default: "json",
      description:
        "One answer; or the results alone, in a table or with one a line, which `Accept` may ask for as well",
    }),
  }),
  response: t.Union([
    t.Object({
      count: t.Integer({ description: "How many results there are" }),
      results: t.Array(t.Union([lookupSchema, fault]), {
        description: "The results, in the order of the addresses",
      }),
    }),
    binary(...tableTypes),
  ]),
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
        const detail = complaint(ip, `body.ips.${index}`);
        return { ip, error: { code: "invalid_ip", detail } };
      }),
    );
    const alternatives = tables(results);
    if (format === "json") return reply({ count: results.length, results }, { alternatives });
    const type = format === "csv" ? "text/csv" : "application/x-ndjson";
    return reply(alternatives[type](), { type });
  },
});
