import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { unitCodes, unitWords } from "./einvoice/units.ts";
import { german } from "./german-invoice.fixture.ts";
import { type Node, readXml } from "./read-xml.fixture.ts";

const hub = await testHub(import.meta.dir);

const makeItem = (quantity: number, unit_price: number, tax_rate: number) => ({
  description: "x",
  quantity,
  unit_price,
  tax_rate,
});

// The totals of published examples: 01.01a of KoSIT's test suite, EN16931_Einfach of ZUGFeRD, and the
// base example of Peppol BIS Billing 3.0.
test.each([
  ["XRechnung", [makeItem(1, 288.79, 7), makeItem(1, 26.07, 7)], {}, [314.86, 22.04, 336.9]],
  ["ZUGFeRD", [makeItem(20, 9.9, 19), makeItem(50, 5.5, 7)], {}, [473, 56.87, 529.87]],
  [
    "Peppol",
    [makeItem(7, 400, 25), makeItem(-3, 500, 25)],
    { shipping: 25 },
    [1325, 331.25, 1656.25],
  ],
])("an example of %s has its published totals", async (_, items, body, sums) => {
  const request = { ...german, discount: 0, shipping: 0, amount_paid: 0, tax_rate: undefined };
  const response = await hub.post("/api/invoice/generate?response=json&pdf=false", {
    ...request,
    items,
    ...body,
  });
  const { taxable, tax_total, total } = await json(response);
  expect([taxable, tax_total, total]).toEqual(sums);
});

const hundredths = (min: number, max: number) => fc.integer({ min, max }).map((n) => n / 100);

/** The goods and the buyer for each VAT category. */
const kinds = {
  S: { rates: [{ tax_rate: 19 }, { tax_rate: 7 }, { tax_rate: 5.5 }, {}], tax_rate: 19 },
  mixed: { rates: [{ tax_rate: 19 }, { tax_rate: 0 }, { tax_category: "E" }, {}] },
  AE: { rates: [{ tax_category: "AE" }], to: { tax_id: "FR83404833048", country: "FR" } },
  K: { rates: [{ tax_category: "K" }], to: { tax_id: "FR83404833048", country: "FR" } },
  G: { rates: [{ tax_category: "G" }], to: { country: "CH" } },
  O: { rates: [{ tax_category: "O" }], from: { tax_id: undefined } },
} as const;

const units = [...unitWords.keys(), ...unitCodes];

const invoices = fc.constantFrom(...Object.values(kinds)).chain((kind) => {
  const line = fc.record({
    description: fc.constantFrom("Brot & Butter", "Bücher\n<alle>"),
    quantity: fc.tuple(hundredths(1, 20_000), fc.boolean()).map(([n, back]) => (back ? -n : n)),
    unit_price: fc.integer({ min: -10_000, max: 1_000_000 }).map((n) => n / 1000),
    discount: fc.option(hundredths(0, 10_000), { nil: undefined }),
    unit: fc.option(fc.constantFrom(...units), { nil: undefined }),
    rate: fc.constantFrom<object>(...kind.rates),
  });
  return fc.record({
    items: fc
      .array(line, { minLength: 1, maxLength: 6 })
      .map((lines) => lines.map(({ rate, ...rest }) => ({ ...rest, ...rate }))),
    tax_rate: fc.constant("tax_rate" in kind ? kind.tax_rate : undefined),
    from: fc.constant({ ...german.from, ...("from" in kind && kind.from) }),
    to: fc.constant({ ...german.to, ...("to" in kind && kind.to) }),
    discount: fc.oneof(fc.constant(0), hundredths(0, 10_000)),
    shipping: fc.oneof(fc.constant(0), hundredths(1, 9999)),
    amount_paid: fc.oneof(fc.constant(0), hundredths(1, 99_999)),
    cash_rounding: fc.constantFrom(0, 0, 0.05),
    prices_include_tax: fc.boolean(),
  });
});

/** Parses a number exactly, in units of 10^-12. */
function exact(text: string): bigint {
  const [whole = "", decimals = ""] = text.replace("-", "").split(".");
  const size = BigInt(whole + decimals.padEnd(12, "0"));
  return text.startsWith("-") ? -size : size;
}

const one = 10n ** 12n;
const cent = one / 100n;

/** Rounds to the cent, half away from zero. */
function toCents(value: bigint): bigint {
  const size = value < 0n ? -value : value;
  const cents = ((size + cent / 2n) / cent) * cent;
  return value < 0n ? -cents : cents;
}

function all(node: Node, way: string): Node[] {
  const [name, ...rest] = way.split("/");
  const found = node.children.filter((child) => child.name === name);
  return rest.length === 0 ? found : found.flatMap((child) => all(child, rest.join("/")));
}

const amounts = (node: Node, way: string) => all(node, way).map(({ text }) => exact(text));
const amount = (node: Node, way: string) => amounts(node, way).reduce((sum, one) => sum + one, 0n);
const textAt = (node: Node, way: string) => all(node, way)[0]?.text ?? "";

