import { describe, expect, test } from "bun:test";
import {
  epcText,
  isCreditorReference,
  isQrIban,
  isQrReference,
  readIban,
  type SwissBill,
  swissBillText,
  type Transfer,
} from "./bank.ts";

// Examples of the SWIFT registry.
test.each([
  "DE89370400440532013000",
  "GB29NWBK60161331926819",
  "FR1420041010050500013M02606",
  "MT84MALT011000012345MTLCAST001S",
  "NO9386011117947",
  "SA0380000000608010167519",
])("%s is an IBAN", (iban) => {
  expect(readIban(iban.toLowerCase())).toEqual({ iban });
});

test("detects two swapped letters", () => {
  expect(readIban("DE89370400440532010300")).toHaveProperty("fault");
  expect(isCreditorReference("RF18539007547034")).toBe(true);
  expect(isCreditorReference("RF18539007547043")).toBe(false);
});

test("each SEPA country has its length", () => {
  expect(readIban("DE8937040044053201300")).toEqual({
    fault: "must have 22 characters, as all IBANs of DE",
  });
  expect(readIban("DE88370400440532013000")).toEqual({
    fault: "must be an IBAN whose check digits are right (ISO 13616)",
  });
  expect(readIban("D989370400440532013000")).toEqual({
    fault: "must be an IBAN: two letters, two digits, then letters and digits",
  });
});

/** Collects the refusals of a formatter, which stops at the first one. */
function collect<Fields extends string>(
  format: (refuse: (...fault: unknown[]) => never) => string,
) {
  const faults: [Fields, string, unknown?][] = [];
  const refuse = (...fault: unknown[]): never => {
    faults.push(fault as (typeof faults)[number]);
    throw new Error("refused");
  };
  try {
    return format(refuse);
  } catch {
    return faults[0];
  }
}

describe("a SEPA transfer", () => {
  const transfer: Transfer = { name: "Wikimedia", iban: "DE33 1002 0500 0001 1947 00" };
  const format = (fields: Partial<Transfer>) =>
    collect((refuse) => epcText({ ...transfer, ...fields }, refuse));

  test("has the lines of EPC069-12, without empty ones at the end", () => {
    expect(format({})).toBe("BCD\n002\n1\nSCT\n\nWikimedia\nDE33100205000001194700");
    expect(
      format({ bic: "bfswde33ber", amount: 10.5, purpose: "char", information: "Thanks" }),
    ).toBe(
      "BCD\n002\n1\nSCT\nBFSWDE33BER\nWikimedia\nDE33100205000001194700\nEUR10.50\nCHAR\n\n\nThanks",
    );
    expect(format({ reference: "rf18 5390 0754 7034" })).toEndWith("\n\n\nRF18539007547034");
    expect(format({ reference: "Invoice-7" })).toEndWith("\n\n\nINVOICE-7");
    expect(format({ remittance: "Gift" })).toEndWith("\n\n\n\nGift");
  });

  test("is refused with the field and the value", () => {
    expect(format({ iban: "DE1" })?.[0]).toBe("iban");
    expect(format({ amount: 1.005 })).toEqual(["amount", "must have two decimals at most", 1.005]);
    expect(format({ bic: "ABC" })).toEqual(["bic", "must be a BIC of 8 or 11 characters", "ABC"]);
    expect(format({ purpose: "TOOLONG" })?.[0]).toBe("purpose");
    expect(format({ reference: "Rechnung №" })?.[0]).toBe("reference");
    expect(format({ reference: "RF19539007547034" })?.[1]).toContain("ISO 11649");
    expect(format({ reference: "A1", remittance: "Gift" })?.[0]).toBe("remittance");
    for (const field of ["name", "remittance", "information"] as const)
      expect(format({ [field]: "a\tb" })).toEqual([
        field,
        "must be one line without control characters",
        "a\tb",
      ]);
  });

  test("has at most 331 bytes", () => {
    const rest = Buffer.byteLength(String(format({ name: "", information: "!" }))) - 1;
    expect(String(format({ name: "", information: "x".repeat(331 - rest) }))).toHaveLength(331);
    expect(format({ name: "", information: "x".repeat(332 - rest) })).toEqual([
      "name",
      "and the other texts must have at most 331 bytes together: the whole has 332",
    ]);
  });
});

