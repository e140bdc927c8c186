import { expect, test } from "bun:test";
import { splitDisplayName } from "./display-name.ts";
import { parseAddress } from "./parse-address.ts";

test.each([
  ['"Lee, Ann" <ann@shop.com>', "Lee, Ann", "ann@shop.com"],
  ["Ann Lee <ann@shop.com>", "Ann Lee", "ann@shop.com"],
  ["<ann@shop.com>", null, "ann@shop.com"],
  [" <ann@shop.com> ", null, "ann@shop.com"],
  ['"a<b" <ann@shop.com>', "a<b", "ann@shop.com"],
  ['"a\\"<b" <ann@shop.com>', 'a"<b', "ann@shop.com"],
  ['"" <ann@shop.com>', null, "ann@shop.com"],
  ['" <ann@shop.com>', undefined, undefined],
  ['a" <ann@shop.com>', undefined, undefined],
  ['a"b" <ann@shop.com>', 'a"b"', "ann@shop.com"],
  ['"a"b <ann@shop.com>', '"a"b', "ann@shop.com"],
  ["<>", null, ""],
  ["ann@shop.com", undefined, undefined],
  ["Ann <ann@shop.com", undefined, undefined],
])("splits %s", (text, name, address) => {
  const split = splitDisplayName(text);
  expect(split).toEqual(address === undefined ? undefined : { name: name ?? null, address });
});

test.each([
  ['"ann', "The quote that opens at character 1 is not closed"],
  ["(ann", "The comment that opens at character 1 is not closed"],
  ["ann(x@shop.com", "The comment that opens at character 4 is not closed"],
])("names where %s opens what isn't closed", (text, message) => {
  expect(() => parseAddress(text, { smtputf8: true })).toThrow(message);
});
