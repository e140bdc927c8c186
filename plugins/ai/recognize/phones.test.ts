import { expect, test } from "bun:test";
import { findPhones } from "./phones.ts";
import { showFound } from "./show-found.fixture.ts";

// Numbers that authorities keep for fiction, and those of public offices.
test.each([
  ["en", "Call (202) 555-0143 now", ["(202) 555-0143 = +12025550143"]],
  ["en", "1-202-555-0143", ["1-202-555-0143 = +12025550143"]],
  ["en", "2025550143", ["2025550143 = +12025550143"]],
  ["en", "1025550143 or 2021550143", []],
  ["de", "+49 (0)30 901820", ["+49 (0)30 901820 = +4930901820"]],
  ["de", "0049 30 901820", ["0049 30 901820 = +4930901820"]],
  ["de", "030 901820-12", ["030 901820-12 = +493090182012"]],
  ["de", "030/901820, Durchwahl 22", ["030/901820, Durchwahl 22 = +4930901820"]],
  ["en", "020 7946 0958 ext. 12", ["020 7946 0958 ext. 12 = +442079460958"]],
  ["fr", "01 42 68 53 00", ["01 42 68 53 00 = +33142685300"]],
  ["es", "llame al 612 345 678", ["612 345 678 = +34612345678"]],
  ["es", "612 345 678", []],
  ["en", "tel:+12025550143", ["+12025550143 = +12025550143"]],
  ["en", "https://wa.me/4930901820", ["4930901820 = +4930901820"]],
  ["en", "https://a.example/4930901820", []],
  ["en", "+44\u201120\u20117946\u20110958", ["+44\u201120\u20117946\u20110958 = +442079460958"]],
  [
    "en",
    "+1 202 555 0143 +44 20 7946 0958",
    ["+1 202 555 0143 = +12025550143", "+44 20 7946 0958 = +442079460958"],
  ],
  ["en", "555 1234", []],
  ["en", "phone 555 123", []],
  ["en", "phone number is 202.555.0143.", ["202.555.0143 = +12025550143"]],
  ["en", "2024-01-02, 01.02.2024, 12:30, 1.5", []],
  ["en", "ISBN 0306406152", []],
  [
    "en",
    "202-555-0143%, 202-555-0143 €, $2025550143, x2025550143",
    ["202-555-0143 = +12025550143"],
  ],
  ["en", "+1234567", []],
  ["en", "+12345678901234567890", []],
])("in %s: %s", (language, text, found) => {
  expect(showFound(text, findPhones(text, language))).toEqual(found);
});

test("a word before a number makes it surer, and a bare row of ten digits is doubtful", () => {
  const confidenceOf = (text: string) => [...findPhones(text, "en")].map((one) => one.confidence);
  expect(confidenceOf("2025550143")).toEqual([0.4]);
  expect(confidenceOf("call 2025550143")).toEqual([0.9]);
  expect(confidenceOf("202-555-0143")).toEqual([0.9]);
  expect(confidenceOf("+12025550143")).toEqual([0.95]);
  expect(confidenceOf("020 7946 0958")).toEqual([0.7]);
  expect(confidenceOf("tel 020 7946 0958")).toEqual([0.85]);
});
