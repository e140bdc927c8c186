import { type Static, t } from "hub";
import { type ContentLine, readLines, textValue, writeLines } from "./content-lines.ts";
import { unescapeText } from "./escaping.ts";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { type Moment, readBasic, readIso, writeBasic, writeIso } from "./moment.ts";
import { webAddress } from "./url.ts";

const dayMs = 86_400_000;

export const eventSchema = t.Object(
  {
    type: kind("event"),
    summary: text(200, "Title of the event"),
    start: text(
      25,
      "`2026-05-01T18:00:00Z` or with an offset; without one it is local time; `2026-05-01` is an all-day event",
    ),
    end: t.Optional(text(25, "In the same notation as `start`; for all-day events, the last day")),
    location: t.Optional(text(200, "Location of the event")),
    description: t.Optional(text(1000, "Details")),
    url: t.Optional(text(500, "An http or https URL")),
    uid: t.Optional(text(100, "Identifier of the event; derived from the other fields by default")),
  },
  { additionalProperties: false, description: "A calendar event" },
);

type Event = Static<typeof eventSchema>;

/** Returns an iCalendar object with one VEVENT (RFC 5545). */
export function eventText(event: Event, refuse: Refuse): string {
  const start = readIso(event.start) ?? refuse("start", timeProblem, event.start);
  const end = parseEnd(event, start, refuse);
  if (event.url !== undefined && !webAddress(event.url))
    refuse("url", "must be an http or https URL", event.url);
  const properties = [
    `DTSTART${dateValue(start)}`,
    ...(end ? [`DTEND${dateValue(end)}`] : []),
    `SUMMARY:${textValue(event.summary)}`,
    ...(event.location ? [`LOCATION:${textValue(event.location)}`] : []),
    ...(event.description ? [`DESCRIPTION:${textValue(event.description)}`] : []),
    ...(event.url ? [`URL:${event.url}`] : []),
  ];
  // The UID is derived from the content, so that scanning a code twice doesn't create two events.
  const uid = event.uid ?? new Bun.CryptoHasher("md5").update(properties.join("\n")).digest("hex");
  return writeLines([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//utilhub//qr//EN",
    "BEGIN:VEVENT",
    `UID:${textValue(uid)}`,
    // DTSTAMP is required to distinguish revisions. There is only one, so any time is valid.
    `DTSTAMP:${writeBasic({ form: "utc", ms: start.ms })}`,
    ...properties,
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
}

/** Parses the first VEVENT, with or without an enclosing calendar. */
export function parseEvent(text: string): Parsed | undefined {
  const head = text.trimStart().slice(0, 15).toUpperCase();
  if (!head.startsWith("BEGIN:VEVENT") && !head.startsWith("BEGIN:VCALENDAR")) return undefined;
  const lines = readLines(text);
  const begin = lines.findIndex((line) => line.name === "BEGIN" && isEvent(line));
  if (begin < 0) return undefined;
  const end = lines.findIndex((line) => line.name === "END" && isEvent(line));
  const eventLines = lines.slice(begin + 1, end < 0 ? undefined : end);
  const line = (name: string) => eventLines.find((line) => line.name === name);
  const value = (name: string) => {
    const found = line(name)?.value;
    return found ? unescapeText(found, { newline: true }) : undefined;
  };
  return present({
    type: "event",
    summary: value("SUMMARY"),
    start: formatMoment(line("DTSTART")),
    end: formatMoment(line("DTEND"), { exclusive: true }),
    time_zone: line("DTSTART")?.params.get("TZID")?.[0],
    location: value("LOCATION"),
    description: value("DESCRIPTION"),
    url: line("URL")?.value,
    uid: value("UID"),
  });
}

const timeProblem =
  "must be a time such as 2026-05-01T18:00:00Z, with or without an offset, or a date such as 2026-05-01";

function parseEnd(event: Event, start: Moment, refuse: Refuse): Moment | undefined {
  if (event.end === undefined) return undefined;
  const end = readIso(event.end) ?? refuse("end", timeProblem, event.end);
  if (end.form !== start.form)
    refuse("end", `must have the same notation as start, which is "${event.start}"`, event.end);
  // DTEND is the first day after the event.
  if (end.form === "date") end.ms += dayMs;
  if (end.ms <= start.ms)
    refuse("end", `must be after start, which is "${event.start}"`, event.end);
  return end;
}

function dateValue(moment: Moment): string {
  return `${moment.form === "date" ? ";VALUE=DATE" : ""}:${writeBasic(moment)}`;
}

function formatMoment(
  line: ContentLine | undefined,
  { exclusive = false } = {},
): string | undefined {
  const moment = line && readBasic(line.value);
  if (!moment) return line?.value;
  return writeIso(
    moment.form === "date" && exclusive ? { ...moment, ms: moment.ms - dayMs } : moment,
  );
}

function isEvent({ value }: ContentLine): boolean {
  return value.trim().toUpperCase() === "VEVENT";
}
