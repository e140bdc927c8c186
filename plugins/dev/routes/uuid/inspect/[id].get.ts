import { oneOf, t } from "hub";
import { platforms } from "../../../ids/request.ts";
import dev from "../../../plugin.ts";
import { failIfNegative, failQuery } from "../../../verdict.ts";

const platformNames = Object.keys(platforms) as (keyof typeof platforms)[];

const text = (description: string) => t.Union([t.String(), t.Null()], { description });

export default dev.route({
  summary: "Inspect a UUID or another id",
  keywords:
    "decode uuid, uuid timestamp, inspect ulid, uuid version, snowflake id, objectid timestamp",
  description:
    "Returns the type and parts of an id. Recognizes UUIDs in all notations of `GET /uuid`, GUIDs of Microsoft (variant `microsoft`, without a version), ULIDs, ObjectIds, KSUIDs, Snowflakes, and NanoIDs " +
    "by their length and alphabet. For anything else the response has `valid: false` and a `reason`.",
  params: t.Object({
    id: t.String({ minLength: 1, maxLength: 64, description: "The id" }),
  }),
  query: t.Object({
    ...failQuery.properties,
    platform: t.Optional(
      oneOf(platformNames, { description: "The platform that a Snowflake is from" }),
    ),
    epoch_ms: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: 4_102_444_800_000,
        description: "Another epoch of Snowflakes, in milliseconds since 1970",
      }),
    ),
  }),
  response: t.Object({
    valid: t.Boolean({ description: "Whether it is a valid id of a known type" }),
    reason: text("The problem with an invalid id"),
    type: text("`uuid`, `ulid`, `objectid`, `ksuid`, `snowflake` or `nanoid`"),
    version: text("UUID version: 1 to 8, nil or max"),
    variant: text("UUID variant: rfc9562, ncs, microsoft or future"),
    timestamp: text(
      "Creation time in the id, as ISO 8601 in UTC. Accurate to 7 minutes in version 2, whose low bits are a user id. Null for a Snowflake without `platform` or `epoch_ms`, because each platform counts from its own epoch",
    ),
    timestamp_candidates: t.Array(
      t.Object({
        platform: oneOf(platformNames, { description: "The platform" }),
        epoch_ms: t.Integer({ description: "Its epoch in milliseconds since 1970" }),
        timestamp: t.String({ description: "The creation time if the id is from there" }),
      }),
      { description: "Possible creation times of a Snowflake whose platform is unknown" },
    ),
    node: text(
      "The node: in UUIDs a network address, or a random one if the lowest bit of its first byte is set; in ObjectIds the random part; in Snowflakes the machine id",
    ),
    clock_seq: t.Union([t.Integer(), t.Null()], {
      description: "The clock sequence of a UUID, or the counter of an ObjectId or a Snowflake",
    }),
    integer: text("The id as a decimal integer"),
    hex: text("The id in hexadecimal digits"),
    canonical: text("The canonical notation"),
  }),
  plain: "canonical",
  cache: "forever",
  example: { params: { id: "017F22E2-79B0-7CC3-98C4-DC0C0C07398F" }, query: {} },
  async handler({ params, query }) {
    const { inspectId } = await import("../../../ids/inspect.ts");
    const result = inspectId(params.id, query);
    failIfNegative(query, {
      isNegative: !result.valid,
      detail: `The id is invalid: ${result.reason}`,
      result,
    });
    return result;
  },
});
