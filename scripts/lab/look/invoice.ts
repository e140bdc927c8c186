/** Draws invoices with every template into .look/invoice as PDF and PNG, for visual inspection. */
import { mkdir, rm } from "node:fs/promises";
import { testHub } from "../../../core/testing/mod.ts";
import { logo, samples } from "./invoice-samples.ts";

const folder = new URL("../../../.look/invoice/", import.meta.url).pathname;
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const hub = await testHub(new URL("../../../plugins/invoice", import.meta.url).pathname);
const only = Bun.argv[2] ?? "";

for (const template of ["classic", "modern", "minimal", "compact"])
  for (const [locale, body] of Object.entries(samples))
    await draw(`${template}-${locale}`, "generate", {
      ...body,
      template,
      ...(locale === "en" && { logo_base64: logo }),
      ...(locale === "ja" && { status_stamp: "paid" }),
    });

const { en } = samples;
const many = Array.from({ length: 60 }, (_, index) => ({
  description:
    index % 7 === 3 ? `Part ${index + 1}\nWith a second line of details` : `Part ${index + 1}`,
  quantity: 1 + (index % 4),
  unit_price: 10 + index * 1.37,
}));
for (const template of ["classic", "modern", "minimal", "compact"])
  await draw(`long-${template}`, "generate", {
    ...en,
    items: many,
    template,
    notes: "A note. ".repeat(120),
  });

for (const format of ["a4", "thermal80", "thermal58"])
  await draw(`receipt-${format}`, "receipt", {
    ...without(en, "payment", "due_date"),
    payment_method: "cash",
    amount_paid: undefined,
    amount_tendered: 6000,
    format,
    ...(format === "thermal80" && { logo_base64: logo }),
  });
for (const template of ["classic", "modern"])
  await draw(`quote-${template}`, "quote", {
    ...without(en, "payment", "due_date", "amount_paid", "payment_terms"),
    items: en.items.map((item, index) => ({ ...item, optional: index === 3 })),
    terms: "Prices hold for 30 days. Half is due at the start, the rest on delivery.",
    template,
  });

const stress = {
  ...en,
  from: {
    ...en.from,
    name: "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen GmbH & Co. KG",
  },
  to: {
    ...en.to,
    name: "A Company With a Rather Long Name of Many Words, International (Holdings) PLC",
  },
  custom_fields: ["Project", "Cost centre", "Contact", "Contract", "Period"].map(
    (label, index) => ({
      label,
      value: index === 3 ? "Framework agreement of 14 March 2024, annex B" : `Value ${index + 1}`,
    }),
  ),
  items: [
    {
      description: "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz".repeat(3),
      quantity: 1234567.5,
      unit: "pallets",
      unit_price: 98765.4321,
    },
    {
      description: `A long story. ${"It goes on and on, line after line. ".repeat(40)}`,
      quantity: 1,
      unit_price: 1,
    },
    {
      description: "Gemischt: عربي and 日本語 and עברית 🎉",
      quantity: -2,
      unit_price: 10,
      discount: 25,
    },
  ],
  amount_paid: 0,
  payment_terms:
    "Payable within 30 days of the date of issue, without deduction, to the account named below.",
  status_stamp: "overdue",
  currency: "USD",
  payment: {
    instructions: "Wire transfer to First National Bank, routing 021000021, account 1234567890.",
  },
};
for (const template of ["classic", "modern", "minimal", "compact"])
  await draw(`stress-${template}`, "generate", {
    ...stress,
    template,
    paper: "letter",
    accent_color: "B4530A",
  });
await draw("yellow-modern", "generate", { ...en, template: "modern", accent_color: "FFD60A" });
for (const [locale, template] of [
  ["he", "modern"],
  ["zh", "classic"],
  ["ru", "minimal"],
  ["el", "compact"],
])
  await draw(`${locale}-${template}`, "generate", {
    ...en,
    locale,
    template,
    tax_label: undefined,
  });
await draw("receipt-ar-thermal80", "receipt", {
  ...samples.ar,
  payment: undefined,
  due_date: undefined,
  format: "thermal80",
  payment_method: "card",
  card_last4: "4242",
});
await draw("quote-ja", "quote", {
  ...samples.ja,
  payment: undefined,
  due_date: undefined,
  template: "minimal",
  terms: "本見積の有効期限内にご発注ください。",
});
await draw("credit-de", "einvoice", {
  invoice: { ...en, locale: "de", template: "classic", from: { ...en.from }, to: { ...en.to } },
  type: "381",
  preceding_invoice: { number: "INV-2026-0041" },
});

function without(body: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

async function draw(name: string, path: string, body: object): Promise<void> {
  if (!name.includes(only)) return;
  const response = await hub.post(`/api/invoice/${path}`, body);
  if (!response.ok) {
    console.error(name, await response.text());
    return;
  }
  const file = `${folder}${name}.pdf`;
  await Bun.write(file, await response.bytes());
  Bun.spawnSync(["pdftoppm", "-r", "70", "-png", file, file.slice(0, -4)]);
}
