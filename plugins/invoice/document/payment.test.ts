import { describe, expect, test } from "bun:test";
import type { CommonBody } from "../schema/bodies.ts";
import type { PaymentFields } from "../schema/fields.ts";
import { buildDocument } from "./document.ts";
import { buildPayment } from "./payment.ts";

const place = { postal_code: "8001", city: "Zürich", country: "ch" };
const plain: CommonBody = {
  from: { name: "Seller", address: "\nStreet 1\nFloor 2", ...place },
  to: { name: "Buyer", address: "Road 2" },
  items: [{ description: "Thing", quantity: 1, unit_price: 1234.5 }],
  currency: "CHF",
  prices_include_tax: false,
  discount: 0,
  discount_type: "percentage",
  shipping: 0,
  rounding: "half_up",
  cash_rounding: 0,
  locale: "en",
  template: "classic",
  paper: "a4",
  logo_optional: false,
  attach_json: false,
};
const german = "DE89370400440532013000";
const swiss = "CH9300762011623852957";
const qrIban = "CH4431999123000889012";
const qrReference = "210000000003139471430009017";

async function build(
  fields: Partial<PaymentFields>,
  body: Partial<CommonBody> = {},
  amountPaid = 0,
) {
  const options = { kind: "invoice", number: "A-1", now: 0, amountPaid } as const;
  const document = await buildDocument({ ...plain, ...body }, options);
  return buildPayment(document, { qr: "none", ...fields });
}
const listFacts = async (fields: Partial<PaymentFields>) => (await build(fields)).payment?.facts;

test("without payment details nothing is printed", async () => {
  const options = { kind: "invoice", number: "A-1", now: 0, amountPaid: 0 } as const;
  expect(buildPayment(await buildDocument(plain, options), undefined)).toEqual({});
});

describe("the details of a payment", () => {
  test("have the account in groups of four, its holder and the number as reference", async () => {
    expect(await listFacts({ iban: german, bic: "COBADEFFXXX", bank_name: "Bank" })).toEqual([
      ["Account holder", "Seller"],
      ["Bank", "Bank"],
      ["IBAN", "DE89 3704 0044 0532 0130 00"],
      ["BIC", "COBADEFFXXX"],
      ["Reference", "A-1"],
    ]);
  });

  test("have the numbers of other countries", async () => {
    const fields = {
      ...{ account_number: "12345", sort_code: "12-34-56", routing_number: "011000015" },
      ...{ bsb: "123-456", ifsc: "ABCD0123456", transit_number: "12345-678" },
      ...{ beneficiary: "Holder", reference: "Ref" },
    };
    expect(await listFacts(fields)).toEqual([
      ["Account holder", "Holder"],
      ["Account number", "12345"],
      ["Sort code", "12-34-56"],
      ["ABA routing no.", "011000015"],
      ["BSB", "123-456"],
      ["IFSC", "ABCD0123456"],
      ["Transit no.", "12345-678"],
      ["Reference", "Ref"],
    ]);
  });

  test("have no holder and no reference without an account, unless they are given", async () => {
    expect(await listFacts({ bank_name: "Bank" })).toEqual([["Bank", "Bank"]]);
    expect(await listFacts({ beneficiary: "Holder", reference: "Ref" })).toEqual([
      ["Account holder", "Holder"],
      ["Reference", "Ref"],
    ]);
  });

  test.each([
    [{ iban: "DE88370400440532013000" }, "body.payment.iban"],
    [{ routing_number: "011000016" }, "body.payment.routing_number must be an ABA routing number"],
    [{ link: "ftp://x.example" }, "body.payment.link must be a URL that starts with http:// or"],
    [{ link: "nowhere" }, "body.payment.link must be a URL"],
    [{ qr: "link" as const }, "body.payment.link must be present if qr is link"],
  ])("are refused: %j", async (fields, message) => {
    await expect(build(fields)).rejects.toThrow(message);
  });
});

