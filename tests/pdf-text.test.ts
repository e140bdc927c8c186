import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { tmpdir } from "node:os";
import { isFullDepth, isMissing, json, sampleCases, testHub } from "hub/testing";
import { withPdfium } from "../plugins/pdf/engines/pdfium.ts";
import { readItems } from "../plugins/pdf/redact/verify.ts";
import { sampleBase64 } from "../plugins/pdf/sample.ts";

// Engines are slow on a busy machine.
setDefaultTimeout(30_000);

const plugins = `${import.meta.dir}/../plugins`;
const [pdf, invoice] = await Promise.all([
  testHub(`${plugins}/pdf`),
  testHub(`${plugins}/invoice`),
]);

const sentences = {
  Arabic: "فاتورة التاريخ الإجمالي سلام لا إله",
  "Arabic with its vowels": "هٰذَا مُحَمَّدٌ وَكِتَابٌ جَدِيد",
  "Arabic in brackets": "شركة (ذ.م.م) الخليج",
  Persian: "صورت‌حساب می‌خواهم گچ پژ ژاله",
  Urdu: "رسید کی تاریخ ہے ٹڈڑ ں ھ",
  Hebrew: "חשבונית שלום עולם",
  "Hebrew in brackets": "חברה [בע״מ] ישראל (א)",
  "Hebrew with points": "שָׁלוֹם בְּרֵאשִׁית",
  Hindi: "हिन्दी में क्षेत्रीय बीजक श्री शक्ति",
  Vietnamese: "Hoá đơn: Nguyễn Trường Đại học",
  "Vietnamese in pieces": "Nguyễn Trường".normalize("NFD"),
  Greek: "Τιμολόγιο Ωμέγα ΐ",
  Russian: "Счёт-фактура подъём й",
  Japanese: "請求書 株式会社 ガギグ が",
  Chinese: "发票 总计 人民币",
  Korean: "청구서 합계 금액",
  "letters that fonts join": "office affluent fjord x\u0323\u0302",
  pictures: "☂ ✓ 🎉 ok",
};

const writers: Record<string, (text: string) => Promise<Uint8Array>> = {
  async invoice(text) {
    const party = { name: "A", address: "B" };
    const items = [{ description: text, quantity: 1, unit_price: 1 }];
    const locale = /\p{Script=Arabic}/u.test(text)
      ? "ar"
      : /\p{Script=Hebrew}/u.test(text)
        ? "he"
        : "en";
    const body = { invoice_number: "1", from: party, to: party, currency: "EUR", items, locale };
    return (await invoice.post("/api/invoice/generate", body)).bytes();
  },
  async stamp(text) {
    const body = { file_base64: sampleBase64, text, rotation: 0, font_size: 12, pages: "1" };
    return (await pdf.post("/api/pdf/watermark", body)).bytes();
  },
};

const readers: Record<string, (bytes: Uint8Array) => Promise<string>> = {
  async "pdf.js"(bytes) {
    const pages = await readItems(bytes);
    return pages.flatMap((items) => items.map(({ text }) => text)).join("");
  },
  async pdfium(bytes) {
    return withPdfium(bytes, ({ engine, document }) => {
      const page = engine.FPDFText_LoadPage(engine.FPDF_LoadPage(document, 0));
      const codes = Array.from({ length: engine.FPDFText_CountChars(page) }, (_, index) =>
        engine.FPDFText_GetUnicode(page, index),
      );
      return String.fromCodePoint(...codes);
    });
  },
  async pdftotext(bytes) {
    const file = `${tmpdir()}/utilhub-pdf-text-${Bun.randomUUIDv7()}.pdf`;
    await Bun.write(file, bytes);
    const text = await new Response(Bun.spawn(["pdftotext", file, "-"]).stdout).text();
    // It adds direction marks, which aren't in the file.
    return text.replace(/[\u202A-\u202E]/g, "");
  },
};

