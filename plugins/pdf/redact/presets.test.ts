import { describe, expect, test } from "bun:test";
import { presets } from "./presets.ts";
import type { PresetName } from "./schema.ts";

function found(name: PresetName, text: string): string[] {
  return presets[name](text).map(({ start, end }) => text.slice(start, end));
}

describe("what each preset finds", () => {
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
    expect(found(name, text)).toEqual(expected);
  });
});

test("twenty thousand characters of any one kind are read in one go", () => {
  for (const character of ["1", "a", "@", ":", ".", "+", " ", "1 ", "a.", "0-"])
    for (const find of Object.values(presets)) {
      const spans = find(character.repeat(20_000));
      expect(spans.every(({ start, end }) => end > start)).toBe(true);
    }
});
