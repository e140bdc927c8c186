import { existsSync, readFileSync } from "node:fs";

/** The package.json of a folder: empty where there is none. Throws where it is none. */
export function readPackageJson(dir: string): Record<string, unknown> {
  const path = `${dir}/package.json`;
  if (!existsSync(path)) return {};
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new Error("Its package.json is not a JSON object");
}
