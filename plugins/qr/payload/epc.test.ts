import { expect, test } from "bun:test";
import { parsePayload, payloadText } from "./payload.ts";
import type { Payload } from "./request.ts";

const redCross = { type: "epc", name: "Red Cross", iban: "BE72000000001616" } as const;
const write = (fields: object) => payloadText({ ...redCross, ...fields } as Payload);

// The sample of EPC069-12, in version 002.
test("epc writes one line per element", () => {
  const sample = {
    type: "epc",
    name: "Red Cross of Belgium",
    iban: "BE72 0000 0000 1616",
    bic: "BPOTBEB1",
    amount: 1,
    purpose: "CHAR",
    remittance: "Urgency fund",
    information: "Sample EPC QR code",
  } as const;
  expect(payloadText(sample)).toBe(
    "BCD\n002\n1\nSCT\nBPOTBEB1\nRed Cross of Belgium\nBE72000000001616\nEUR1.00\nCHAR\n\nUrgency fund\nSample EPC QR code",
  );
  expect(parsePayload(payloadText(sample))).toEqual({ ...sample, iban: redCross.iban });
});

test("epc ends after the last non-empty element", () => {
  expect(write({})).toBe("BCD\n002\n1\nSCT\n\nRed Cross\nBE72000000001616");
  expect(write({ reference: "rf18 5390 0754 7034" })).toEndWith("\n\n\nRF18539007547034");
});

test("epc parses version 001 with CR LF", () => {
  const text = "BCD\r\n001\r\n1\r\nSCT\r\nBPOTBEB1\r\nRed Cross\r\nBE72000000001616\r\nEUR12.3\r\n";
  expect(parsePayload(text)).toEqual({ ...redCross, bic: "BPOTBEB1", amount: 12.3 });
});

test.each([
  [0.01, "EUR0.01"],
  [0.29, "EUR0.29"],
  [1.1, "EUR1.10"],
  [999_999_999.99, "EUR999999999.99"],
])("epc writes %p as %s", (amount, written) => {
  expect(write({ amount }).split("\n")[7]).toBe(written);
});

test.each([
  [{ amount: 1.005 }, "amount must have two decimals at most: it is 1.005"],
  [{ iban: "BE72000000001617" }, "iban must be an IBAN whose check digits are right"],
  [{ iban: "BE720000000016160" }, "iban must have 16 characters, as all IBANs of BE"],
  [{ iban: "not an iban at all" }, "iban must be an IBAN: two letters"],
  [{ bic: "BPOTBEB" }, "bic must be a BIC of 8 or 11 characters"],
  [{ bic: "BPOT1EB1" }, "bic must be a BIC"],
  [{ purpose: "a-b" }, "purpose must be letters and digits"],
  [{ reference: "RF19539007547034" }, "reference must be an RF reference"],
  [{ reference: "R1", remittance: "x" }, "remittance must be omitted"],
  [{ name: "A\nB" }, "name must be one line"],
  [{ name: "ü".repeat(70), remittance: "ü".repeat(140) }, "name and the other texts must have"],
])("epc rejects %j", (fields, message) => {
  expect(() => write(fields)).toThrow(`body.payload.${message}`);
});
