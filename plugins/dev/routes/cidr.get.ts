import { reply, t } from "hub";
import dev from "../plugin.ts";
import { failIfNegative, failQuery } from "../verdict.ts";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });

export default dev.route({
  summary: "Calculate a network of IP addresses",
  keywords:
    "subnet calculator, ip range, cidr, netmask, ipv4 subnet, ipv6, ip to integer, split subnet, ip to hex, change ip format, ip to binary, ipv4 address converter, ip to decimal",
  description:
    "Describes an IPv4 or IPv6 address, a block such as `10.0.0.0/8`, also with a netmask, or a range such as `10.0.0.1-10.0.0.9`, which is covered with the fewest blocks. Tests whether it contains another one, and splits it into subnets. Numbers of addresses are strings, because they exceed the numbers of JavaScript. As `text/plain` the response is the list of blocks.",
  query: t.Object({
    value: t.String({
      minLength: 1,
      maxLength: 100,
      description: "The address, block or range",
    }),
    contains: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 100,
        description: "An address, block or range to look for in it",
      }),
    ),
    split: t.Optional(
      t.Integer({ minimum: 0, maximum: 128, description: "Prefix length of the subnets to list" }),
    ),
    ...failQuery.properties,
  }),
  response: t.Object({
    version: t.Integer({ description: "IP version: 4 or 6" }),
    network: nullable("The block; null for a range that is not one block"),
    prefix: t.Union([t.Integer(), t.Null()], { description: "Prefix length of the block" }),
    first: t.String({ description: "First address" }),
    last: t.String({ description: "Last address" }),
    first_expanded: nullable("First address with all digits, for IPv6"),
    addresses: t.String({ description: "Number of addresses" }),
    netmask: nullable("Netmask of the block"),
    wildcard: nullable("Inverted netmask of the block"),
    broadcast: nullable("Broadcast address, for IPv4 blocks up to /30"),
    first_host: t.String({ description: "First address that a host can have" }),
    last_host: t.String({ description: "Last address that a host can have" }),
    hosts: t.String({ description: "Number of addresses that hosts can have" }),
    integer: t.String({ description: "The given or first address as a number" }),
    forms: t.Object(
      {
        hexadecimal: t.String(),
        octal: t.String(),
        binary: t.String(),
        dotted_hexadecimal: nullable("For IPv4"),
        dotted_octal: nullable("For IPv4"),
      },
      { description: "The given or first address in other notations of numbers" },
    ),
    reverse_dns: t.String({ description: "Name of the given or first address in reverse DNS" }),
    blocks: t.Array(t.String(), { description: "The fewest blocks that cover it exactly" }),
    contains: t.Union([t.Boolean(), t.Null()], {
      description: "Whether it contains `contains` completely; null without it",
    }),
    subnets: t.Union(
      [
        t.Object({
          count: t.String({ description: "Number of subnets" }),
          listed: t.Array(t.String(), { description: "The first 1024 subnets" }),
        }),
        t.Null(),
      ],
      { description: "The subnets of length `split`; null without it" },
    ),
    notes: t.Array(t.String(), { description: "Points to check, such as host bits in a block" }),
  }),
  plain: "network",
  example: { query: { value: "192.168.10.0/24", contains: "192.168.10.77", split: 26 } },
  async handler({ query }) {
    const { describeCidr } = await import("../network/cidr.ts");
    const result = describeCidr(query);
    failIfNegative(query, {
      isNegative: result.contains === false,
      detail: `"${query.value}" does not contain "${query.contains}"`,
      result,
    });
    return reply(result, { alternatives: { "text/plain": () => result.blocks.join("\n") } });
  },
});
