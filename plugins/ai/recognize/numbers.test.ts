import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { isCardNumber, isIban, isLuhn, isSsn } from "./checksums.ts";
import { foldNumbers } from "./fold.ts";
import { dropOverlaps } from "./found.ts";
import { findCards, findIbans } from "./numbers.ts";
import { findProductCodes } from "./product-codes.ts";
import { showFound } from "./show-found.fixture.ts";

const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 12, maxLength: 18 });

test("of ten last digits one fits Luhn's check, and no other change of one digit does", () => {
  fc.assert(
    fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, place, by) => {
      const right = [..."0123456789"].filter((last) => isLuhn(number + last));
      expect(right.length).toBe(1);
      const whole = number + right[0];
      const at = place % whole.length;
      const other = String((Number(whole[at]) + by) % 10);
      expect(isLuhn(whole.slice(0, at) + other + whole.slice(at + 1))).toBe(false);
    }),
    cases(100),
  );
});

test("an IBAN with one character changed or two swapped is none", () => {
  const iban = "GB82WEST12345698765432";
  expect(isIban(iban)).toBe(true);
  for (let at = 2; at < iban.length; at++) {
    const [char, next] = [iban.charAt(at), iban.charAt(at + 1)];
    const other = char === "7" ? "8" : "7";
    expect(isIban(iban.slice(0, at) + other + iban.slice(at + 1))).toBe(false);
    if (next && next !== char)
      expect(isIban(iban.slice(0, at) + next + char + iban.slice(at + 2))).toBe(false);
  }
});

test.each([
  ["4111111111111111", true],
  ["4222222222222", true],
  ["42222222222222", false],
  ["378282246310005", true],
  ["30569309025904", true],
  ["3530111333300000", true],
  ["2720990000000007", true],
  ["2721000000000004", false],
  ["2220990000000002", false],
  ["0000000000000000", false],
  ["9999999999999995", false],
])("%s is a card's number: %p", (number, is) => expect(isCardNumber(number)).toBe(is));

test.each([
  ["123", "45", "6789", true],
  ["000", "45", "6789", false],
  ["666", "45", "6789", false],
  ["900", "45", "6789", false],
  ["123", "00", "6789", false],
  ["123", "45", "0000", false],
])("%s-%s-%s may be a social security number: %p", (area, group, serial, is) =>
  expect(isSsn(area, group, serial)).toBe(is),
);

test("digits of any script become those of ASCII, and the text keeps its length", () => {
  for (const zero of ["0", "٠", "۰", "०", "০", "๐", "０", "᥆", "၀", "០", "᠐"])
    for (let digit = 0; digit < 10; digit++) {
      const char = String.fromCharCode(zero.charCodeAt(0) + digit);
      expect([char, foldNumbers(char)]).toEqual([char, String(digit)]);
    }
  expect(foldNumbers("a\u00a0\u2011\u2212\u200d\u00ad\tb\n😀")).toBe("a --\u200b\u200b b\n😀");
});

test.each([
  ["DE89 3704 0044 0532 0130 00", ["DE89 3704 0044 0532 0130 00 = DE89370400440532013000"]],
  ["de89370400440532013000!", ["de89370400440532013000 = DE89370400440532013000"]],
  ["NO93-8601-1117-947", ["NO93-8601-1117-947 = NO9386011117947"]],
  ["GB82 WEST 1234 5698 7654 32 or more", ["GB82 WEST 1234 5698 7654 32 = GB82WEST12345698765432"]],
  ["GB82WEST123456987654321", []],
  ["xDE89370400440532013000", []],
  ["ZZ89370400440532013000", []],
  ["DE89    3704 0044 0532 0130 00", []],
])("account numbers in %j", (text, found) => {
  expect(showFound(text, findIbans(text))).toEqual(found);
});

test.each([
  ["4111 1111 1111 1111 737", ["4111 1111 1111 1111 = 4111111111111111"]],
  ["Visa4111111111111111", ["4111111111111111 = 4111111111111111"]],
  ["a1b4111111111111111", []],
  ["4222222222222", []],
  ["4222 222 222 222", ["4222 222 222 222 = 4222222222222"]],
  ["card 4222222222222", ["4222222222222 = 4222222222222"]],
  ["9999 9999 9999 9995", []],
  ["card: 9999 9999 9999 9995", ["9999 9999 9999 9995 = 9999999999999995"]],
  ["card: 0000 0000 0000 0000", []],
  ["1,4111111111111111", []],
  ["4111 1111 1111 1111.50", []],
  [
    "4111111111111111 4242424242424242",
    ["4111111111111111 = 4111111111111111", "4242424242424242 = 4242424242424242"],
  ],
])("card numbers in %j", (text, found) => {
  expect(showFound(text, findCards(text))).toEqual(found);
});

test.each([
  ["order AB-1234-X", ["AB-1234-X = AB-1234-X"]],
  ["ISBN 978-3-16-148410-0", ["ISBN 978-3-16-148410-0 = 9783161484100"]],
  ["ISBN-10: 0-306-40615-2", ["ISBN-10: 0-306-40615-2 = 0306406152"]],
  ["ISBN 080442957X", ["ISBN 080442957X = 080442957X"]],
  ["the Q3-2024, COVID-19, UTC+2, 128GB, A1B2, 12345, ABCDE1", []],
])("codes of products in %j", (text, found) => {
  expect(showFound(text, dropOverlaps([...findProductCodes(text)]))).toEqual(found);
});

test("an ISBN with a wrong check digit is none", () => {
  for (const wrong of ["978-3-16-148410-1", "0-306-40615-3", "0804429570"])
    expect(showFound(wrong, findProductCodes(`ISBN ${wrong}`)).join()).not.toContain("ISBN");
});
