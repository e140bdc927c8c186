import { expect, test } from "bun:test";
import { isCreditorReference, readIban } from "./bank.ts";

// Examples of the SWIFT registry.
test.each([
  "DE89370400440532013000",
  "GB29NWBK60161331926819",
  "FR1420041010050500013M02606",
  "MT84MALT011000012345MTLCAST001S",
  "NO9386011117947",
  "SA0380000000608010167519",
])("%s is an IBAN", (iban) => {
  expect(readIban(iban.toLowerCase())).toEqual({ iban });
});

test("detects two swapped letters", () => {
  expect(readIban("DE89370400440532010300")).toHaveProperty("fault");
  expect(isCreditorReference("RF18539007547034")).toBe(true);
  expect(isCreditorReference("RF18539007547043")).toBe(false);
});
