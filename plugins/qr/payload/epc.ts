import { type Static, t } from "hub";
import { isCreditorReference, readIban } from "./iban.ts";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";

/** What a code of version 13 and level M holds, the largest that EPC069-12 allows. */
const bytesMax = 331;

export const epcSchema = t.Object(
  {
    type: kind("epc"),
    name: text(70, "Who gets the money"),
    iban: text(42, "Their account; blanks are left out"),
    bic: t.Optional(text(11, "Their bank: 8 or 11 characters, needed outside the EEA alone")),
    amount: t.Optional(
      t.Number({
        minimum: 0.01,
        maximum: 999_999_999.99,
        description: "Euros, with two decimals at most; without it the payer fills it in",
      }),
    ),
    purpose: t.Optional(text(4, "Code of ISO 20022 such as `CHAR`")),
    reference: t.Optional(text(35, "Structured reference such as `RF18539007547034`")),
    remittance: t.Optional(text(140, "Free text instead of a reference")),
    information: t.Optional(text(70, "A note to the payer")),
  },
  { additionalProperties: false, description: "A SEPA credit transfer (EPC069-12, GiroCode)" },
);

type Epc = Static<typeof epcSchema>;

/** Writes version 002 of EPC069-12, in UTF-8. */
export function epcText(epc: Epc, refuse: Refuse): string {
  const read = readIban(epc.iban);
  if ("fault" in read) refuse("iban", read.fault, epc.iban);
  const lines = [
    "BCD",
    "002",
    "1",
    "SCT",
    bic(epc, refuse),
    epc.name,
    read.iban,
    amount(epc, refuse),
    purpose(epc, refuse),
    reference(epc, refuse),
    epc.remittance ?? "",
    epc.information ?? "",
  ];
  checkLines(epc, refuse);
  // What is empty at the end is left out, and so is the last line's break.
  while (lines.at(-1) === "") lines.pop();
  const written = lines.join("\n");
  const bytes = Buffer.byteLength(written);
  if (bytes > bytesMax)
    refuse(
      "name",
      `and the other texts must have at most ${bytesMax} bytes together: the whole has ${bytes}`,
    );
  return written;
}

/** Reads versions 001 and 002. */
export function parseEpc(text: string): Parsed | undefined {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines[0] !== "BCD" || lines[3] !== "SCT") return undefined;
  const line = (index: number) => lines[index]?.trim() || undefined;
  const money = line(7);
  const value = money?.startsWith("EUR") ? Number(money.slice(3)) : Number.NaN;
  return present({
    type: "epc",
    name: line(5),
    iban: line(6),
    bic: line(4),
    amount: Number.isNaN(value) ? undefined : value,
    purpose: line(8),
    reference: line(9),
    remittance: line(10),
    information: line(11),
  });
}

function checkLines(epc: Epc, refuse: Refuse): void {
  for (const field of ["name", "remittance", "information"] as const)
    for (const char of epc[field] ?? "")
      if (char < " ") refuse(field, "must be one line without control characters", epc[field]);
}

function bic({ bic }: Epc, refuse: Refuse): string {
  const code = (bic ?? "").toUpperCase();
  // ISO 9362: bank, country, place, and a branch that may be left out.
  if (code && !/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code))
    refuse("bic", "must be a BIC of 8 or 11 characters", bic);
  return code;
}

function amount({ amount }: Epc, refuse: Refuse): string {
  if (amount === undefined) return "";
  if (Math.round(amount * 100) / 100 !== amount)
    refuse("amount", "must have two decimals at most", amount);
  return `EUR${amount.toFixed(2)}`;
}

function purpose({ purpose }: Epc, refuse: Refuse): string {
  const code = (purpose ?? "").toUpperCase();
  if (code && !/^[A-Z0-9]{1,4}$/.test(code))
    refuse("purpose", "must be letters and digits", purpose);
  return code;
}

function reference({ reference, remittance }: Epc, refuse: Refuse): string {
  if (reference === undefined) return "";
  if (remittance !== undefined)
    refuse("remittance", "must be left out where there is a reference", remittance);
  const compact = reference.replaceAll(" ", "").toUpperCase();
  if (!/^[A-Z0-9/?:().,'+-]+$/.test(compact))
    refuse("reference", "must be letters and digits", reference);
  if (compact.startsWith("RF") && !isCreditorReference(compact))
    refuse(
      "reference",
      "must be an RF reference whose check digits are right (ISO 11649)",
      reference,
    );
  return compact;
}
