import { expect, test } from "bun:test";
import { parsePayload, payloadText } from "./payload.ts";
import type { Payload } from "./request.ts";

const ada = {
  type: "vcard",
  version: "3.0",
  full_name: "Dr. Ada Lovelace",
  prefix: "Dr.",
  first_name: "Ada",
  last_name: "Lovelace",
} as const;
const write = (fields: object) => payloadText({ ...ada, ...fields } as Payload);

test("vcard writes version 3.0 with CR LF", () => {
  expect(write({ phones: [{ number: "+44 20 7946 0958", kind: "work" }] })).toBe(
    [
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:Lovelace;Ada;;Dr.;",
      "FN:Dr. Ada Lovelace",
      "TEL;TYPE=WORK:+44 20 7946 0958",
      "END:VCARD",
      "",
    ].join("\r\n"),
  );
});

test("vcard escapes commas, semicolons, backslashes and line breaks", () => {
  const text = write({ organization: "A;B, Ltd", department: "R\\D", note: "one\r\ntwo" });
  expect(text).toContain("\r\nORG:A\\;B\\, Ltd;R\\\\D\r\n");
  expect(text).toContain("\r\nNOTE:one\\ntwo\r\n");
});

test("vcard writes the seven parts of an address", () => {
  const address = { street: "12 Row; Flat 2", city: "London", postal_code: "SW1Y", country: "UK" };
  expect(write({ addresses: [{ kind: "home", ...address }] })).toContain(
    "\r\nADR;TYPE=HOME:;;12 Row\\; Flat 2;London;;SW1Y;UK\r\n",
  );
});

test("vcard folds lines at 75 bytes, never inside a character", () => {
  const note = "❤".repeat(60);
  const lines = write({ note }).split("\r\n");
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(lines.filter((line) => line.startsWith(" "))).toHaveLength(2);
  expect(parsePayload(write({ note })).note).toBe(note);
});

test("vcard writes a birthday in each version's format", () => {
  expect(write({ birthday: "1815-12-10" })).toContain("\r\nBDAY:1815-12-10\r\n");
  expect(write({ birthday: "1815-12-10", version: "4.0" })).toContain("\r\nBDAY:18151210\r\n");
});

test("vcard derives a full name from the parts, or from the company", () => {
  const { full_name, ...parts } = ada;
  expect(payloadText(parts)).toContain(`\r\nFN:${full_name}\r\n`);
  const company = payloadText({ type: "vcard", version: "3.0", organization: "Ltd" });
  expect(company).toContain("\r\nN:;;;;\r\nFN:Ltd\r\nORG:Ltd\r\n");
  expect(parsePayload(company)).toMatchObject({ full_name: "Ltd", organization: "Ltd" });
});

test("vcard also writes a lone full name to the field that iOS reads, and parses it", () => {
  const plato = { type: "vcard", version: "4.0", full_name: "Plato" } as const;
  expect(payloadText(plato)).toContain("\r\nN:Plato;;;;\r\nFN:Plato\r\n");
  expect(parsePayload(payloadText(plato))).toEqual(plato);
});

test("vcard parses cards from phones: groups, bare types, folded and lower-case lines", () => {
  const card = [
    "begin:vcard",
    "VERSION:2.1",
    "N:Gump;Forrest;;Mr.",
    "item1.TEL;CELL;VOICE:(111) 555-1212",
    "EMAIL;TYPE=INTERNET,WORK:forrest",
    " gump@example.com",
    'ADR;LABEL="42: Plantation";TYPE=work:;;42 Plantation St.;Baytown;LA;30314;',
    "END:VCARD",
  ];
  expect(parsePayload(card.join("\n"))).toEqual({
    type: "vcard",
    version: "2.1",
    full_name: "Mr. Forrest Gump",
    prefix: "Mr.",
    first_name: "Forrest",
    last_name: "Gump",
    phones: [{ number: "(111) 555-1212", kind: "cell" }],
    emails: [{ address: "forrestgump@example.com", kind: "work" }],
    addresses: [
      {
        kind: "work",
        street: "42 Plantation St.",
        city: "Baytown",
        region: "LA",
        postal_code: "30314",
      },
    ],
  });
});

test.each([
  [{ phones: [{ number: "call me" }] }, "phones.0.number must be a telephone number"],
  [{ emails: [{ address: "a@b@c" }] }, "emails.0.address must be an email address"],
  [{ urls: ["ftp://example.com"] }, "urls.0 must be an http or https URL"],
  [{ birthday: "2023-02-29" }, "birthday must be a date such as 1815-12-10"],
])("vcard rejects %j", (fields, message) => {
  expect(() => write(fields)).toThrow(`body.payload.${message}`);
});

test("vcard rejects a card without a name", () => {
  expect(() => payloadText({ type: "vcard", version: "3.0", note: "x" })).toThrow(
    "body.payload.full_name must be set",
  );
});