describe("a Swiss QR-bill", () => {
  const creditor = {
    name: "Robert Schneider AG",
    postal_code: "2501",
    city: "Biel",
    country: "CH",
  };
  const debtor = {
    ...{ name: "Pia Rutschmann", street: "Marktgasse", house_number: "28" },
    ...{ postal_code: "9400", city: "Rorschach", country: "CH" },
  };
  // From the Swiss Implementation Guidelines QR-bill.
  const qrIban = "CH44 3199 9123 0008 8901 2";
  const qrReference = "21 00000 00003 13947 14300 09017";
  const bill: SwissBill = { iban: "CH58 0079 1123 0008 8901 2", creditor, currency: "CHF" };
  const format = (fields: Partial<SwissBill>) =>
    collect((refuse) => swissBillText({ ...bill, ...fields }, refuse));

  test("has the lines of the guidelines", () => {
    expect(
      format({ iban: qrIban, amount: 1949.7, debtor, reference: qrReference, message: "Order" }),
    ).toBe(
      [
        "SPC\n0200\n1\nCH4431999123000889012",
        "S\nRobert Schneider AG\n\n\n2501\nBiel\nCH",
        "\n\n\n\n\n\n",
        "1949.70\nCHF",
        "S\nPia Rutschmann\nMarktgasse\n28\n9400\nRorschach\nCH",
        "QRR\n210000000003139471430009017\nOrder\nEPD",
      ].join("\n"),
    );
    expect(format({})).toEndWith("CHF\n\n\n\n\n\n\n\nNON\n\n\nEPD");
    expect(format({ reference: "RF18539007547034", billing: "//S1" })).toEndWith(
      "SCOR\nRF18539007547034\n\nEPD\n//S1",
    );
  });

  test("is refused with the field and the value", () => {
    expect(format({ iban: "CH1" })?.[0]).toBe("iban");
    expect(format({ iban: "DE33100205000001194700" })).toEqual([
      "iban",
      "must be of CH or LI",
      "DE33100205000001194700",
    ]);
    expect(format({ amount: 0.001 })?.[0]).toBe("amount");
    expect(format({ iban: qrIban })?.[1]).toBe(
      "must be a QR reference of 27 digits with a QR-IBAN",
    );
    expect(format({ iban: qrIban, reference: "210000000003139471430009018" })?.[0]).toBe(
      "reference",
    );
    expect(format({ reference: qrReference })?.[1]).toBe(
      "must be an RF reference, unless the IBAN is a QR-IBAN",
    );
    expect(format({ message: "Привет" })).toEqual([
      "type",
      "must have only Latin letters on one line in each field",
      "Привет",
    ]);
  });

  test("has at most 997 characters", () => {
    const rest = String(format({})).length;
    expect(String(format({ message: "x".repeat(997 - rest) }))).toHaveLength(997);
    expect(format({ message: "x".repeat(998 - rest) })).toEqual([
      "message",
      "must be 1 characters shorter with the rest",
    ]);
  });

  test("has a QR-IBAN if its institution is from 30000 to 31999", () => {
    const ibans = ["CH0029999", "CH0030000", "LI0031999", "CH0032000", "DE0030000"];
    expect(ibans.map(isQrIban)).toEqual([false, true, true, false, false]);
  });

  test("has a reference whose last digit detects each wrong digit", () => {
    const reference = "210000000003139471430009017";
    expect(isQrReference(reference)).toBe(true);
    for (let at = 0; at < 27; at++) {
      const digit = (Number(reference[at]) + 1) % 10;
      expect(isQrReference(reference.slice(0, at) + digit + reference.slice(at + 1))).toBe(false);
    }
    expect(isQrReference("0".repeat(27))).toBe(true);
    expect(isQrReference(reference.slice(1))).toBe(false);
  });
});
