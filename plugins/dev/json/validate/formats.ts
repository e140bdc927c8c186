import {
  isDate,
  isDuration,
  isEmail,
  isHostname,
  isIdnEmail,
  isIPv4,
  isIPv6,
  isIri,
  isIriReference,
  isJsonPointer,
  isRelativeJsonPointer,
  isUri,
  isUriReference,
  isUriTemplate,
  isUuid,
} from "@hyperjump/json-schema-formats";
import { isIdnHostname } from "idn-hostname";
import type { Draft } from "./drafts.ts";

/** Returns whether a text has a format. */
export type FormatCheck = (text: string) => boolean;

/** The formats of all drafts. */
const formats: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ["date", isDate],
  ["time", isTime],
  ["date-time", isDateTime],
  ["duration", isDuration],
  ["email", isEmail],
  ["idn-email", isIdnEmail],
  ["hostname", (text) => isHostname(text) && isInternationalHostname(text)],
  ["idn-hostname", isInternationalHostname],
  ["ipv4", isIPv4],
  ["ipv6", isIPv6],
  ["uri", isUri],
  ["uri-reference", (text) => isUriReference(text) && hasPlainFirstSegment(text)],
  ["iri", (text) => isIri(lowerFutureAddress(text))],
  [
    "iri-reference",
    (text) => isIriReference(lowerFutureAddress(text)) && hasPlainFirstSegment(text),
  ],
  ["uuid", isUuid],
  ["uri-template", isUriTemplate],
  ["json-pointer", isJsonPointer],
  ["relative-json-pointer", isRelativeJsonPointer],
  ["regex", isRegex],
]);

/** Returns the check of a format, if it is known. Before draft 7, host names aren't checked as international names. */
export function findFormat(name: string, draft: Draft): FormatCheck | undefined {
  if (name === "hostname" && (draft === "draft-04" || draft === "draft-06")) return isHostname;
  return formats.get(name);
}

/** RFC 3986, section 4.2: a colon in the first segment would end a scheme. */
function hasPlainFirstSegment(text: string): boolean {
  const [before, after] = text.split(/[/?#]/, 1)[0]?.split(":", 2) ?? [];
  return after === undefined || /^[A-Za-z][A-Za-z0-9+.-]*$/.test(before ?? "");
}

/** The library wants a lower-case letter before the version of a future address, as in `[v1.a]`. */
function lowerFutureAddress(text: string): string {
  return text.replace("//[V", "//[v");
}

/** RFC 3339, section 5.6. A leap second is the last one of a day in UTC. */
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?/;
const OFFSET = /^(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

function isTime(text: string): boolean {
  const [clock = "", hour, minute, second] = CLOCK.exec(text) ?? [];
  const zone = OFFSET.exec(text.slice(clock.length));
  if (!zone || second !== "60") return zone !== null && second !== undefined;
  const [, sign, offsetHour = "0", offsetMinute = "0"] = zone;
  const offset = (sign === "-" ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
  const minutes = (Number(hour) * 60 + Number(minute) - offset + 2 * dayMinutes) % dayMinutes;
  return minutes === dayMinutes - 1;
}

const dayMinutes = 24 * 60;

function isDateTime(text: string): boolean {
  return isDate(text.slice(0, 10)) && /^[tT]$/.test(text.charAt(10)) && isTime(text.slice(11));
}

/** The function of the formats package prints the reason of each failure. */
function isInternationalHostname(text: string): boolean {
  if (/[.\uff0e\u3002\uff61]$/.test(text)) return false;
  try {
    return isIdnHostname(text);
  } catch {
    return false;
  }
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
