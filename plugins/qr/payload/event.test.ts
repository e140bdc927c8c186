import { expect, test } from "bun:test";
import { parsePayload, payloadText } from "./payload.ts";
import type { Payload } from "./request.ts";

const party = { type: "event", summary: "Party", start: "2026-05-01T18:00:00Z" } as const;
const write = (fields: object) => payloadText({ ...party, ...fields } as Payload);

test("event writes a calendar with one event", () => {
  expect(write({ end: "2026-05-01T20:00:00Z", uid: "7@example.org" })).toBe(
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//utilhub//qr//EN",
      "BEGIN:VEVENT",
      "UID:7@example.org",
      "DTSTAMP:20260501T180000Z",
      "DTSTART:20260501T180000Z",
      "DTEND:20260501T200000Z",
      "SUMMARY:Party",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  );
});

test("event escapes texts and parses them", () => {
  const event = { ...party, location: "A; B, C\\D", description: "one\ntwo", uid: "1" };
  expect(payloadText(event)).toContain("\r\nLOCATION:A\\; B\\, C\\\\D\r\nDESCRIPTION:one\\ntwo");
  expect(parsePayload(payloadText(event))).toEqual(event);
});

test("event converts an offset to UTC, and keeps a time without one local", () => {
  expect(write({ start: "2026-05-01T20:00:00+02:00" })).toContain("DTSTART:20260501T180000Z");
  expect(write({ start: "2026-05-01T20:00" })).toContain("DTSTART:20260501T200000\r\n");
  expect(parsePayload(write({ start: "2026-05-01T20:00" })).start).toBe("2026-05-01T20:00:00");
});

test("event treats the last day as inclusive, unlike iCalendar", () => {
  const days = { ...party, start: "2024-02-28", end: "2024-02-29", uid: "1" };
  expect(payloadText(days)).toContain(
    "DTSTART;VALUE=DATE:20240228\r\nDTEND;VALUE=DATE:20240301\r\n",
  );
  expect(parsePayload(payloadText(days))).toEqual(days);
});

test("event has the same UID for the same event", () => {
  expect(write({})).toBe(write({}));
  expect(parsePayload(write({})).uid).not.toBe(parsePayload(write({ summary: "Other" })).uid);
});

test("event parses an event without a calendar, with an unknown time zone and duration", () => {
  const text =
    "BEGIN:VEVENT\nDTSTART;TZID=Europe/Berlin:20260501T180000\nDURATION:PT1H\nEND:VEVENT";
  expect(parsePayload(text)).toEqual({
    type: "event",
    start: "2026-05-01T18:00:00",
    time_zone: "Europe/Berlin",
  });
});

test("event ignores everything before the event: a time zone also has a start", () => {
  const zone = "BEGIN:VTIMEZONE\nDTSTART:19700329T020000\nEND:VTIMEZONE";
  const text = `BEGIN:VCALENDAR\n${zone}\nBEGIN:VEVENT\nDTSTART:20260501\nEND:VEVENT`;
  expect(parsePayload(text).start).toBe("2026-05-01");
});

test.each([
  [{ start: "tomorrow" }, "start must be a time such as 2026-05-01T18:00:00Z"],
  [{ start: "2026-02-30" }, "start must be a time"],
  [{ start: "2026-05-01T24:30:00Z" }, "start must be a time"],
  [{ end: "2026-05-01" }, "end must have the same notation as start"],
  [{ end: "2026-05-01T18:00:00Z" }, "end must be after start"],
  [{ url: "example.com" }, "url must be an http or https URL"],
])("event rejects %j", (fields, message) => {
  expect(() => write(fields)).toThrow(`body.payload.${message}`);
});
