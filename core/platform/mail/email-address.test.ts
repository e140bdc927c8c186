import { expect, test } from "bun:test";
import { foldEmail, readEmail } from "./email-address.ts";

test.each([
  ["DAY@Example.COM", "day@example.com"],
  [" day@example.com\n", "day@example.com"],
  ["e\u0301va@example.com", "\u00e9va@example.com"],
  ["\u00c9VA@example.com", "\u00e9va@example.com"],
  ["a@B\u00dcCHER.example", "a@xn--bcher-kva.example"],
  ["a@\uff45xample.com", "a@example.com"],
])("%j is the address %j", (given, folded) => {
  expect(readEmail(given).folded).toBe(folded);
});

test.each([
  ["stra\u00dfe@example.com", "strasse@example.com"],
  ["\u0131da@example.com", "ida@example.com"],
  ["\u0430da@example.com", "ada@example.com"],
  ["a.da@example.com", "ada@example.com"],
  ["ada+1@example.com", "ada@example.com"],
  ["a@fa\u00df.example", "a@fass.example"],
])("%j is another address than %j", (one, other) => {
  expect(readEmail(one).folded).not.toBe(readEmail(other).folded);
});

test("an address is kept as given, except for the case of its domain", () => {
  expect(readEmail(" Day@B\u00dcCHER.example").email).toBe("Day@b\u00fccher.example");
});

test("a folded address folds to itself", () => {
  for (const given of ["\u0130x@example.com", "\u01c5@example.com", "\u1e9e@EXAMPLE.com"]) {
    const { folded } = readEmail(given);
    expect(foldEmail(folded)).toBe(folded);
  }
});

test.each([
  "a\u200bb@example.com",
  "a\u202eb@example.com",
  "a\r\nBcc: b@example.com",
  "a@example.com\r\nBcc: b@example.com",
  "a,b@example.com",
  "<a@example.com>",
  '"a b"@example.com',
  "a@127.1",
  "a@1.2.3.4",
  "a@xn--zzzzzz99.example",
  `a@${"x".repeat(64)}.example`,
  `a@${"\u00fc".repeat(60)}.example`,
  `a@${"\u00fc.".repeat(60)}example`,
  `${"a".repeat(64)}@${"b".repeat(189)}.co`,
])("rejects %j as an email address", (given) => {
  expect(() => readEmail(given)).toThrow("body.email must be an email address");
});

test.each([
  `${"a".repeat(64)}@example.com`,
  `a@${"b".repeat(63)}.example`,
  `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(58)}.co`,
  "a@b.co",
  "a.b-c+d!#$%&'*/=?^_`{|}~@b-c.co",
  "a@1.2.3.co4",
  `a@${"\u00fc.".repeat(30)}${"b".repeat(13)}`,
  "\u00fc@b.co",
])("accepts %j as an email address", (given) => {
  expect(readEmail(given).email).toBe(given);
});

test.each([
  `${"a".repeat(65)}@example.com`,
  `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(59)}.co`,
  ".a@b.co",
  "a.@b.co",
  "a..b@b.co",
  "a@-b.co",
  "a@b-.co",
  "a@b_c.co",
  "a@.b.co",
  "a@b.co.",
  "@b.co",
  "b.co",
  "a@co",
  // 254 characters in Punycode.
  `a@${"\u00fc.".repeat(30)}${"b".repeat(14)}`,
])("rejects %j", (given) => {
  expect(() => readEmail(given)).toThrow("body.email must be an email address");
});

test("an invalid address is quoted with its first 80 characters", () => {
  expect(() => readEmail(`${"a".repeat(90)}`)).toThrow(
    `body.email must be an email address: it is "${"a".repeat(80)}"`,
  );
});
