import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { presets, reach } from "./presets.ts";
import type { PresetName } from "./request.ts";

function find(name: PresetName, text: string): string[] {
  return presets[name](text).map(({ start, end }) => text.slice(start, end));
}

describe("each preset finds", () => {
  test.each<[PresetName, string, string[]]>([
    [
      "email",
      "Write to anna.lee+x@mail.example.org, or (jörg@bücher.example).",
      ["anna.lee+x@mail.example.org", "jörg@bücher.example"],
    ],
    ["email", "@home user@localhost a@b.c", []],
    [
      "url",
      "See https://example.com/a?b=c. Or www.example.org/x, ok",
      ["https://example.com/a?b=c", "www.example.org/x"],
    ],
    [
      "ip",
      "From 192.0.2.7 to 2001:db8::7, at 12:30, version 1.2.3.4.5, 999.1.1.1",
      ["192.0.2.7", "2001:db8::7"],
    ],
    [
      "credit_card",
      "4111 1111 1111 1111 and 378282246310005, not 4111 1111 1111 1112",
      ["4111 1111 1111 1111", "378282246310005"],
    ],
    [
      "credit_card",
      "5500-0000-0000-0004 4111111111111111",
      ["5500-0000-0000-0004", "4111111111111111"],
    ],
    [
      "iban",
      "GB82 WEST 1234 5698 7654 32 and DE89370400440532013000.",
      ["GB82 WEST 1234 5698 7654 32", "DE89370400440532013000"],
    ],
    ["iban", "DE88370400440532013000 and GB82WEST123456987654321", []],
    ["ssn_us", "078-05-1120, 666-05-1120, 000-12-3456, 078-00-1120, 978-05-1120", ["078-05-1120"]],
    [
      "phone",
      "+49 30 901820 or (212) 555-0123 or 030/901820-15",
      ["+49 30 901820", "(212) 555-0123", "030/901820-15"],
    ],
    ["phone", "Order 12345678, 01.02.2024, 3.14159265", []],
    [
      "date",
      "2024-02-29, 29.02.2024, 2/29/24, 12 March 2024, March 12, 2024",
      ["2024-02-29", "29.02.2024", "2/29/24", "12 March 2024", "March 12, 2024"],
    ],
    ["date", "12. März 2024; 99.99.2024; 1.2.3", ["12. März 2024"]],
  ])("%s in %p", (name, text, expected) => {
    expect(find(name, text)).toEqual(expected);
  });
});

test("reads twenty thousand characters of one kind in linear time", () => {
  for (const character of ["1", "a", "@", ":", ".", "+", " ", "1 ", "a.", "0-"])
    for (const find of Object.values(presets)) {
      const spans = find(character.repeat(20_000));
      expect(spans.every(({ start, end }) => end > start)).toBe(true);
    }
});

describe("payment card numbers", () => {
  /** Appends the check digit of the Luhn algorithm. */
  const withCheck = (digits: string) => {
    const sum = [...digits].reverse().reduce((sum, digit, at) => {
      const weighted = at % 2 === 0 ? 2 * Number(digit) : Number(digit);
      return sum + (weighted > 9 ? weighted - 9 : weighted);
    }, 0);
    return digits + ((10 - (sum % 10)) % 10);
  };
  const own = fc
    .tuple(fc.integer({ min: 2, max: 6 }), fc.stringMatching(/^\d{11,17}$/))
    .map(([first, rest]) => withCheck(first + rest));

  test("are found only with a correct check digit, grouped or not", () => {
    fc.assert(
      fc.property(own, fc.constantFrom("", " ", "-"), (number, gap) => {
        const grouped = number.match(/.{1,4}/g)!.join(gap);
        expect(find("credit_card", `No ${grouped}.`)).toEqual([grouped]);
        const wrong = number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10);
        expect(find("credit_card", wrong)).toEqual([]);
      }),
      cases(200),
    );
  });

  test("are found next to each other", () => {
    const [one, other] = ["4111111111111111", "5500000000000004"];
    expect(find("credit_card", `${one} ${other}`)).toEqual([one, other]);
    expect(find("credit_card", `4111 1111 1111 1111 5500-0000-0000-0004`)).toHaveLength(2);
  });

  test.each([
    ["of twelve digits", withCheck("41111111111")],
    ["of twenty digits", withCheck("4111111111111111111")],
    ["that start with another digit", withCheck("711111111111111")],
    ["that start with a one", withCheck("111111111111111")],
    ["behind a digit without a gap", `1${withCheck("411111111111111")}`],
  ])("are rejected %s", (_, number) => {
    expect(find("credit_card", number)).toEqual([]);
  });
});

