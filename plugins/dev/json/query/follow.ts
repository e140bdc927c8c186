import { Fault } from "../fault.ts";
import { pointer } from "../pointer.ts";
import type { Json } from "../tree.ts";

/** Reads a JSON Pointer (RFC 6901), as a string or as the fragment of a URI; throws a Fault. */
export function follow(text: string): (root: Json) => { value: Json; pointer: string } | undefined {
  const plain = text.startsWith("#") ? fragment(text) : text;
  if (plain !== "" && !plain.startsWith("/"))
    throw new Fault('A JSON Pointer is empty or begins with "/"', 0);
  const keys = plain.split("/").slice(1).map(unescaped);
  return (root) => {
    let value = root;
    for (const key of keys) {
      const child = childOf(value, key);
      if (child === undefined) return undefined;
      value = child;
    }
    return { value, pointer: pointer(keys) };
  };
}

function fragment(text: string): string {
  try {
    return decodeURIComponent(text.slice(1));
  } catch {
    throw new Fault("The percent-encoding is broken", Math.max(text.indexOf("%"), 0));
  }
}

function unescaped(key: string): string {
  let from = key.indexOf("~");
  for (; from >= 0; from = key.indexOf("~", from + 1))
    if (key[from + 1] !== "0" && key[from + 1] !== "1")
      throw new Fault(`In ${JSON.stringify(key)} the "~" must be followed by 0 or 1`, 0);
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}

function childOf(value: Json, key: string): Json | undefined {
  if (value instanceof Map) return value.get(key);
  // RFC 6901, section 4: an index has no leading zeros, and "-" is no item that exists.
  if (!Array.isArray(value) || String(Number(key)) !== key) return undefined;
  return value[Number(key)];
}
