import semver from "semver";
import dev from "../plugin.ts";

interface VersionOptions {
  version: string;
  range?: string | undefined;
  compare?: string | undefined;
}

/** Describes a version by Semantic Versioning 2.0.0, and compares it with another one and an npm range. */
export function describeVersion({ version, range, compare }: VersionOptions) {
  const { parsed, notes } = readVersion(version);
  const other = compare === undefined ? undefined : requireVersion(compare, "query.compare");
  const parsedRange = range === undefined ? undefined : readRange(range);
  return {
    valid: parsed !== null,
    version: parsed ? `${parsed.version}${formatBuild(parsed)}` : null,
    major: parsed?.major ?? null,
    minor: parsed?.minor ?? null,
    patch: parsed?.patch ?? null,
    prerelease: parsed?.prerelease.map(String) ?? [],
    build: [...(parsed?.build ?? [])],
    next: parsed && {
      major: new semver.SemVer(parsed.version).inc("major").version,
      minor: new semver.SemVer(parsed.version).inc("minor").version,
      patch: new semver.SemVer(parsed.version).inc("patch").version,
    },
    comparison: parsed && other ? parsed.compare(other) : null,
    difference: parsed && other ? semver.diff(parsed, other) : null,
    satisfies: parsed && parsedRange ? parsedRange.test(parsed) : null,
    comparators: parsedRange
      ? parsedRange.set.map((all) => all.map(({ value }) => value || "*").join(" "))
      : null,
    notes,
  };
}

function formatBuild({ build }: semver.SemVer): string {
  return build.length === 0 ? "" : `+${build.join(".")}`;
}

/** Parses a version. Explains why it is invalid, or what was removed around it. */
function readVersion(text: string): { parsed: semver.SemVer | null; notes: string[] } {
  const plain = text.trim().replace(/^[=v]+/, "");
  const notes =
    plain === text
      ? []
      : ["The standard allows neither blanks nor prefixes such as v: they were removed"];
  const parsed = semver.parse(plain);
  return parsed ? { parsed, notes } : { parsed, notes: [describeProblem(plain)] };
}

function describeProblem(text: string): string {
  // The library limits numbers to those that a double represents.
  if (/\d{16}/.test(text))
    return "The version has a number above 9007199254740991, which npm rejects, or is invalid";
  const [core = ""] = text.split(/[-+]/, 1);
  const parts = core.split(".");
  if (parts.length !== 3 || !parts.every((part) => /^\d+$/.test(part)))
    return "A version has three numbers separated by dots";
  if (parts.some((part) => /^0\d/.test(part))) return "A number must not begin with 0";
  return "A pre-release follows a hyphen and a build a plus sign: parts of letters, digits and hyphens, separated by single dots, and numbers in a pre-release without leading zeros";
}

function requireVersion(text: string, at: string): semver.SemVer {
  const { parsed, notes } = readVersion(text);
  if (parsed) return parsed;
  throw dev.error("invalid_input", `${at} must be a version: ${notes[0]}`, { at });
}

function readRange(text: string): semver.Range {
  try {
    return new semver.Range(text);
  } catch (cause) {
    throw dev.error(
      "invalid_input",
      `query.range must be a range of npm, such as ^1.2 or >=1.0.0 <2.0.0: it is ${JSON.stringify(text)}`,
      { at: "query.range", cause },
    );
  }
}