describe("IBANs", () => {
  // The examples of the ISO 13616 registry.
  const examples = [
    "AD1200012030200359100100",
    "AE070331234567890123456",
    "AT611904300234573201",
    "BE68539007547034",
    "BR1800360305000010009795493C1",
    "CH9300762011623852957",
    "DK5000400440116243",
    "ES9121000418450200051332",
    "FI2112345600000785",
    "FR1420041010050500013M02606",
    "IE29AIBK93115212345678",
    "IT60X0542811101000000123456",
    "LU280019400644750000",
    "MT84MALT011000012345MTLCAST001S",
    "NL91ABNA0417164300",
    "NO9386011117947",
    "PL61109010140000071219812874",
    "PT50000201231234567890154",
    "SA0380000000608010167519",
    "SE4550000000058398257466",
    "TR330006100519786457841326",
  ];

  test.each(examples)("%s is found, also in groups and in lower case", (iban) => {
    const grouped = iban.match(/.{1,4}/g)!;
    for (const text of [iban, grouped.join(" "), grouped.join("-"), iban.toLowerCase()])
      expect(find("iban", `(${text})`)).toEqual([text]);
    expect(find("iban", `${iban}X`)).toEqual([]);
    expect(find("iban", `X${iban}`)).toEqual([]);
    expect(find("iban", iban.slice(0, -1))).toEqual([]);
    expect(find("iban", grouped.join("  "))).toEqual([]);
  });

  test("are rejected if any digit is changed", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...examples),
        fc.nat(40),
        fc.integer({ min: 1, max: 9 }),
        (iban, place, by) => {
          const at = 2 + (place % (iban.length - 2));
          if (!/\d/.test(iban[at]!)) return;
          const changed = iban.slice(0, at) + ((Number(iban[at]) + by) % 10) + iban.slice(at + 1);
          expect(find("iban", changed)).toEqual([]);
        },
      ),
      cases(200),
    );
  });
});

describe("dates", () => {
  const two = (value: number) => String(value).padStart(2, "0");

  test("are found in figures if they are plausible", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1750, max: 2250 }),
        fc.nat(14),
        fc.nat(33),
        fc.constantFrom("-", "/", "."),
        (year, month, day, gap) => {
          const isOne = month >= 1 && month <= 12 && day >= 1 && day <= 31;
          const text = [year, two(month), two(day)].join(gap);
          expect(find("date", text)).toEqual(isOne && year >= 1800 && year < 2200 ? [text] : []);
          const turned = [two(day), two(month), year].join(gap);
          const isTurned = isOne || (day >= 1 && day <= 12 && month >= 1 && month <= 31);
          expect(find("date", turned)).toEqual(isTurned ? [turned] : []);
        },
      ),
      cases(500),
    );
  });

  test.each([
    "3 January 2024",
    "Jan. 3, 2024",
    "3rd of March 2024",
    "3. März 2024",
    "3 de mayo de 2024",
    "1er août 1999",
    "May 2024",
    "12 dic 2024",
  ])("are found in words: %s", (text) => {
    expect(find("date", `On ${text}.`)).toEqual([text]);
  });

  test.each(["3 Januar 1799", "32 January 1", "1-2-2024-3", "12.2024", "Janitor 12"])(
    "aren't found in %p",
    (text) => {
      expect(find("date", text)).toEqual([]);
    },
  );
});

describe("other presets respect their bounds:", () => {
  test.each<[PresetName, string, string[]]>([
    ["ip", "255.255.255.255 256.0.0.1 0.0.0.0", ["255.255.255.255", "0.0.0.0"]],
    [
      "ip",
      "fe80::1, ::ffff:1.2.3.4, 1:2:3:4:5:6:7:8, a:b, 1:2:3:4:5:6:7:8:9",
      ["1.2.3.4", "fe80::1", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8"],
    ],
    [
      "ssn_us",
      "899-12-3456 900-12-3456 001-01-0001 123-45-0000 123 45 6789 123-45 6789",
      ["899-12-3456", "001-01-0001", "123 45 6789"],
    ],
    ["phone", "012 345", []],
    ["phone", "012 3456", ["012 3456"]],
    ["phone", "0123 4567 890123", []],
    ["phone", "01234 5678 9012", ["01234 5678 9012"]],
    ["phone", "012345678", ["012345678"]],
    ["phone", "01234567", []],
    ["phone", "+1 2345 67", ["+1 2345 67"]],
    ["phone", "+1 2345 6", []],
    ["email", "a@b.cd x@y.z a@.de a@b..de .@b.de", ["a@b.cd", ".@b.de"]],
    ["email", "@b.de a@b.de", ["a@b.de"]],
    ["email", "a@@b.de", []],
    ["email", "me@example.org-. ", ["me@example.org"]],
    ["email", `${"a".repeat(70)}@b.de`, [`${"a".repeat(64)}@b.de`]],
    ["url", "x://a http://a.b), 'ftp://x.y/z'", ["http://a.b", "ftp://x.y/z"]],
    ["url", "http://a.b www.c.d www.e.f", ["http://a.b", "www.c.d", "www.e.f"]],
    ["ssn_us", "900-12-3456", []],
    ["date", "1800-01-01 1799-01-01 2199-12-31 2200-01-01", ["1800-01-01", "2199-12-31"]],
    ["url", "www.a.de http://www.b.de/www.c", ["http://www.b.de/www.c", "www.a.de"]],
    ["url", `http://${"a".repeat(3000)}`, [`http://${"a".repeat(2041)}`]],
  ])("%s in %p", (name, text, expected) => {
    expect(find(name, text)).toEqual(expected);
  });
});

test("a run extends over all characters of its kind, up to its limit", () => {
  const isA = (character: string) => character === "a";
  expect(reach("xaaay", 1, { step: 1, max: 9, is: isA })).toBe(3);
  expect(reach("xaaay", 3, { step: -1, max: 9, is: isA })).toBe(3);
  expect(reach("aaa", 0, { step: 1, max: 2, is: isA })).toBe(2);
  expect(reach("aaa", 2, { step: -1, max: 9, is: isA })).toBe(3);
  expect(reach("x", 0, { step: 1, max: 9, is: isA })).toBe(0);
});
