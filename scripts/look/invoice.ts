/** Draws invoices of every template into .look/invoice as PDF and PNG, to be looked at. */
import { mkdir, rm } from "node:fs/promises";
import { testHub } from "../../core/testing.ts";
import { logo, samples } from "./invoice-samples.ts";

const folder = new URL("../../.look/invoice/", import.meta.url).pathname;
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const hub = await testHub(new URL("../../plugins/invoice", import.meta.url).pathname);
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
