import { describe, expect, test } from "bun:test";
import { parsePayload, payloadText } from "./payload.ts";
import type { Payload } from "./request.ts";

const write = (payload: object) => payloadText(payload as Payload);

describe("pix", () => {
  const pix = {
    type: "pix",
    key: "123e4567-e12b-12d1-a456-426655440000",
    name: "Fulano de Tal",
    city: "BRASILIA",
  };

  // The example of Banco Central's "Manual do BR Code".
  test("writes the static code of the manual with its checksum", () => {
    expect(write(pix)).toBe(
      "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D",
    );
  });

  test("removes accents and the punctuation of a key", () => {
    const text = write({ ...pix, key: "529.982.247-25", city: "São Paulo", amount: 0.1 });
    expect(parsePayload(text)).toEqual({
      type: "pix",
      key: "52998224725",
      name: "Fulano de Tal",
      city: "Sao Paulo",
      amount: 0.1,
    });
    expect(write({ ...pix, key: "11.222.333/0001-81" })).toContain("011411222333000181");
    expect(write({ ...pix, key: "+55 (11) 91234-5678" })).toContain("0114+5511912345678");
  });

  test.each([
    [{ key: "529.982.247-26" }, "key must be a CPF or CNPJ with valid check digits"],
    [{ key: "111.111.111-11" }, "key must be"],
    [{ key: "11.222.333/0001-82" }, "key must be"],
    [{ name: "日本" }, "name must have only ASCII characters and accents"],
    [{ amount: 1.005 }, "amount must have two decimals at most"],
    [{ reference: "a-b" }, "reference must be letters and digits"],
    [{ description: "x".repeat(60) }, "description must be 23 characters shorter"],
  ])("rejects %j", (fields, message) => {
    expect(() => write({ ...pix, ...fields })).toThrow(`body.payload.${message}`);
  });
});

describe("upi", () => {
  const upi = { type: "upi", address: "shop@okbank", name: "A & B" };

  test("writes a link that pays in rupees", () => {
    expect(write({ ...upi, amount: 1 })).toBe(
      "upi://pay?pa=shop@okbank&pn=A%20%26%20B&am=1.00&cu=INR",
    );
  });

  test.each([
    [{ address: "shop" }, 'address must be a UPI address such as "shop@bank"'],
    [{ address: "shop@bank&am=1" }, "address must be"],
    [{ reference: "a b" }, "reference must be"],
    [{ merchant_code: "12" }, "merchant_code must have four digits"],
  ])("rejects %j", (fields, message) => {
    expect(() => write({ ...upi, ...fields })).toThrow(`body.payload.${message}`);
  });
});

describe("swiss_bill", () => {
  const bill = {
    type: "swiss_bill",
    iban: "CH58 0079 1123 0008 8901 2",
    currency: "CHF",
    creditor: { name: "Robert Schneider AG", postal_code: "2501", city: "Biel", country: "CH" },
  };

  test("writes a line for each element, also for empty ones", () => {
    expect(
      write({ ...bill, reference: "RF18 5390 0754 7034", amount: 199.95 }).split("\n"),
    ).toEqual(
      ["SPC", "0200", "1", "CH5800791123000889012"].concat(
        ["S", "Robert Schneider AG", "", "", "2501", "Biel", "CH"],
        Array.from({ length: 7 }, () => ""),
        ["199.95", "CHF"],
        Array.from({ length: 7 }, () => ""),
        ["SCOR", "RF18539007547034", "", "EPD"],
      ),
    );
    expect(write(bill)).toContain("\nNON\n\n\nEPD");
  });

  test.each([
    [{ iban: "DE89370400440532013000" }, "iban must be of CH or LI"],
    [{ iban: "CH5800791123000889013" }, "iban must be an IBAN whose check digits are right"],
    [{ iban: "CH4431999123000889012" }, "reference must be a QR reference of 27 digits"],
    [
      { iban: "CH4431999123000889012", reference: "210000000003139471430009018" },
      "reference must be a QR reference",
    ],
    [{ reference: "210000000003139471430009017" }, "reference must be an RF reference"],
    [{ message: "日本" }, "type must have only Latin letters"],
    [{ message: "a\nb" }, "type must have only Latin letters on one line"],
    [{ amount: 0.005 }, "amount must have two decimals"],
  ])("rejects %j", (fields, message) => {
    expect(() => write({ ...bill, ...fields })).toThrow(`body.payload.${message}`);
  });
});

describe("gs1", () => {
  test("writes the path in the order of the standard", () => {
    const gs1 = { type: "gs1", gtin: "9506000134352", base: "https://id.gs1.org/" };
    expect(write({ ...gs1, serial: "1/2", lot: "L1", expiry: "2026-12-31" })).toBe(
      "https://id.gs1.org/01/09506000134352/10/L1/21/1%2F2?17=261231",
    );
    expect(() => write({ ...gs1, gtin: "9506000134353" })).toThrow("valid check digit");
    expect(() => write({ ...gs1, base: "example.com" })).toThrow("base must be an http");
  });

  test("isn't seen in any other URL", () => {
    for (const url of ["https://example.com/01/12345678", "https://example.com/a/01/1"])
      expect(parsePayload(url)).toEqual({ type: "url", url });
  });
});

test("whatsapp needs a number with a country code", () => {
  expect(write({ type: "whatsapp", number: "+49 151 1234-5678" })).toBe(
    "https://wa.me/4915112345678",
  );
  for (const number of ["0151 12345678", "+49 (0)151 12345678", "+49"])
    expect(() => write({ type: "whatsapp", number })).toThrow("number must be a number with +");
});

test("wifi accepts the names that routers show", () => {
  const wifi = { type: "wifi", ssid: "a", password: "12345678", hidden: false };
  expect(write({ ...wifi, security: "WPA3" })).toBe("WIFI:T:SAE;S:a;P:12345678;;");
  expect(write({ ...wifi, security: "WPA2" })).toBe("WIFI:T:WPA;S:a;P:12345678;;");
});
