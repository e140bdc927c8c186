import { openWords } from "hub/data-file";

const lists = openWords(new URL("./challenges.txt", import.meta.url), ["headers", "parts"])();

/** Longer pages only mention such services. */
const bytesMax = 32_768;

/** Returns whether a page tests if its visitor is a person, and so isn't the page that was meant. */
export function isChallenge({ headers, bytes }: { headers: Headers; bytes: Uint8Array }): boolean {
  const named = [...headers].map(([name, value]) => `${name}: ${value.toLowerCase()}`);
  if (named.some((header) => lists.headers.has(header))) return true;
  if (bytes.length > bytesMax) return false;
  const text = new TextDecoder("latin1").decode(bytes).toLowerCase();
  return lists.parts.values().some((part) => text.includes(part));
}
