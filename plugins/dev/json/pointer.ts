/** Returns the JSON Pointer (RFC 6901) of a path of keys and indexes. */
export function pointer(path: readonly (string | number)[]): string {
  let text = "";
  for (const key of path) text += step(key);
  return text;
}

/** Returns one JSON Pointer step: `/` and the key, with `~` and `/` escaped. */
export function step(key: string | number): string {
  if (typeof key === "number") return `/${key}`;
  if (!key.includes("~") && !key.includes("/")) return `/${key}`;
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Returns the key that a step without its `/` encodes. */
export function unescapeStep(text: string): string {
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Returns whether every `~` begins an escape. */
export function hasValidEscapes(text: string): boolean {
  return !/~(?![01])/.test(text);
}
