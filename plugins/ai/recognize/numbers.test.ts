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

test("one of ten check digits satisfies Luhn, and every other changed digit fails", () => {
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

test("rejects an IBAN with one character changed or two swapped", () => {
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
])("%s is a card number: %p", (number, is) => expect(isCardNumber(number)).toBe(is));

// The published prefixes and lengths of card numbers.
const schemes: [name: string, first: string[], lengths: number[]][] = [
  ["Visa", ["4"], [13, 16, 19]],
  ["Mastercard", ["51", "55", "2221", "2229", "223", "26", "270", "271", "2720"], [16]],
  ["American Express", ["34", "37"], [15]],
  ["Diners Club", ["300", "305", "309", "36", "38", "39"], [14, 16, 19]],
  ["JCB", ["35"], [16, 17, 18, 19]],
  ["Mir", ["2200", "2204"], [16, 17, 18, 19]],
  ["Hipercard and Troy", ["606282", "9792"], [16]],
  ["RuPay and others of India", ["81", "82"], [16, 19]],
  ["Discover and UnionPay", ["6011", "644", "649", "65", "62"], [16, 17, 18, 19]],
  ["Maestro", ["50", "56", "58", "59", "637", "67"], [14, 15, 16, 17, 18, 19]],
  ["no scheme", ["1", "31", "2205", "2220", "2721", "7", "80", "83", "99"], []],
];

test.each(schemes)("numbers of %s have the published prefixes and lengths", (_, first, lengths) => {
  for (const digits of first)
    for (let length = 12; length <= 20; length++) {
      const body = digits.padEnd(length - 1, "1");
      const last = [..."0123456789"].find((one) => isLuhn(body + one)) ?? "";
      expect([digits, length, isCardNumber(body + last)]).toEqual([
        digits,
        length,
        lengths.includes(length),
      ]);
    }
});

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

test("converts digits of any script to ASCII without changing the length of the text", () => {
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

test("prefers sixteen digits to nineteen, as a code may follow a card number", () => {
  const card = "6200 0000 0000 0005";
  const code = Array.from({ length: 1000 }, (_, index) => String(index).padStart(3, "0")).find(
    (one) => isCardNumber(card.replaceAll(" ", "") + one),
  );
  const text = `${card} ${code}`;
  expect(showFound(text, findCards(text))).toEqual([`${card} = 6200000000000005`]);
});

test("digits after a word may be a card number, but not those within a long token", () => {
  const starts = (text: string) => [...findCards(text)].map(({ start }) => start);
  expect(starts(`${"x".repeat(20)}4111111111111111`)).toEqual([20]);
  expect(starts(`${"x".repeat(30)}4111111111111111`)).toEqual([]);
  expect(starts("x_4111111111111111")).toEqual([]);
});

test("an account number has the highest confidence, then a card number, then a product code", () => {
  const [iban] = findIbans("DE89370400440532013000");
  const [card] = findCards("4111111111111111");
  const [isbn] = findProductCodes("ISBN 080442957X");
  const [code] = findProductCodes("AB-1234-X");
  const sure = [iban, card, isbn, code].map((one) => one?.confidence);
  expect(sure).toEqual([0.99, 0.97, 0.98, 0.7]);
});

test.each([
  ["order AB-1234-X", ["AB-1234-X = AB-1234-X"]],
  ["ISBN 978-3-16-148410-0", ["ISBN 978-3-16-148410-0 = 9783161484100"]],
  ["ISBN-10: 0-306-40615-2", ["ISBN-10: 0-306-40615-2 = 0306406152"]],
  ["ISBN 080442957X", ["ISBN 080442957X = 080442957X"]],
  ["the Q3-2024, COVID-19, UTC+2, 128GB, A1B2, 12345, ABCDE1", []],
])("product codes in %j", (text, found) => {
  expect(showFound(text, dropOverlaps([...findProductCodes(text)]))).toEqual(found);
});

test("rejects an ISBN with a wrong check digit", () => {
  for (const wrong of ["978-3-16-148410-1", "0-306-40615-3", "0804429570"])
    expect(showFound(wrong, findProductCodes(`ISBN ${wrong}`)).join()).not.toContain("ISBN");
});
