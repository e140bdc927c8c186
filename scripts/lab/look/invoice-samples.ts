import { Resvg } from "@resvg/resvg-js";

const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="96" viewBox="0 0 360 96"><rect x="4" y="8" width="80" height="80" rx="20" fill="#0f766e"/><path d="M24 64V32l40 32V32" fill="none" stroke="#fff" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/><path d="M112 68V30h8l20 25V30h9v38h-8l-20-25v25zM166 30h9v38h-9zM190 68V30h8l20 25V30h9v38h-8l-20-25v25z" fill="#0f2f3a"/></svg>`;

/** A logo as a data URI. */
export const logo = `data:image/png;base64,${Buffer.from(new Resvg(mark).render().asPng()).toString("base64")}`;

/** The same business in several languages. */
export const samples = {
  en: {
    invoice_number: "INV-2026-0042",
    from: {
      name: "Northwind Studio Ltd",
      address: "12 Harbour Street",
      postal_code: "D02 X285",
      city: "Dublin",
      country: "IE",
      email: "accounts@northwind.example",
      tax_id: "IE6388047V",
    },
    to: {
      name: "Acme Trading Company",
      address: "Accounts Payable\n5 High Street",
      postal_code: "T12 AB34",
      city: "Cork",
      country: "IE",
    },
    items: [
      {
        description:
          "Design of the new website\nConcept, three rounds, hand-over of all source files",
        quantity: 12,
        unit: "h",
        unit_price: 85,
      },
      { description: "Front-end development", quantity: 38.5, unit: "h", unit_price: 92.5 },
      {
        description: "Hosting for one year",
        sku: "HOST-12",
        quantity: 1,
        unit_price: 240,
        tax_rate: 9,
      },
      { description: "Typeface licence, 5 seats", quantity: 5, unit_price: 49, discount: 10 },
    ],
    tax_rate: 23,
    tax_label: "VAT",
    currency: "EUR",
    discount: 5,
    shipping: 12.5,
    amount_paid: 500,
    date: "2026-01-31",
    due_date: "2026-03-02",
    purchase_order: "PO-7781",
    payment_terms: "30 days net",
    notes: "Thank you for your business. Please quote the invoice number with your payment.",
    payment: {
      iban: "IE29 AIBK 9311 5212 3456 78",
      bic: "AIBKIE2D",
      qr: "epc",
    },
  },
  ar: {
    locale: "ar",
    invoice_number: "INV-2026-0042",
    from: {
      name: "استوديو الشمال للتصميم",
      address: "شارع الملك فهد 12",
      city: "الرياض",
      country: "SA",
      email: "info@shamal.example",
      tax_id: "310122393500003",
    },
    to: {
      name: "شركة الخليج للتجارة (ذ.م.م)",
      address: "شارع الشيخ زايد 5",
      city: "دبي",
      country: "AE",
    },
    items: [
      {
        description: "تصميم الموقع الجديد\nالفكرة وثلاث جولات وتسليم جميع الملفات",
        quantity: 12,
        unit_price: 85,
      },
      { description: "تطوير الواجهة الأمامية (React)", quantity: 38.5, unit_price: 92.5 },
      { description: "استضافة لمدة سنة واحدة", quantity: 1, unit_price: 240 },
    ],
    tax_rate: 15,
    currency: "SAR",
    shipping: 20,
    date: "2026-01-31",
    due_date: "2026-03-02",
    notes: "شكرًا لتعاملكم معنا. يرجى ذكر رقم الفاتورة INV-2026-0042 عند الدفع.",
    payment: { iban: "SA03 8000 0000 6080 1016 7519", bic: "RJHISARI" },
  },
  ja: {
    locale: "ja",
    invoice_number: "請-2026-0042",
    from: {
      name: "株式会社ノースウィンド",
      address: "港区芝公園４丁目２−８",
      postal_code: "105-0011",
      city: "東京都",
      country: "JP",
      tax_id: "T1234567890123",
    },
    to: {
      name: "アクメ商事株式会社 御中",
      address: "中央区銀座１丁目",
      postal_code: "104-0061",
      city: "東京都",
    },
    items: [
      {
        description: "新規ウェブサイトのデザイン\nコンセプト、修正三回、全ソースファイルの納品",
        quantity: 12,
        unit: "時間",
        unit_price: 8500,
      },
      { description: "フロントエンド開発", quantity: 38, unit: "時間", unit_price: 9250 },
      { description: "お茶（軽減税率対象）", quantity: 3, unit_price: 540, tax_rate: 8 },
    ],
    tax_rate: 10,
    currency: "JPY",
    date: "2026-01-31",
    due_date: "2026-02-28",
    notes: "お振込手数料はお客様のご負担にてお願いいたします。",
    payment: { instructions: "みずほ銀行 東京営業部 普通 1234567" },
  },
};
