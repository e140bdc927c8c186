import { oneOf, type Static, t } from "hub";
import { isCreditorReference, readIban } from "hub/bank";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { formatAmount, parseAmount } from "./money.ts";

const party = {
  name: text(70, "Name"),
  street: t.Optional(text(70, "Street")),
  house_number: t.Optional(text(16, "House number")),
  postal_code: text(16, "Postal code, without country code"),
  city: text(35, "City"),
  country: t.String({ pattern: "^[A-Z]{2}$", description: "Country code, such as `CH`" }),
};

export const swissBillSchema = t.Object(
  {
    type: kind("swiss_bill"),
    iban: text(42, "IBAN or QR-IBAN of the creditor, in Switzerland or Liechtenstein"),
    creditor: t.Object(party, { additionalProperties: false, description: "The recipient" }),
    amount: t.Optional(
      t.Number({
        minimum: 0.01,
        maximum: 999_999_999.99,
        description: "Amount with at most two decimals; if omitted, the payer enters it",
      }),
    ),
    currency: oneOf(["CHF", "EUR"], { default: "CHF", description: "Currency of the amount" }),
    debtor: t.Optional(
      t.Object(party, { additionalProperties: false, description: "The payer, if known" }),
    ),
    reference: t.Optional(
      text(
        35,
        "With a QR-IBAN, the QR reference of 27 digits; otherwise an RF reference. Spaces are removed",
      ),
    ),
    message: t.Optional(text(140, "Note to the creditor")),
    billing: t.Optional(text(140, "Structured billing information, such as `//S1/…`")),
  },
  {
    additionalProperties: false,
    description:
      "The code of a Swiss QR-bill, drawn with the Swiss cross and error correction M unless a logo or level is given. On paper it measures 46 mm",
  },
);

type SwissBill = Static<typeof swissBillSchema>;
type Party = SwissBill["creditor"];

/** Returns the lines of the Swiss Implementation Guidelines QR-bill, version 2.3. */
export function swissBillText(bill: SwissBill, refuse: Refuse): string {
  const iban = readIban(bill.iban);
  if ("fault" in iban) return refuse("iban", iban.fault, bill.iban);
  if (!/^(?:CH|LI)/.test(iban.iban)) refuse("iban", "must be of CH or LI", bill.iban);
  const reference = bill.reference?.replaceAll(" ", "").toUpperCase();
  const referenceType = checkReference(iban.iban, reference, refuse);
  const lines = [
    "SPC",
    "0200",
    "1",
    iban.iban,
    ...writeParty(bill.creditor),
    ...writeParty(),
    bill.amount === undefined ? "" : formatAmount(bill.amount, refuse),
    bill.currency,
    ...writeParty(bill.debtor),
    referenceType,
    reference ?? "",
    bill.message ?? "",
    "EPD",
    ...(bill.billing === undefined ? [] : [bill.billing]),
  ];
  // The guideline's character set: Latin letters of Unicode's first blocks, some Romanian ones and the euro sign.
  const wrong = lines.find((line) => /[^ -~\u00a0-\u017f\u0218-\u021b\u20ac]/.test(line));
  if (wrong !== undefined)
    refuse("type", "must have only Latin letters on one line in each field", wrong);
  const { length } = lines.join("\n");
  if (length > 997) refuse("message", `must be ${length - 997} characters shorter with the rest`);
  return lines.join("\n");
}

/** Parses the lines of a QR-bill with structured addresses. */
export function parseSwissBill(text: string): Parsed | undefined {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines[0] !== "SPC" || !lines[1]?.startsWith("02") || lines.length < 31) return undefined;
  const line = (index: number) => lines[index]?.trim() || undefined;
  const readParty = (from: number) =>
    line(from) === undefined
      ? undefined
      : present({
          name: line(from + 1),
          street: line(from + 2),
          house_number: line(from + 3),
          postal_code: line(from + 4),
          city: line(from + 5),
          country: line(from + 6),
        });
  return present({
    type: "swiss_bill",
    iban: line(3),
    creditor: readParty(4),
    amount: parseAmount(line(18)),
    currency: line(19),
    debtor: readParty(20),
    reference: line(28),
    message: line(29),
    billing: line(31),
  });
}

function writeParty(party?: Party): string[] {
  if (!party) return Array.from({ length: 7 }, () => "");
  const { name, street = "", house_number = "", postal_code, city, country } = party;
  return ["S", name, street, house_number, postal_code, city, country];
}

/** Returns the type of the reference, which depends on the kind of IBAN. */
function checkReference(
  iban: string,
  reference: string | undefined,
  refuse: Refuse,
): "QRR" | "SCOR" | "NON" {
  const institution = Number(iban.slice(4, 9));
  if (institution >= 30_000 && institution <= 31_999) {
    if (reference === undefined || !isQrReference(reference))
      refuse("reference", "must be a QR reference of 27 digits with a QR-IBAN", reference);
    return "QRR";
  }
  if (reference === undefined) return "NON";
  if (!isCreditorReference(reference))
    refuse("reference", "must be an RF reference, unless the IBAN is a QR-IBAN", reference);
  return "SCOR";
}

/** Checks 27 digits with a recursive modulo 10 check digit. */
function isQrReference(reference: string): boolean {
  if (!/^\d{27}$/.test(reference)) return false;
  const table = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
  let carry = 0;
  for (const digit of reference.slice(0, -1)) carry = table[(carry + Number(digit)) % 10] ?? 0;
  return (10 - carry) % 10 === Number(reference.at(-1));
}