describe.each(Object.keys(readers))("%s reads the", (reader) => {
  const lacks = reader === "pdftotext" && isMissing(reader, { from: "poppler-utils" });
  const cases = Object.keys(writers).flatMap((writer) =>
    Object.entries(sentences).map(([kind, text]) => ({ writer, kind, text })),
  );
  // By default different cases for each reader.
  const all = Object.keys(readers);
  const own = cases.filter((_, at) => isFullDepth || at % all.length === all.indexOf(reader));
  test.skipIf(lacks).each(sampleCases(own, 7))(
    "text of an $writer: $kind",
    async ({ writer, text }) => {
      const read = await readers[reader]!(await writers[writer]!(text));
      expect(plain(read)).toContain(plain(text));
    },
  );
});

const parties = {
  from: {
    name: "شركة (ذ.م.م)",
    address: "Street 1",
    postal_code: "8000",
    city: "Zürich",
    country: "CH",
  },
  to: { name: "Grüße 請求書", address: "Road 2", country: "DE" },
};
const invoiceBody = {
  invoice_number: "7",
  ...parties,
  items: [{ description: "बीजक\nमुंबई", quantity: 2, unit_price: 10, tax_rate: 19 }],
  currency: "EUR",
  tax_rate: 7,
  notes: "- one\n- two",
  payment: { iban: "CH9300762011623852957", link: "https://pay.example/7", qr: "link" },
  logo_base64: btoa(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4" opacity=".5"/></svg>',
  ),
};
const german = {
  ...invoiceBody,
  from: { ...parties.from, country: "DE", tax_id: "DE123456788", email: "a@example.com" },
  payment_terms: "soon",
};
const unnumbered = { ...invoiceBody, invoice_number: undefined, payment: undefined };
const documents: Record<string, [path: string, body: object]> = {
  "an invoice": ["generate", { ...invoiceBody, template: "modern", status_stamp: "paid" }],
  "a Factur-X invoice": ["einvoice", { invoice: { ...german, template: "minimal" } }],
  "a receipt on a roll": ["receipt", { ...unnumbered, receipt_number: "1", format: "thermal58" }],
  "a quote": ["quote", { ...unnumbered, quote_number: "1", template: "compact", locale: "ar" }],
  "a Swiss QR-bill": [
    "generate",
    {
      ...invoiceBody,
      to: { name: "Acme", address: "" },
      payment: { iban: "CH9300762011623852957", beneficiary: "Seller", qr: "swiss" },
    },
  ],
  "an invoice with data": ["generate", { ...invoiceBody, attach_json: true, locale: "he" }],
};

test.each(sampleCases(Object.keys(documents), 3))(
  "%s meets PDF/A-3b and PDF/UA-1",
  async (name) => {
    const [path, body] = documents[name] ?? ["", {}];
    const made = await invoice.post(`/api/invoice/${path}`, body);
    if (!made.ok) throw new Error(await made.text());
    const file_base64 = (await made.bytes()).toBase64();
    for (const profile of ["pdfa-3b", "pdfua-1"]) {
      const answer = await json(await pdf.post("/api/pdf/check", { file_base64, profile }));
      expect(answer).toMatchObject({ claims: ["pdfa-3b", "pdfua-1"], violations: [] });
    }
  },
);

test("extracted letters don't depend on earlier ones", async () => {
  const first = await writers.stamp!("بيت");
  await writers.stamp!("ٮٮٮ تثن");
  expect(await writers.stamp!("بيت")).toEqual(first);
});

test.each(["سلام", "(ذ.م.م)"])("%s is found in an Arabic stamp, and redacted", async (term) => {
  const file_base64 = (await writers.stamp!(`فاتورة ${term} التاريخ`)).toBase64();
  const body = { file_base64, terms: [term] };
  const left = await (await pdf.post("/api/pdf/redact", body)).bytes();
  const text = plain((await readItems(left))[0]!.map((item) => item.text).join(""));
  const words = ["فاتورة", "التاريخ", ...(term.match(/\p{L}+/gu) ?? [])];
  expect(words.filter((word) => text.includes(word))).toEqual(["فاتورة", "التاريخ"]);
});

/** Normalises composed letters and spaces. */
function plain(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ");
}