/** Returns the totals of an invoice in UBL, recalculated from its written amounts alone. */
function checkSums(root: Node, isIncluded: boolean): void {
  const lines = all(root, "cac:InvoiceLine");
  const charges = all(root, "cac:AllowanceCharge").map((node) => ({
    sign: textAt(node, "cbc:ChargeIndicator") === "true" ? 1n : -1n,
    size: amount(node, "cbc:Amount"),
    tax: textAt(node, "cac:TaxCategory/cbc:ID") + textAt(node, "cac:TaxCategory/cbc:Percent"),
  }));
  const total = (name: string) => amount(root, `cac:LegalMonetaryTotal/cbc:${name}`);
  const sumCharges = (sign: bigint) =>
    charges.filter((one) => one.sign === sign).reduce((sum, { size }) => sum + size, 0n);
  for (const line of lines) {
    const quantity = amount(line, "cbc:InvoicedQuantity");
    const gross = (quantity * amount(line, "cac:Price/cbc:PriceAmount")) / one;
    const net = amount(line, "cbc:LineExtensionAmount");
    expect(net).toBe(toCents(gross) - amount(line, "cac:AllowanceCharge/cbc:Amount"));
  }
  // BR-CO-10 to -13.
  expect(total("LineExtensionAmount")).toBe(
    lines.reduce((sum, line) => sum + amount(line, "cbc:LineExtensionAmount"), 0n),
  );
  expect(total("AllowanceTotalAmount")).toBe(sumCharges(-1n));
  expect(total("ChargeTotalAmount")).toBe(sumCharges(1n));
  expect(total("TaxExclusiveAmount")).toBe(
    total("LineExtensionAmount") - sumCharges(-1n) + sumCharges(1n),
  );
  // BR-CO-14 to -17.
  const taxes = all(root, "cac:TaxTotal/cac:TaxSubtotal");
  expect(amount(root, "cac:TaxTotal/cbc:TaxAmount")).toBe(
    taxes.reduce((sum, tax) => sum + amount(tax, "cbc:TaxAmount"), 0n),
  );
  expect(total("TaxInclusiveAmount")).toBe(
    total("TaxExclusiveAmount") + amount(root, "cac:TaxTotal/cbc:TaxAmount"),
  );
  expect(total("PayableAmount")).toBe(
    total("TaxInclusiveAmount") - total("PrepaidAmount") + total("PayableRoundingAmount"),
  );
  for (const tax of taxes) {
    const [base, own] = [amount(tax, "cbc:TaxableAmount"), amount(tax, "cbc:TaxAmount")];
    const percent = textAt(tax, "cac:TaxCategory/cbc:Percent");
    const category = textAt(tax, "cac:TaxCategory/cbc:ID");
    const due = toCents((base * exact(percent || "0")) / (100n * one));
    // Tax that is included in prices is rounded there, and may differ by a cent from that of its base.
    const off = own > due ? own - due : due - own;
    expect(off <= (isIncluded ? cent : 0n)).toBe(true);
    const of = (kind: string) => kind === category + percent || (category === "O" && kind === "O");
    const sum = lines
      .filter((line) => {
        const at = "cac:Item/cac:ClassifiedTaxCategory/cbc:";
        return of(textAt(line, `${at}ID`) + textAt(line, `${at}Percent`));
      })
      .reduce((all, line) => all + amount(line, "cbc:LineExtensionAmount"), 0n);
    const adjusted = charges
      .filter((charge) => of(charge.tax))
      .reduce((all, { sign, size }) => all + sign * size, 0n);
    expect(base).toBe(sum + adjusted);
  }
}

const asked = { buyer_reference: "04011000-12345-03", response: "json", pdf: false };

test("no invoice violates a rule, and its totals agree as required by EN 16931", async () => {
  const formats = fc.constantFrom("ubl", "xrechnung-ubl");
  await fc.assert(
    fc.asyncProperty(invoices, formats, async (invoice, format) => {
      const body = { ...asked, format, invoice: { ...german, ...invoice } };
      const answer = await json(await hub.post("/api/invoice/einvoice", body));
      expect(answer).toMatchObject({ violations: [] });
      checkSums(readXml(answer.xml), invoice.prices_include_tax);
    }),
    cases(40, 6),
  );
});

/** Returns all amounts of an invoice, sorted: the two syntaxes have the same ones. */
function listFigures(root: Node): string[] {
  const own = /(Amount|Percent|Quantity)$/.test(root.name) && root.text !== "" ? [root.text] : [];
  return [...own, ...root.children.flatMap(listFigures)].sort();
}

test("an invoice has the same amounts in both syntaxes, and as a credit note", async () => {
  await fc.assert(
    fc.asyncProperty(invoices, async (invoice) => {
      const figures = async (options: object) => {
        const body = { ...asked, ...options, invoice: { ...german, ...invoice } };
        const { xml } = await json(await hub.post("/api/invoice/einvoice", body));
        return listFigures(readXml(xml));
      };
      const ubl = await figures({ format: "xrechnung-ubl" });
      expect(await figures({ format: "xrechnung-cii" })).toEqual(ubl);
      expect(await figures({ format: "xrechnung-ubl", type: 381 })).toEqual(ubl);
    }),
    cases(10, 6),
  );
});

test("shipping has a rate of the goods, for any goods", async () => {
  await fc.assert(
    fc.asyncProperty(invoices, async (invoice) => {
      const sums = async (shipping: number) => {
        const body = { ...german, ...invoice, shipping, prices_include_tax: false };
        const response = await hub.post("/api/invoice/generate?response=json&pdf=false", body);
        return json(response);
      };
      const listKinds = ({
        tax_breakdown,
      }: {
        tax_breakdown: { category: string; rate: number }[];
      }) => tax_breakdown.map(({ category, rate }) => `${category}${rate}`);
      const [free, paid] = [await sums(0), await sums(12.34)];
      expect(listKinds(paid)).toEqual(listKinds(free));
      expect(Math.round((paid.taxable - free.taxable) * 100)).toBe(1234);
    }),
    cases(20, 6),
  );
});
