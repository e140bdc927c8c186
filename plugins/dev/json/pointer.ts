/** One step of a JSON Pointer (RFC 6901): `/` and the key, its `~` and `/` escaped. */
export function step(key: string | number): string {
  if (typeof key === "number") return `/${key}`;
  if (!key.includes("~") && !key.includes("/")) return `/${key}`;
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
