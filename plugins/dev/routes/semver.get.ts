import { t } from "hub";
import dev from "../plugin.ts";
import { failIfNegative, failQuery } from "../verdict.ts";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });
const integer = (description: string) => t.Union([t.Integer(), t.Null()], { description });

export default dev.route({
  summary: "Check, compare and match a semantic version",
  keywords: "semver, version compare, semantic version, npm version range, version range",
  description:
    "Parses a version by Semantic Versioning 2.0.0, compares it with another one, and tests it against a range of npm. As in npm, a range matches pre-releases only if it names one of the same version.",
  query: t.Object({
    ...failQuery.properties,
    version: t.String({ minLength: 1, maxLength: 256, description: "The version" }),
    range: t.Optional(
      t.String({ maxLength: 256, description: "A range of npm, such as `^1.2 || >=3.0.0`" }),
    ),
    compare: t.Optional(
      t.String({ minLength: 1, maxLength: 256, description: "The version to compare with" }),
    ),
  }),
  response: t.Object({
    valid: t.Boolean({ description: "Whether the version is valid" }),
    version: nullable("The version; null if invalid"),
    major: integer("Major number"),
    minor: integer("Minor number"),
    patch: integer("Patch number"),
    prerelease: t.Array(t.String(), { description: "Parts of the pre-release" }),
    build: t.Array(t.String(), { description: "Parts of the build, which comparisons ignore" }),
    next: t.Union(
      [
        t.Object({
          major: t.String({ description: "Next major version" }),
          minor: t.String({ description: "Next minor version" }),
          patch: t.String({ description: "Next patch version" }),
        }),
        t.Null(),
      ],
      { description: "The next releases" },
    ),
    comparison: integer(
      "Order of the versions: -1 if lower than `compare`, 0 if equal, 1 if higher",
    ),
    difference: nullable(
      "The first different part: `major`, `minor`, `patch`, `prerelease`, or with `pre` before a pre-release; null if equal",
    ),
    satisfies: t.Union([t.Boolean(), t.Null()], {
      description: "Whether the version is in the range; null without one",
    }),
    comparators: t.Union([t.Array(t.String()), t.Null()], {
      description: "The range as comparisons, one alternative each",
    }),
    notes: t.Array(t.String(), { description: "Reason why it is invalid, and what was removed" }),
  }),
  plain: "valid",
  example: { query: { version: "1.4.0-rc.1", range: "^1.2", compare: "1.4.0" } },
  async handler({ query }) {
    const { describeVersion } = await import("../versions/describe-version.ts");
    const result = describeVersion(query);
    failIfNegative(query, {
      isNegative: !result.valid || result.satisfies === false,
      detail: result.valid
        ? "The version is not in the range"
        : `The version is invalid: ${result.notes[0]}`,
      result,
    });
    return result;
  },
});
