import { expect, test } from "bun:test";
import { parsePayload, payloadText } from "./payload.ts";

const ada = { type: "mecard", last_name: "Lovelace", first_name: "Ada" } as const;

test("mecard escapes colons, semicolons, commas and backslashes", () => {
  const card = { ...ada, last_name: "Love,lace", url: "https://a.example/x;y", note: "1\\2" };
  expect(payloadText(card)).toBe(
    "MECARD:N:Love\\,lace,Ada;URL:https\\://a.example/x\\;y;NOTE:1\\\\2;;",
  );
  expect(parsePayload(payloadText(card))).toEqual(card);
});

test("mecard writes numbers without separators and dates without dashes", () => {
  const card = { ...ada, phones: ["+44 (20) 7946-0958"], birthday: "1815-12-10" };
  expect(payloadText(card)).toBe("MECARD:N:Lovelace,Ada;TEL:+442079460958;BDAY:18151210;;");
});

test("mecard keeps a first name without a last name", () => {
  const card = { type: "mecard", first_name: "Ada" } as const;
  expect(payloadText(card)).toBe("MECARD:N:,Ada;;");
  expect(parsePayload("MECARD:N:,Ada;;")).toEqual(card);
});

// The example of ZXing's page on barcode contents, whose address isn't in seven parts.
test("mecard parses an address that contains commas", () => {
  const card = "MECARD:N:Owen,Sean;ADR:76 9th Avenue, 4th Floor, New York, NY 10011;TEL:1212;;";
  expect(parsePayload(card)).toEqual({
    type: "mecard",
    last_name: "Owen",
    first_name: "Sean",
    phones: ["1212"],
    address: { street: "76 9th Avenue, 4th Floor, New York, NY 10011" },
  });
});

test("mecard parses the seven parts of an address", () => {
  const card = { ...ada, address: { extended: "3", street: "1, Row", postal_code: "SW1" } };
  expect(payloadText(card)).toBe("MECARD:N:Lovelace,Ada;ADR:,3,1\\, Row,,,SW1,;;");
  expect(parsePayload(payloadText(card))).toEqual(card);
});

test.each([
  [{ type: "mecard" }, "last_name must be set"],
  [{ ...ada, phones: ["+49 (0)30 1"] }, "phones.0 must be a telephone number"],
  [{ ...ada, emails: ["@"] }, "emails.0 must be an email address"],
  [{ ...ada, url: "x" }, "url must be an http or https URL"],
  [{ ...ada, birthday: "10.12.1815" }, "birthday must be a date"],
] as const)("mecard rejects %j", (card, message) => {
  expect(() => payloadText(card as never)).toThrow(`body.payload.${message}`);
});
