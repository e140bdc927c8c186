import { element } from "./xml.ts";

/** What BASIC leaves out of EN 16931: contacts, descriptions and more. */
export interface CiiOptions {
  basic: boolean;
}

/** A day as CII writes it: format 102 of UNTDID 2379. */
export function ciiDay(day: string | undefined, prefix: "udt" | "qdt" = "udt") {
  return element([`${prefix}:DateTimeString`, { format: "102" }], day?.replaceAll("-", ""));
}
