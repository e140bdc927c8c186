import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { readXml } from "../read-xml.fixture.ts";
import { type Syntax, type Terms, writeXml } from "./write-xml.ts";

const write = (terms: Terms, syntax: Syntax = "ubl", isBasic = false) =>
  writeXml({ type: "380", ...terms }, { syntax, isBasic });

test.each(["ubl", "cii"] as const)("leaves out elements without a term in %s", (syntax) => {
  const xml = write(
    { seller: { name: "A", contact: { name: "" }, trading_name: undefined } },
    syntax,
  );
  expect(xml).toContain(">A<");
  for (const name of ["Contact", "TradingBusinessName", "PartyName", "TaxScheme", "SchemeID"])
    expect(xml).not.toContain(name);
});

test.each(["ubl", "cii"] as const)("writes constants only next to a term in %s", (syntax) => {
  const adjustment = { is_charge: "true", amount: "1.00" };
  const without = write({ adjustments: [adjustment] }, syntax);
  const taxed = write({ adjustments: [{ ...adjustment, category: "S", percent: "19" }] }, syntax);
  expect(without).not.toContain("VAT");
  expect(taxed).toContain(">VAT<");
});

test("writes the delivery of CII even if it is empty, because the schema requires it", () => {
  expect(write({}, "cii")).toContain("<ram:ApplicableHeaderTradeDelivery/>");
});

test("writes dates of CII in format 102, and those of UBL unchanged", () => {
  expect(write({ issue_date: "2026-01-31" }, "cii")).toContain(
    '<udt:DateTimeString format="102">20260131</udt:DateTimeString>',
  );
  expect(write({ issue_date: "2026-01-31" })).toContain(
    "<cbc:IssueDate>2026-01-31</cbc:IssueDate>",
  );
});

test("writes local identifiers of CII before the global ones", () => {
  const identifiers = [{ id: "1", scheme: "0088" }, { id: "2" }];
  expect(write({ seller: { identifiers } }, "cii")).toContain(
    '<ram:ID>2</ram:ID><ram:GlobalID schemeID="0088">1</ram:GlobalID>',
  );
});

describe("a credit note", () => {
  const terms = { type: "381", due_date: "2026-02-01", lines: [{ id: "1", quantity: "1" }] };

  test("is a document type of its own in UBL", () => {
    const xml = write({ ...terms, payment: { code: "30" } });
    expect(readXml(xml).name).toBe("CreditNote");
    for (const name of ["CreditNoteLine", "CreditedQuantity", "CreditNoteTypeCode"])
      expect(xml).toContain(name);
    expect(xml).toContain("<cbc:PaymentDueDate>2026-02-01</cbc:PaymentDueDate>");
    expect(xml).not.toContain("cbc:DueDate");
  });

  test("differs from an invoice only in its type in CII", () => {
    expect(write(terms, "cii").replace(">381<", ">380<")).toBe(
      write({ ...terms, type: "380" }, "cii"),
    );
  });
});

test("BASIC has no contacts, descriptions and documents", () => {
  const terms = {
    seller: { name: "A", contact: { name: "Ann" } },
    lines: [{ id: "1", description: "Red" }],
    documents: [{ id: "D" }],
  };
  const [full, basic] = [write(terms, "cii"), write(terms, "cii", true)];
  for (const text of [">Ann<", ">Red<", ">D<"]) {
    expect(full).toContain(text);
    expect(basic).not.toContain(text);
  }
});

test("any text survives a round trip, in elements and in attributes", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."ab<>&'\"] é😀"), minLength: 1 });
  fc.assert(
    fc.property(letters, letters, (text, attribute) => {
      const xml = write({ seller: { endpoint: { id: text, scheme: attribute } } });
      expect(xml).toStartWith('<?xml version="1.0" encoding="UTF-8"?>\n');
      const supplier = readXml(xml).children.find(({ name }) => name.includes("Supplier"));
      expect(supplier?.children[0]?.children[0]).toMatchObject({
        name: "cbc:EndpointID",
        attributes: { schemeID: attribute },
        text,
      });
    }),
    cases(100),
  );
});
