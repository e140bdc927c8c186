import { t } from "hub";
import dev from "../../../plugin.ts";

const text = (description: string) => t.Union([t.String(), t.Null()], { description });

export default dev.route({
  summary: "Inspect a UUID or another id",
  description:
    "Knows UUIDs in every spelling of `GET /uuid`, ULIDs, ObjectIds, KSUIDs, Snowflakes, and NanoIDs " +
    "by their length and letters alone. Anything else is answered with `valid: false` and a `reason`.",
  params: t.Object({
    id: t.String({ minLength: 1, maxLength: 64, description: "The id" }),
  }),
  query: t.Object({
    epoch_ms: t.Integer({
      minimum: 0,
      maximum: 4_102_444_800_000,
      default: 1_288_834_974_657,
      description:
        "What a Snowflake counts its milliseconds from: Twitter's epoch by default; Discord's is 1420070400000",
    }),
  }),
  response: t.Object({
    valid: t.Boolean({ description: "Whether it is a well-formed id of a known kind" }),
    reason: text("What is wrong with it"),
    type: text("`uuid`, `ulid`, `objectid`, `ksuid`, `snowflake` or `nanoid`"),
    version: text("The version of a UUID: 1 to 8, nil or max"),
    variant: text("The variant of a UUID: rfc9562, ncs, microsoft or future"),
    timestamp: text(
      "When it was made, by itself: ISO 8601 in UTC. To 7 minutes in version 2, whose low bits are a user's number",
    ),
    node: text(
      "The machine: in UUIDs its network address, or a random one if the lowest bit of its first byte is set; in ObjectIds the random part; in Snowflakes the machine's number",
    ),
    clock_seq: t.Union([t.Integer(), t.Null()], {
      description: "The clock sequence of a UUID, or the counter of an ObjectId or a Snowflake",
    }),
    integer: text("Its bits as one decimal number"),
    hex: text("Its bits in hexadecimal digits"),
    canonical: text("Its usual spelling"),
  }),
  plain: "canonical",
  cache: "forever",
  example: { params: { id: "017F22E2-79B0-7CC3-98C4-DC0C0C07398F" }, query: {} },
  async handler({ params, query }) {
    const { inspectId } = await import("../../../ids/inspect.ts");
    return inspectId(params.id, query);
  },
});
