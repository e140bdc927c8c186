import { type Static, t } from "hub";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { formatAmount, parseAmount } from "./money.ts";

export const pixSchema = t.Object(
  {
    type: kind("pix"),
    key: text(
      77,
      "Pix key of the recipient: CPF, CNPJ, email, telephone number with `+55`, or a random key",
    ),
    name: text(25, "Name of the recipient; accents are removed"),
    city: text(15, "City of the recipient; accents are removed"),
    amount: t.Optional(
      t.Number({
        minimum: 0.01,
        maximum: 9_999_999_999.99,
        description: "Amount in reais with at most two decimals; if omitted, the payer enters it",
      }),
    ),
    description: t.Optional(text(72, "Note that the payer sees; accents are removed")),
    reference: t.Optional(text(25, "Identifier of the transaction: letters and digits")),
  },
  { additionalProperties: false, description: "A payment in Brazil (static Pix code, BR Code)" },
);

/** Returns a static BR Code: EMV's merchant-presented format with Banco Central's fields. */
export function pixText(pix: Static<typeof pixSchema>, refuse: Refuse): string {
  const { amount, description, reference = "***" } = pix;
  if (pix.reference !== undefined && !/^[A-Za-z0-9]+$/.test(pix.reference))
    refuse("reference", "must be letters and digits", pix.reference);
  const plain = (field: "name" | "city" | "description") => removeAccents(field, pix, refuse);
  const account =
    writeField("00", domain) +
    writeField("01", normalizeKey(pix.key, refuse)) +
    (description === undefined ? "" : writeField("02", plain("description")));
  if (account.length > 99)
    refuse("description", `must be ${account.length - 99} characters shorter with this key`);
  const fields = [
    writeField("00", "01"),
    writeField("26", account),
    writeField("52", "0000"),
    writeField("53", "986"),
    amount === undefined ? "" : writeField("54", formatAmount(amount, refuse)),
    writeField("58", "BR"),
    writeField("59", plain("name")),
    writeField("60", plain("city")),
    writeField("62", writeField("05", reference)),
    "6304",
  ].join("");
  return fields + checksum(fields);
}

/** Parses a static BR Code. Its checksum isn't validated. */
export function parsePix(text: string): Parsed | undefined {
  if (!text.startsWith("000201")) return undefined;
  const fields = readFields(text);
  const account = readFields(fields?.get("26") ?? "");
  const key = account?.get("01");
  if (!fields || account?.get("00")?.toLowerCase() !== domain || key === undefined)
    return undefined;
  const reference = readFields(fields.get("62") ?? "")?.get("05");
  return present({
    type: "pix",
    key,
    name: fields.get("59"),
    city: fields.get("60"),
    amount: parseAmount(fields.get("54")),
    description: account.get("02"),
    reference: reference === "***" ? undefined : reference,
  });
}

const domain = "br.gov.bcb.pix";

function writeField(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, "0")}${value}`;
}

/** Returns the fields by number. Returns undefined unless they fill the text exactly. */
function readFields(text: string): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const header = text.slice(at, at + 4);
    if (!/^\d{4}$/.test(header)) return undefined;
    const end = at + 4 + Number(header.slice(2));
    if (end > text.length) return undefined;
    fields.set(header.slice(0, 2), text.slice(at + 4, end));
    at = end;
  }
  return fields;
}

/** The CRC-16 of EMV: polynomial 0x1021, initial value 0xFFFF. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

function removeAccents(
  field: "name" | "city" | "description",
  pix: Static<typeof pixSchema>,
  refuse: Refuse,
): string {
  const value = pix[field] ?? "";
  const plain = value.normalize("NFD").replace(/\p{M}/gu, "");
  if (!/^[ -~]+$/.test(plain)) refuse(field, "must have only ASCII characters and accents", value);
  return plain;
}

function normalizeKey(key: string, refuse: Refuse): string {
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(key)) return key.toLowerCase();
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(key)) return key.toLowerCase();
  const digits = key.replace(/[ ().\-/]/g, "");
  if (/^\+55\d{10,11}$/.test(digits)) return digits;
  if (isCpf(digits) || isCnpj(digits)) return digits;
  return refuse(
    "key",
    "must be a CPF or CNPJ with valid check digits, an email address, a number with +55, or a random key",
    key,
  );
}

function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  return [9, 10].every((count) => {
    const weights = Array.from({ length: count }, (_, index) => count + 1 - index);
    return Number(digits[count]) === ((weightedSum(digits, weights) * 10) % 11) % 10;
  });
}

function isCnpj(digits: string): boolean {
  if (!/^\d{14}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  return [12, 13].every((count) => {
    const rest = weightedSum(digits, weights.slice(13 - count)) % 11;
    return Number(digits[count]) === (rest < 2 ? 0 : 11 - rest);
  });
}

function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}
