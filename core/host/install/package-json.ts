import { existsSync, readFileSync } from "node:fs";

/**
 * Reads the package.json of a folder. Returns an empty object if there is no file. Throws if it is invalid.
 */
export function readPackageJson(dir: string): Record<string, unknown> {
  const path = `${dir}/package.json`;
  if (!existsSync(path)) return {};
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // The error is thrown below.
  }
  throw new Error("Its package.json is not a JSON object");
}
