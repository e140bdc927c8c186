import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { Decimal } from "../money/decimal.ts";
import { readXml } from "../read-xml.fixture.ts";
import { element, moneyText, moneyTextIfAny, xmlDocument } from "./xml.ts";

test("omits empty elements at any depth", () => {
  expect(element("a", undefined, "", [], element("b", undefined))).toBeUndefined();
  expect(element(["a", { id: "1" }], [["x"], element("b", "y")])?.text).toBe(
    '<a id="1">x<b>y</b></a>',
  );
});

test("any text survives a round trip, in elements and in attributes", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."ab<>&'\"] é😀"), minLength: 1 });
  fc.assert(
    fc.property(letters, letters, (text, attribute) => {
      const xml = xmlDocument(element(["a", { id: attribute }], text));
      expect(xml).toStartWith('<?xml version="1.0" encoding="UTF-8"?>\n');
      expect(readXml(xml)).toMatchObject({ name: "a", text, attributes: { id: attribute } });
    }),
    cases(100),
  );
});

test("writes an amount with two decimals, or with more if necessary", () => {
  const texts = ["5", "5.1", "-5.125", "0"].map((value) => moneyText(new Decimal(value)));
  expect(texts).toEqual(["5.00", "5.10", "-5.125", "0.00"]);
  expect(moneyTextIfAny(new Decimal(0))).toBeUndefined();
  expect(moneyTextIfAny(new Decimal("-0.01"))).toBe("-0.01");
});
