/** The planned end of a route. Its responses have the headers of RFC 9745 and RFC 8594, and documents mark it. */
export interface Deprecation {
  /** The day since which it is deprecated: `2026-11-29`. */
  since: string;
  /** The first day on which it may be missing. At least 180 days after `since`. */
  sunset: string;
  /** The replacement, in Markdown. */
  use: string;
}

/** Returns the headers that announce the end of a route. */
export function buildDeprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
  };
}

const noticeMs = 180 * 86_400_000;

/** Returns what is wrong with a deprecation, or undefined. */
export function findDeprecationFault({ since, sunset }: Deprecation): string | undefined {
  const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  if (!isDay(since)) return `since must be a day such as 2026-11-29: it is "${since}"`;
  if (!isDay(sunset)) return `sunset must be a day such as 2027-06-01: it is "${sunset}"`;
  if (Date.parse(sunset) - Date.parse(since) < noticeMs)
    return `sunset must be at least 180 days after ${since}: it is "${sunset}"`;
  return undefined;
}
