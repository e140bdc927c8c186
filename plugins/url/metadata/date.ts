/**
 * Formats a time as RFC 3339, or as a day if there is no time. A time without a zone gives the day too: its zone is that
 * of the page's author. Returns undefined for other texts, and for days that don't exist.
 */
export function readMoment(given: unknown): string | undefined {
  if (typeof given !== "string") return undefined;
  const text = given.trim();
  const iso = /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](.{1,30}))?$/i.exec(text);
  if (iso) {
    const [, year = "", month = "", day = "", time] = iso;
    const date = checkDay(`${year}-${month}-${day}`);
    return date && time && hasZone(time) ? toMoment(`${date}T${time}`) : date;
  }
  const named = /^(?:(\d{1,2})\.? )?([a-z]{3,9})\.?(?: (\d{1,2}),)? (\d{4})$/i.exec(text);
  if (named) {
    const [, first, name = "", second, year = ""] = named;
    const month = months.findIndex((month) => isMonth(name, month)) + 1;
    const day = first ?? second;
    if (month === 0 || day === undefined) return undefined;
    return checkDay(`${year}-${pad(month)}-${pad(Number(day))}`);
  }
  // As in the headers of emails and HTTP.
  const isMail =
    /^[a-z]{3}, \d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|[+-]\d{4})$/i.test(text);
  return isMail ? toMoment(text) : undefined;
}

const months =
  "january february march april may june july august september october november december".split(
    " ",
  );

function isMonth(text: string, month: string): boolean {
  const name = text.toLowerCase();
  return name === month || name === month.slice(0, 3) || (name === "sept" && month === "september");
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

function hasZone(time: string): boolean {
  return /^\d\d:\d\d.{0,20}?(?:Z|[+-]\d\d:?\d\d)$/i.test(time);
}

function toMoment(text: string): string | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** Returns the day if it exists. */
function checkDay(day: string): string | undefined {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day) ? day : undefined;
}
