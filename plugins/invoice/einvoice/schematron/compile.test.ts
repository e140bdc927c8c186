import { expect, test } from "bun:test";
import { parseXml } from "../read/xml-tree.ts";
import { compile } from "./compile.ts";
import { formatAtom, isNode, type Sequence } from "./values.ts";

const root = parseXml(
  `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:b="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2" xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"><b:ID>R-1</b:ID><a:InvoiceLine><b:ID>1</b:ID><b:Amount currencyID="EUR">0.10</b:Amount></a:InvoiceLine><a:InvoiceLine><b:ID>2</b:ID><b:Amount currencyID="SEK">0.20</b:Amount></a:InvoiceLine><b:Note> A  b </b:Note><b:Flag>maybe</b:Flag></Invoice>`,
  "body",
);
const names = {
  resolve: (name: string) => name,
  getFunction: () => undefined,
};

function evaluate(source: string): Sequence {
  const getVariable = (name: string) => (name === "limit" ? ["2"] : []);
  return compile(source, names)({ item: [root], position: 1, size: 1, getVariable });
}

function format(items: Sequence): string {
  return items.map((item) => (isNode(item) ? item.name : formatAtom(item as never))).join(" ");
}

test.each([
  ["cbc:ID", "cbc:ID"],
  ["cac:InvoiceLine/cbc:ID/string(.)", "1 2"],
  ["//cbc:ID[. = '2']/..", "cac:InvoiceLine"],
  ["//cbc:Amount[@currencyID = ('SEK', 'NOK')]/string()", "0.20"],
  ["//@currencyID/string(.)", "EUR SEK"],
  ["cac:InvoiceLine[2]/preceding-sibling::cac:InvoiceLine/cbc:ID/string(.)", "1"],
  ["count(cbc:ID | cac:InvoiceLine/cbc:ID)", "3"],
  ["count(//cbc:Amount/ancestor::*)", "3"],
  ["sum(//cbc:Amount/xs:decimal(.)) = 0.3", "true"],
  ["sum(//cbc:Amount) = 0.3", "false"],
  ["round(2.5) + round(-2.5)", "1"],
  ["7 idiv 2 * 10 + 7 mod 2", "31"],
  ["1 - 0.9", "0.1"],
  ["10 div 4", "2.5"],
  ["for $i in 1 to 3 return $i * $i", "1 4 9"],
  ["some $i in (1, 2) satisfies $i > 1", "true"],
  ["every $i in (1, 2) satisfies $i > 1", "false"],
  ["let $a := 2 return $a + 1", "3"],
  ["if ($limit = '2') then 'yes' else 'no'", "yes"],
  ["'12' castable as xs:integer and not('1.5' castable as xs:integer)", "true"],
  ["xs:date('2026-01-31') < xs:date('2026-02-01')", "true"],
  ["xs:integer('370400440532013000131489') mod 97", "1"],
  ["matches('DE12', '^[A-Z]{2}\\d+$')", "true"],
  ["tokenize('a b  c', '\\s')", "a b  c"],
  ["replace('a-b', '-', '+')", "a+b"],
  ["normalize-space(cbc:Note)", "A b"],
  ["substring('12345', 2, 3)", "234"],
  ["translate('abc', 'ab', 'x')", "xc"],
  ["string-to-codepoints('A')", "65"],
  ["distinct-values(('a', 'b', 'a'))", "a b"],
  ["local-name(cbc:ID)", "ID"],
  ["not(cbc:Missing) and empty(()) and exists(cbc:ID)", "true"],
  ["(: a comment :) 'it''s'", "it's"],
])("%s is %s", (source, expected) => {
  expect(format(evaluate(source))).toBe(expected);
});

test("finds out whether items exist before it meets an error in the items after them", () => {
  expect(evaluate("exists((cbc:ID, cbc:Flag)[. = 'R-1' or . = true()])")).toEqual([true]);
  expect(() => evaluate("exists(cbc:Flag[. = true()])")).toThrow("not a condition");
});

test.each([
  ["cbc:Note + 1", "is not a number"],
  ["xs:decimal(cbc:Note)", "is not a decimal"],
  ["string(//cbc:ID)", "several items"],
  ["1 div 0", "divided by zero"],
])("%s fails", (source, message) => {
  expect(() => evaluate(source)).toThrow(message);
});

test.each([
  ["u:unknown(1)", 'The function "u:unknown" is unknown'],
  ["following::a", 'The axis "following" is not supported'],
  ["(1, 2", '")" must be before'],
  ["1 1", '"1" is not expected'],
])("%s can't be compiled", (source, message) => {
  expect(() => compile(source, names)).toThrow(message);
});

test("searches texts in linear time", () => {
  const text = `'${"1".repeat(50_000)}!'`;
  expect(evaluate(`matches(${text}, '^([0-9]+)+$')`)).toEqual([false]);
});
