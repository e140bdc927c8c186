import { oneOf, t } from "hub";
import { types, uuidSpellings, versions } from "../../ids/request.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Generate UUIDs, ULIDs, NanoIDs, ObjectIds or KSUIDs",
  keywords: "uuid generator, guid, ulid, nanoid, uuid v4, uuid v7, random id, ksuid, objectid",
  description:
    "Returns new ids. UUIDs follow RFC 9562. The ids of one response are in ascending order if the type is ordered: " +
    "versions 6 and 7, ULIDs, ObjectIds and KSUIDs. Versions 3 and 5 are derived from `namespace` and " +
    "`name` only, so they are always the same, and so are `nil` and `max`. Version 8 has the bits of `data`, or those of " +
    "the SHA-256 of namespace and name, as in appendix B.2 of the RFC.",
  query: t.Object({
    type: oneOf(types, { default: "uuid", description: "Type of id" }),
    version: oneOf(versions, { default: "4", description: "UUID version" }),
    count: t.Integer({ minimum: 1, maximum: 1000, default: 1, description: "Number of ids" }),
    namespace: t.Optional(
      t.String({
        maxLength: 45,
        description: "For versions 3, 5 and 8: dns, url, oid, x500 or a UUID",
      }),
    ),
    name: t.Optional(
      t.String({
        maxLength: dev.limits.queryTextMax,
        description: "For versions 3, 5 and 8: the name that the UUID identifies, encoded as UTF-8",
      }),
    ),
    data: t.Optional(
      t.String({
        maxLength: 36,
        description:
          "For version 8: 32 hexadecimal digits, of which those of the version and variant are replaced",
      }),
    ),
    format: oneOf(uuidSpellings, {
      default: "standard",
      description: "UUID notation: with hyphens, without, as a URN, in braces, or in base64",
    }),
    uppercase: t.Boolean({ default: false, description: "Uses upper-case hexadecimal digits" }),
  }),
  response: t.Object({
    uuid: t.String({ description: "The first of `uuids`" }),
    uuids: t.Array(t.String(), { description: "The ids" }),
    type: oneOf(types, { description: "Type of id" }),
    version: t.Union([oneOf(versions), t.Null()], {
      description: "UUID version; null for other types",
    }),
    count: t.Integer({ description: "Number of ids" }),
  }),
  plain: "uuids",
  cache: "never",
  example: { query: { version: "4" } },
  async handler({ query, random, clock }) {
    const { makeIds } = await import("../../ids/make.ts");
    return makeIds(query, { random, clock });
  },
});
