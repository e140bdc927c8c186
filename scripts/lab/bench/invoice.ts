import { Value } from "@sinclair/typebox/value";
import { makeInvoice } from "../../../plugins/invoice/generate.ts";
import { type InvoiceBody, invoiceBody } from "../../../plugins/invoice/schema/bodies.ts";
import { compare } from "./compare.ts";

const times = 40;

const items = Array.from({ length: 8 }, (_, index) => ({
  description: `Consulting in week ${index + 1}`,
  quantity: 5 + index,
  unit_price: 92.5,
}));

const body = {
  invoice_number: "INV-2026-001",
  from: { name: "Northwind Studio", address: "12 Harbour Street\nDublin" },
  to: { name: "Acme Trading Company", address: "5 High Street\nCork" },
  items,
  tax_rate: 23,
  currency: "EUR",
  date: "2026-01-31",
  due_date: "2026-03-02",
  notes: "Thank you for your business.",
};

/** Measures a one-page Latin invoice, from fields to bytes, against pdfkit drawing the same texts. */
export async function benchInvoice(): Promise<Record<string, string>> {
  const { default: PDFDocument } = await import(
    `${import.meta.dir}/../node_modules/pdfkit/js/pdfkit.js`
  );
  const font = (weight: number) =>
    Bun.resolveSync(
      `@fontsource/noto-sans/files/noto-sans-latin-${weight}-normal.woff`,
      `${import.meta.dir}/../../../core`,
    );
  let count = 0;
  const ours = async () => {
    count++;
    // Each invoice differs, as in real traffic.
    const own = { ...body, invoice_number: `INV-${count}`, notes: `${body.notes} No. ${count}` };
    const whole = Value.Default(invoiceBody, own) as InvoiceBody;
    const net = (() => Promise.reject(new Error("There is no logo"))) as never;
    const numbers = undefined as never;
    const reply = await makeInvoice(whole, { response: "binary", pdf: true, now: 0, net, numbers });
    return reply.body as Uint8Array;
  };
  const kit = (embedded: boolean) => () => drawn(new PDFDocument({ size: "A4" }), embedded && font);
  const [own, standard, embedded] = await compare([ours, kit(false), kit(true)], { times });
  const bytes = await ours();
  return {
    "our invoice": `${own.toFixed(2)} ms, ${bytes.length} bytes`,
    "pdfkit, Helvetica without embedding": `${standard.toFixed(2)} ms`,
    "pdfkit, Noto Sans": `${embedded.toFixed(2)} ms`,
    "ours / pdfkit with Helvetica (at most 1.2)": (own / standard).toFixed(2),
    "ours / pdfkit with Noto Sans": (own / embedded).toFixed(2),
  };
}

/** Draws the same texts at about the same positions. */
function drawn(
  // biome-ignore lint/suspicious/noExplicitAny: pdfkit is installed separately, without its types
  pdf: any,
  font: false | ((weight: number) => string),
): Promise<{ length: number }> {
  const [plain, bold] = font ? [font(400), font(700)] : ["Helvetica", "Helvetica-Bold"];
  const { promise, resolve } = Promise.withResolvers<{ length: number }>();
  const chunks: Uint8Array[] = [];
  pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  pdf.on("end", () => resolve(Buffer.concat(chunks)));
  const at = (text: string, x: number, y: number, options = {}) => pdf.text(text, x, y, options);
  pdf.font(bold).fontSize(17);
  at(body.from.name, 54, 54);
  pdf.fontSize(25);
  at("Invoice", 300, 50, { width: 240, align: "right" });
  pdf.font(plain).fontSize(9);
  for (const [column, party] of [body.from, body.to].entries())
    at(`${party.name}\n${party.address}`, 54 + column * 165, 120);
  at("Date\nDue date", 384, 120);
  at("Jan 31, 2026\nMar 2, 2026", 384, 120, { width: 157, align: "right" });
  for (const [row, { description, quantity, unit_price }] of items.entries()) {
    const y = 220 + row * 22;
    at(description, 54, y);
    at(String(quantity), 320, y, { width: 60, align: "right" });
    at(unit_price.toFixed(2), 390, y, { width: 60, align: "right" });
    at((quantity * unit_price).toFixed(2), 460, y, { width: 80, align: "right" });
    pdf
      .moveTo(54, y + 16)
      .lineTo(540, y + 16)
      .stroke();
  }
  for (const [row, label] of ["Subtotal", "Tax 23%", "Total"].entries()) {
    at(label, 300, 420 + row * 18);
    at("€6,290.00", 400, 420 + row * 18, { width: 140, align: "right" });
  }
  at(body.notes, 54, 500);
  at("Page 1 of 1", 440, 780, { width: 100, align: "right", lineBreak: false });
  pdf.end();
  return promise;
}
