import { type Static, Type as t } from "@sinclair/typebox";
import { oneOf } from "../../contract/schema.ts";

/**
 * The bounds of a recipe. `textBytes` bounds values that the hub parses or converts itself, because other calls wait
 * meanwhile. `heldBytes` bounds the input, the outputs and the registers of a recipe together, `heldByAll` those of all
 * recipes of a process.
 */
export const recipeLimits = {
  steps: 50,
  calls: 1000,
  seconds: 300,
  valueBytes: 67_108_864,
  textBytes: 2_097_152,
  heldBytes: 134_217_728,
  heldByAll: 268_435_456,
};

const fields = (part: string) =>
  t.Optional(
    t.Record(t.String(), t.Unknown(), {
      description: `${part}. \`{"$": "input"}\` stands for the step's input, and \`{"$": "NAME"}\` for a register`,
    }),
  );

const text = (description: string) => t.Optional(t.String({ maxLength: 100_000, description }));

const condition = t.Object(
  {
    of: t.Optional(t.String({ description: "A register. Default: the step's input" })),
    equals: text("It is this text"),
    contains: text("It contains this text"),
    starts_with: text("It starts with this text"),
    ends_with: text("It ends with this text"),
    not: t.Optional(t.Boolean({ description: "Reverses the condition" })),
  },
  { additionalProperties: false, description: "Skips the step if any of these is not true" },
);

export const stepSchema = t.Object(
  {
    endpoint: t.String({
      maxLength: 2000,
      description: "Method and path of an endpoint, such as `POST /api/dev/encode/hex`",
    }),
    path: fields("Path parameters that the path leaves open, such as `{format}`"),
    query: fields("Query parameters"),
    body: fields("Body fields"),
    input: t.Optional(
      t.String({
        maxLength: 200,
        description:
          'The field that takes the input, such as `body.text`, or `none`. Default: the field for a raw body, or the first required field that is not given. None if the step has a `{"$": …}`',
      }),
    ),
    output: t.Optional(
      t.String({
        maxLength: 1000,
        description:
          "The field of the JSON response to continue with, such as `hashes.md5`. Default: the bytes that the endpoint can return, or the field that it returns as `text/plain`, or all of the JSON",
      }),
    ),
    if: t.Optional(condition),
    each: t.Optional(
      oneOf(["lines", "items"], {
        description: "Runs the step for each line, or for each item of a JSON list",
      }),
    ),
    register: t.Optional(
      t.String({ pattern: "^[a-z][a-z0-9_]{0,49}$", description: "Keeps the output by this name" }),
    ),
    keep_input: t.Optional(
      t.Boolean({ description: "Continues with the step's input instead of its output" }),
    ),
  },
  { additionalProperties: false },
);

export type Step = Static<typeof stepSchema>;
export type Condition = Static<typeof condition>;