describe("a payment code", () => {
  test("is left out if no amount is due", async () => {
    for (const paid of [1234.5, 2000]) {
      const { payment, warnings } = await build(
        { qr: "link", link: "https://x.example" },
        {},
        paid,
      );
      expect(payment).not.toHaveProperty("qr");
      expect(warnings).toEqual(["The payment code was left out: no amount is due"]);
    }
    expect(
      (await build({ qr: "link", link: "https://x.example" }, {}, 1)).warnings,
    ).toBeUndefined();
  });

  test("has a caption for its kind", async () => {
    const link = await build({ qr: "link", link: "https://x.example" });
    expect([link.payment?.qr?.caption, link.payment?.link]).toEqual([
      ...["Pay online", "https://x.example"],
    ]);
    const epc = await build({ qr: "epc", iban: german }, { currency: "EUR" });
    expect(epc.payment?.qr?.caption).toBe("Scan to pay");
    expect(epc.payment?.qr?.modules.dark(0, 0)).toBe(true);
  });

  test.each([
    [{ iban: german }, {}, "body.payment.qr must be none if the currency is not EUR"],
    [{}, { currency: "EUR" }, "body.payment.iban"],
    [{ iban: german, bic: "COBA" }, { currency: "EUR" }, "body.payment.bic"],
  ] as [Partial<PaymentFields>, Partial<CommonBody>, string][])(
    "of a transfer is refused: %#",
    async (fields, body, message) => {
      await expect(build({ qr: "epc", ...fields }, body)).rejects.toThrow(message);
    },
  );
});

describe("a Swiss QR-bill", () => {
  const read = async (fields: Partial<PaymentFields> = {}, body: Partial<CommonBody> = {}) =>
    (await build({ qr: "swiss", iban: swiss, ...fields }, body)).swissBill?.bill;

  test("has the account, the parties and the amount as the guidelines require", async () => {
    const { modules, ...bill } = (await read()) ?? {};
    expect(bill).toEqual({
      account: "CH93 0076 2011 6238 5295 7",
      creditor: ["Seller", "Street 1", "8001 Zürich"],
      reference: "",
      message: "A-1",
      debtor: [],
      currency: "CHF",
      amount: "1 234.50",
    });
    expect(modules?.size).toBeGreaterThan(20);
  });

  test.each([
    [1, "1.00"],
    [999.99, "999.99"],
    [1000, "1 000.00"],
    [1234567.8, "1 234 567.80"],
  ])("writes %d as %s", async (unit_price, amount) => {
    const items = [{ description: "Thing", quantity: 1, unit_price }];
    expect((await read({}, { items }))?.amount).toBe(amount);
  });

  test("has the buyer if the address is complete", async () => {
    const to = { name: "Buyer", address: "", ...place };
    expect((await read({}, { to }))?.debtor).toEqual(["Buyer", "8001 Zürich"]);
    for (const missing of ["postal_code", "city", "country"] as const)
      expect((await read({}, { to: { ...to, [missing]: undefined } as never }))?.debtor).toEqual(
        [],
      );
  });

  test("groups a reference in fives from the right, or in fours", async () => {
    expect(await read({ iban: qrIban, reference: qrReference })).toMatchObject({
      ...{ reference: "21 00000 00003 13947 14300 09017", message: "A-1" },
    });
    expect(await read({ reference: "rf18 5390 0754 7034" })).toMatchObject({
      ...{ reference: "RF18 5390 0754 7034", message: "A-1" },
    });
    expect(await read({ reference: "Order 7\nof May" })).toMatchObject({
      ...{ reference: "", message: "Order 7 of May" },
    });
  });

  test.each([
    [{}, { currency: "USD" }, "must not be swiss if the currency is neither CHF nor EUR"],
    [{}, { paper: "letter" }, "must not be swiss on other paper than a4, or from right to left"],
    [{}, { locale: "ar" }, "must not be swiss on other paper than a4, or from right to left"],
    [
      ...[{}, { from: { name: "Seller", address: "Street 1" } }],
      "must not be swiss without postal_code, city and country of from",
    ],
    [{ iban: german }, {}, "body.payment.iban"],
    [{ iban: undefined }, {}, "body.payment.iban"],
  ] as [Partial<PaymentFields>, Partial<CommonBody>, string][])(
    "is refused: %#",
    async (fields, body, message) => {
      await expect(read(fields, body)).rejects.toThrow(message);
    },
  );
});
