import { oneOf, t } from "hub";
import { types, uuidSpellings, versions } from "../../ids/options.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Make UUIDs, ULIDs, NanoIDs, ObjectIds or KSUIDs",
  description:
    "UUIDs after RFC 9562. The ids of one answer come in ascending order where the kind has one: " +
    "versions 6 and 7, ULIDs, ObjectIds and KSUIDs. Versions 3 and 5 are made of `namespace` and " +
    "`name` alone, so they are the same each time, and so are `nil` and `max`.",
  query: t.Object({
    type: oneOf(types, { default: "uuid", description: "The kind of id" }),
    version: oneOf(versions, { default: "4", description: "The version of UUID" }),
    count: t.Integer({ minimum: 1, maximum: 1000, default: 1, description: "How many" }),
    namespace: t.Optional(
      t.String({
        maxLength: 45,
        description: "For versions 3 and 5: dns, url, oid, x500 or a UUID",
      }),
    ),
    name: t.Optional(
      t.String({
        maxLength: dev.limits.queryTextMax,
        description: "For versions 3 and 5: what the UUID stands for, as UTF-8",
      }),
    ),
    format: oneOf(uuidSpellings, {
      default: "standard",
      description: "How to write a UUID: with hyphens, bare, as a URN, in braces, or in base64",
    }),
    uppercase: t.Boolean({ default: false, description: "Writes hexadecimal digits as A to F" }),
  }),
  response: t.Object({
    uuid: t.String({ description: "The first of `uuids`" }),
    uuids: t.Array(t.String(), { description: "The ids" }),
    type: oneOf(types, { description: "The kind of id" }),
    version: t.Union([oneOf(versions), t.Null()], {
      description: "The version of UUID; null for other types",
    }),
    count: t.Integer({ description: "How many there are" }),
  }),
  plain: "uuids",
  cache: "never",
  example: { query: { version: "4" } },
  async handler({ query, random, clock }) {
    const { makeIds } = await import("../../ids/make.ts");
    return makeIds(query, { random, clock });
  },
});
