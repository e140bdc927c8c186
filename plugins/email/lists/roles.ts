import { openWords } from "hub/data-file";

const readRoles = openWords(new URL("./roles.txt", import.meta.url), ["roles"]);

/** Returns whether a local part is a role or group rather than a person (RFC 2142 and common usage). */
export function isRole(local: string): boolean {
  const plus = local.indexOf("+");
  return readRoles().roles.has((plus > 0 ? local.slice(0, plus) : local).toLowerCase());
}
