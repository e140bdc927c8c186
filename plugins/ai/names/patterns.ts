import { openTable } from "hub/data-file";

/** A pattern whose group "name" is the name that it finds. */
interface NamePattern {
  pattern: RegExp;
  confidence: number;
}

/**
 * Returns a function that reads patterns from a table on its first call, and then returns those of a kind. A row of
 * the kind "part" is a part that patterns name in braces.
 */
export function openPatterns(url: URL): (kind: string) => readonly NamePattern[] {
  const readRows = openTable(
    url,
    {
      kind: "text",
      name: "optional",
      flags: "optional",
      confidence: "optional",
      pattern: "text",
    },
    { unique: ["kind", "name", "pattern"] },
  );
  const byKind = new Map<string, readonly NamePattern[]>();
  const build = (kind: string) => {
    const parts = new Map(readRows().map(({ name, pattern }) => [name, pattern]));
    const fillIn = (pattern: string) =>
      pattern.replaceAll(/\{([a-z]+)\}/gi, (whole, name: string) => parts.get(name) ?? whole);
    const patterns = readRows()
      .filter((row) => row.kind === kind)
      .map(({ pattern, flags, confidence }) => ({
        pattern: new RegExp(fillIn(pattern), flags),
        confidence: Number(confidence),
      }));
    byKind.set(kind, patterns);
    return patterns;
  };
  return (kind) => byKind.get(kind) ?? build(kind);
}
