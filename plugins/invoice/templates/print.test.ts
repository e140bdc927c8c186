import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { isFullDepth, isMissing, json, sampleCases, testHub } from "hub/testing";
import { getFormats } from "../document/formats.ts";
import { german } from "../german-invoice.fixture.ts";
import { parseCurrency } from "../money/currency.ts";
import { Decimal } from "../money/decimal.ts";
import { checkPdf, listTags, readPdf, readTags } from "../read-pdf.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const lacksPoppler = isMissing("pdftotext", { from: "poppler-utils" });

const plain = {
  invoice_number: "A-1",
  from: { name: "Seller", address: "Street 1" },
  to: { name: "Buyer", address: "Road 2" },
  items: [{ description: "Thing", quantity: 2, unit_price: 10 }],
};

async function tool(bytes: Uint8Array, name: string, ...args: string[]): Promise<string> {
  const file = `${tmpdir()}/utilhub-invoice-${Bun.randomUUIDv7()}.pdf`;
  await Bun.write(file, bytes);
  const command = [name, ...args.map((one) => (one === "?" ? file : one))];
  const { stdout, stderr } = Bun.spawnSync(command);
  await Bun.file(file).delete();
  return `${stdout}${stderr}`;
}

async function makePdf(body: object, path = "generate"): Promise<Uint8Array> {
  const response = await hub.post(`/api/invoice/${path}`, { ...plain, ...body });
  if (!response.ok) throw new Error(await response.text());
  expect(response.headers.get("content-type")).toBe("application/pdf");
  return response.bytes();
}

const readPages = async (body: object, path?: string) =>
  (await readPdf(await makePdf(body, path))).pages;
const readText = async (body: object, path?: string) => (await readPages(body, path)).join("\f");

test("generate prints the data of the invoice", async () => {
  const text = await readText({ tax_rate: 8.5, discount: 10, shipping: 5, notes: "Thank you" });
  for (const words of ["Invoice", "A-1", "Seller", "Road 2", "Thing", "Discount 10%", "Thank you"])
    expect(text).toContain(words);
  expect(text).toMatch(/Tax 8.5%\s+\$1\.96/);
  expect(text).toMatch(/Total\s+\$24\.96/);
});

test.each(sampleCases(["classic", "modern", "minimal", "compact"], 2))(
  "%s is a valid PDF",
  async (template) => {
    const check = await checkPdf(await makePdf({ ...german, template }));
    expect(check).toContain("No syntax or stream encoding errors");
  },
);

test.skipIf(lacksPoppler)("all fonts are embedded", async () => {
  const bytes = await makePdf(german);
  const fonts = (await tool(bytes, "pdffonts", "?")).trim().split("\n").slice(2);
  expect(fonts.length).toBeGreaterThan(1);
  for (const font of fonts) expect(font).toMatch(/CID TrueType\s+Identity-H\s+yes yes yes/);
});

const scripts = [
  "Zażółć gęślą jaźń",
  "Ελληνικά τιμολόγια",
  "Съешь ещё этих французских булок",
  "مرحبا بالعالم",
  "שלום עולם",
  "請求書をお送りします",
  "增值税专用发票",
  "세금계산서",
  "नमस्ते",
];

test.each(sampleCases(scripts, 4))("%s is text that can be extracted", async (text) => {
  expect((await readText({ notes: text })).normalize("NFKC")).toContain(text.normalize("NFKC"));
});

test("generate mirrors the page for Arabic", async () => {
  const bytes = await makePdf({ locale: "ar", notes: "شكرًا" });
  const { pieces } = await readPdf(bytes);
  const findLeft = (word: string) => pieces.find(({ text }) => text === word)?.x ?? Number.NaN;
  expect(findLeft("Seller")).toBeGreaterThan(findLeft("A-1"));
});

test("generate repeats the table header and carries the sum forward", async () => {
  const count = isFullDepth ? 500 : 150;
  const items = Array.from({ length: count }, (_, index) => ({
    description: `Part ${index + 1}`,
    quantity: 1,
    unit_price: 1,
  }));
  const pages = await readPages({ items });
  expect(pages.length).toBeGreaterThan(count / 50);
  for (const page of pages.slice(0, -1)) expect(page).toMatch(/Description\s+Qty\s+Unit price/);
  for (const [index, page] of pages.slice(1, -1).entries()) {
    const forward = pages[index]!.match(/Carried forward\s+\$([\d.]+)/)?.[1];
    expect(page.match(/Brought forward\s+\$([\d.]+)/)?.[1]).toBe(forward!);
  }
  expect(pages.at(-1)).toMatch(new RegExp(`Total\\s+\\$${count}\\.00`));
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
});

test("keeps the totals and payment details on the page of the items if there is room", async () => {
  const items = Array.from({ length: 10 }, () => plain.items[0]);
  const payment = { iban: "IE29 AIBK 9311 5212 3456 78", bic: "AIBKIE2D", qr: "epc" };
  const body = { ...plain, items, payment, template: "minimal", currency: "EUR" };
  const answer = await hub.post("/api/invoice/generate?response=json", body);
  expect(await answer.json()).toMatchObject({ pages: 1 });
});

test("generate breaks a word that is too long for a line, and a line that is too long for a page", async () => {
  const word = "x".repeat(3000);
  const text = await readText({
    items: [{ description: `${word}\n${"line\n".repeat(190)}`, quantity: 1, unit_price: 1 }],
  });
  expect(text.replace(/[^x]/g, "").length).toBeGreaterThanOrEqual(3000);
  expect(text.match(/line/g)!.length).toBe(190);
});

test("a header of more than a page continues on the next page", async () => {
  const field = (index: number) => ({
    label: `Field ${index}`,
    value: `${index} longish `.repeat(25),
  });
  const text = await readText({
    from: { name: "Seller", address: "a\n".repeat(249) },
    custom_fields: Array.from({ length: 12 }, (_, index) => field(index)),
  });
  expect(text.split("\f")[0]).toMatch(/Total\s+\$20\.00/);
  expect(text.match(/longish/g)!.length).toBe(12 * 25);
});

test("generate removes characters that change the text direction", async () => {
  const text = await readText({ from: { name: "Bank\u202E tfarD\u2066 Ltd\u0007", address: "" } });
  expect(text).toContain("Bank tfarD Ltd");
});

/** Returns the text of the QR code on the last page of a PDF. */
async function scanCode(bytes: Uint8Array): Promise<string | undefined> {
  const { default: QRCode } = await import("jsqr");
  const file = `${tmpdir()}/utilhub-invoice-${Bun.randomUUIDv7()}`;
  await tool(bytes, "pdftoppm", "-r", "144", "-png", "-singlefile", "?", file);
  const { default: sharp } = await import("sharp");
  const { data, info } = await sharp(`${file}.png`)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  await Bun.file(`${file}.png`).delete();
  return QRCode(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test.skipIf(lacksPoppler)("a payment code contains the amount due and the payee", async () => {
  const payment = { ...german.payment, qr: "epc" };
  const code = await scanCode(await makePdf({ ...german, currency: "EUR", payment }));
  expect(code?.split("\n")).toEqual([
    "BCD",
    "002",
    "1",
    "SCT",
    "COBADEFFXXX",
    "Nordwind & Söhne GmbH",
    "DE89370400440532013000",
    expect.stringMatching(/^EUR\d+\.\d\d$/),
    "",
    "",
    "RE-7",
  ]);
});

test.each(sampleCases(["classic", "modern", "minimal", "compact"], 2))(
  "the totals of %s are never alone on the last page",
  async (template) => {
    for (let count = 1; count <= 45; count++) {
      const items = Array.from({ length: count }, (_, index) => ({
        description: `Position ${index + 1}`,
        quantity: 1,
        unit_price: 10,
      }));
      const pages = await readPages({ ...german, items, template });
      const page = pages.find((text) => text.includes("Offener Betrag"));
      expect(page, `${count} lines`).toContain(`Position ${count}`);
    }
  },
);

test("the last lines of a long description are on the page of the totals", async () => {
  for (let count = 30; count <= 44; count++) {
    const lines = Array.from({ length: count }, (_, index) => `Detail ${index + 1}`);
    const items = [{ description: lines.join("\n"), quantity: 1, unit_price: 10 }];
    const pages = await readPages({ ...german, items });
    const page = pages.find((text) => text.includes("Offener Betrag"));
    expect(page, `${count} lines`).toContain(`Detail ${count}`);
  }
});

test.each(
  ["classic", "modern", "minimal", "compact"].flatMap((template) =>
    [
      ["a4", "IQD", "ar"],
      ["letter", "KWD", "en"],
      ["a4", "EUR", "de"],
    ].map(([paper, currency, locale]) => [template, paper, currency, locale] as const),
  ),
)("no amount of %s on %s in %s wraps", async (template, paper, currency, locale) => {
  const items = [
    { description: "Ship", quantity: 3, unit_price: 123456789012.34, discount: 5, tax_rate: 19 },
    { description: "Boat", quantity: 999.125, unit_price: 98765432.12345678, tax_rate: 7.123 },
    { description: "Refund", quantity: -999999999.123456, unit: "h", unit_price: 0.01 },
  ];
  const body = { items, template, paper, currency, locale, discount: 1, amount_paid: 123456789.12 };
  expect(await findBrokenAmounts(body)).toEqual([]);
});

test.each(["thermal80", "thermal58"])("no amount on %s wraps", async (format) => {
  const items = [{ description: "Ship", quantity: 3, unit_price: 123456789012.345 }];
  const body = { invoice_number: undefined, receipt_number: "1", items, currency: "IQD", format };
  const unpaid: object = { ...body, amount_paid: 0 };
  expect(await findBrokenAmounts(unpaid, "receipt")).toEqual([]);
});

/** Returns the amounts of a document that aren't on one line of its PDF. */
async function findBrokenAmounts(
  body: object & { locale?: string | undefined },
  path = "generate",
): Promise<string[]> {
  const response = await hub.post(`/api/invoice/${path}?response=json`, { ...plain, ...body });
  const answer = await json(response);
  const { pages } = await readPdf(Buffer.from(answer.pdf_base64, "base64"));
  const currency = parseCurrency(answer.currency);
  const formats = getFormats(body.locale ?? "en", currency);
  const amounts: number[] = [
    ...answer.lines.flatMap((line: { unit_price: number; net: number }) => [
      line.unit_price,
      line.net,
    ]),
    ...answer.tax_breakdown.map(({ tax }: { tax: number }) => tax),
    ...["subtotal", "total", "balance_due"].map((name) => answer[name]),
  ];
  return amounts
    .map((amount) => formats.price(new Decimal(amount).abs()))
    .filter((text) => text !== "0.00" && !pages.join("\n").includes(text));
}

const swiss = {
  from: {
    name: "Robert Schneider AG",
    address: "Rue du Lac 1268",
    postal_code: "2501",
    city: "Biel",
    country: "CH",
  },
  to: {
    name: "Pia-Maria Rutschmann",
    address: "Marktgasse 28",
    postal_code: "9400",
    city: "Rorschach",
    country: "ch",
  },
  items: [{ description: "Beratung", quantity: 10, unit_price: 194.975 }],
  currency: "CHF",
  locale: "de",
  payment: {
    iban: "CH44 3199 9123 0008 8901 2",
    reference: "21 00000 00003 13947 14300 09017",
    qr: "swiss",
  },
};

test.skipIf(lacksPoppler)(
  "a Swiss QR-bill has the code and the texts of its guidelines",
  async () => {
    const bytes = await makePdf(swiss);
    const code = await scanCode(bytes);
    expect(code?.split("\n")).toEqual([
      ...["SPC", "0200", "1", "CH4431999123000889012"],
      ...["S", "Robert Schneider AG", "Rue du Lac 1268", "", "2501", "Biel", "CH"],
      ...Array.from({ length: 7 }, () => ""),
      ...["1949.75", "CHF"],
      ...["S", "Pia-Maria Rutschmann", "Marktgasse 28", "", "9400", "Rorschach", "CH"],
      ...["QRR", "210000000003139471430009017", "A-1", "EPD"],
    ]);
    const { pages } = await readPdf(bytes);
    for (const text of [
      "Empfangsschein",
      "Zahlteil",
      "1 949.75",
      "21 00000 00003 13947 14300 09017",
    ])
      expect(pages.at(-1)).toContain(text);
    expect(await checkPdf(bytes)).toContain("No syntax or stream encoding errors");
  },
);

test("a Swiss QR-bill begins a page if the invoice leaves no space for it", async () => {
  const items = Array.from({ length: 20 }, () => swiss.items[0]);
  const pages = await readPages({ ...swiss, items });
  expect(pages.map((page) => page.includes("Zahlteil"))).toEqual([false, true]);
});

test.skipIf(lacksPoppler)("a payment link has a QR code", async () => {
  const link = "https://pay.example/inv/A-1";
  const bytes = await makePdf({ payment: { link, qr: "link" } });
  expect(await scanCode(bytes)).toBe(link);
  expect((await readPdf(bytes)).pages.join()).toContain(link);
});

test("prints accounts without IBAN", async () => {
  const payment = {
    account_number: "12345678",
    bank_name: "Barclays",
    sort_code: "20-00-00",
    routing_number: "021000021",
    bsb: "062-000",
    ifsc: "HDFC0000123",
    transit_number: "12345-004",
  };
  const text = await readText({ payment });
  for (const value of Object.values(payment)) expect(text).toContain(value);
  for (const label of ["Account number", "Sort code", "ABA", "BSB", "IFSC", "Account holder"])
    expect(text).toContain(label);
});

test.each([
  [{ ...swiss, currency: "USD" }, "qr"],
  [{ ...swiss, paper: "letter" }, "qr"],
  [{ ...swiss, locale: "ar" }, "qr"],
  [{ ...swiss, from: { name: "A", address: "B" } }, "qr"],
  [{ ...swiss, payment: { ...swiss.payment, iban: german.payment.iban } }, "iban"],
  [{ ...swiss, payment: { ...swiss.payment, reference: "RF18539007547034" } }, "reference"],
  [{ payment: { routing_number: "021000022" } }, "routing_number"],
  [{ payment: { qr: "link" } }, "link"],
  [{ payment: { link: "javascript:alert(1)" } }, "link"],
])("rejects the payment of %j", async (body, field) => {
  const response = await hub.post("/api/invoice/generate", { ...plain, ...body });
  const { code, errors } = await json(response);
  expect([code, errors[0].location]).toEqual(["invalid_payment", `body.payment.${field}`]);
});

const wholeInvoice = {
  ...german,
  logo_base64:
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  notes: "Danke\n- prompt\n- bar",
  payment: { ...german.payment, qr: "epc", link: "https://pay.example/(7)", instructions: "Bald" },
  status_stamp: "paid",
};

test.each(sampleCases(["classic", "modern", "minimal", "compact"], 2))(
  "screen readers reach all of %s in reading order",
  async (template) => {
    const { root, outside, links } = await readTags(await makePdf({ ...wholeInvoice, template }));
    expect(outside).toEqual([]);
    expect(listTags(root, "H1").map(({ text }) => text)).toEqual([
      expect.stringContaining("Rechnung"),
    ]);
    const headings = listTags(root, "H2").map(({ text }) => text);
    expect(headings).toEqual(["Von", "Rechnung an", "Zahlung", "Anmerkungen"]);
    const [logo, code] = listTags(root, "Figure");
    expect([logo?.alt, code?.alt]).toEqual(["Nordwind & Söhne GmbH", "Scannen und zahlen"]);
    expect(listTags(root, "LI").map(({ text }) => text)).toEqual(
      expect.arrayContaining(["Datum01.02.2026", "BICCOBADEFFXXX", "- prompt", "- bar"]),
    );
    expect(listTags(root, "P").map(({ text }) => text)).toEqual(
      expect.arrayContaining(["Hafenstraße 12", "Bald", "BEZAHLT"]),
    );
    expect(links).toEqual([{ url: "https://pay.example/(7)", text: "https://pay.example/(7)" }]);
    expect(listTags(root, "Link").map(({ text }) => text)).toEqual(["https://pay.example/(7)"]);
  },
);

test("each figure is in a cell below its heading, each sum next to its label", async () => {
  const { root } = await readTags(await makePdf(german));
  const [lines, sums] = listTags(root, "Table").map((table) =>
    listTags(table, "TR").map(({ kids }) => kids.map(({ text }) => text)),
  );
  expect(lines).toEqual([
    ["Beschreibung", "Menge", "Einzelpreis", "Rabatt", "USt.", "Betrag"],
    ["BeratungB-1Vor Ort", "8 h", "120,12", "", "19 %", "960,96"],
    ["Buch", "3", "9,99", "−3,00", "7 %", "26,97"],
    ["Rückgabe", "1", "−5,00", "", "19 %", "−5,00"],
  ]);
  expect(sums).toContainEqual(["Gesamtbetrag", "1.113,95 €"]);
  for (const [label, ...values] of sums ?? []) expect([label, values.length]).toEqual([label, 1]);
});

test("a table on several pages is one table with one head", async () => {
  const items = Array.from({ length: 60 }, (_, index) => ({
    description: `Part ${index + 1}\n${"with details ".repeat(9)}`,
    quantity: 1,
    unit_price: 1,
  }));
  const bytes = await makePdf({ items });
  const { pages, outside } = await readTags(bytes);
  expect(outside).toEqual([]);
  const rows: string[] = [];
  for (const [index, root] of pages.entries()) {
    expect(listTags(root, "TH").map(({ text }) => text)).not.toContain("Brought forward");
    const cells = listTags(root, "TBody").flatMap((body) => listTags(body, "TD"));
    rows.push(...cells.flatMap(({ text }) => text.match(/^Part \d+/) ?? []));
    const heads = listTags(root, "THead").map(({ text }) => text);
    expect(heads.join("")).toBe(index === 0 ? "DescriptionQtyUnit priceAmount" : "");
  }
  expect(pages.length).toBeGreaterThan(2);
  expect(rows).toEqual(items.map((_, index) => `Part ${index + 1}`));
});

test.each(["thermal58", "thermal80"])(
  "screen readers reach all of a receipt on %s",
  async (format) => {
    const body = { ...plain, invoice_number: undefined, receipt_number: "1", format };
    const { root, outside } = await readTags(await makePdf(body, "receipt"));
    expect(outside).toEqual([]);
    expect(listTags(root, "TR").map(({ kids }) => kids.map(({ text }) => text))).toEqual([
      ["Thing", "2 × 10.00", "20.00"],
      ["Total", "$20.00"],
      ["Amount paid", "$20.00"],
    ]);
  },
);

test("attach_json embeds the request in the file", async () => {
  const bytes = await makePdf({ attach_json: true });
  const [attached = ""] = Object.values((await readPdf(bytes)).attached);
  expect(JSON.parse(attached)).toMatchObject({
    kind: "invoice",
    request: { invoice_number: "A-1" },
    sums: { total: 20 },
  });
});

test("einvoice embeds its XML in a PDF/A-3", async () => {
  const bytes = await makePdf({ invoice: german, ...empty(plain) }, "einvoice");
  expect(await checkPdf(bytes)).toContain("No syntax or stream encoding errors");
  const { attached, metadata } = await readPdf(bytes);
  expect(Object.keys(attached)).toContain("factur-x.xml");
  expect(metadata).toContain("<pdfaid:part>3</pdfaid:part>");
  expect(metadata).toContain("<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>");
});

test("a credit note refers to the corrected invoice, and doesn't ask for payment", async () => {
  const body = { ...empty(plain), invoice: german, preceding_invoice: { number: "RE-6" } };
  const text = await readText({ ...body, type: "381" }, "einvoice");
  expect(text).toContain("Gutschrift");
  expect(text).toContain("RE-6");
  expect(text).not.toContain("DE89 3704");
  expect(await readText(body, "einvoice")).toContain("DE89 3704");
});

/** Removes the fields of the plain body. */
function empty(body: object): object {
  return Object.fromEntries(Object.keys(body).map((name) => [name, undefined]));
}

interface Corner {
  x: number;
  y: number;
}

/** Returns the corners of a text with a margin relative to its size. */
function computeCorners(
  { x, y, size, width, angle }: Awaited<ReturnType<typeof readPdf>>["pieces"][number],
  { beside, above, below }: { beside: number; above: number; below: number },
): Corner[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [-beside * size, width + beside * size].flatMap((along) =>
    [-below * size, above * size].map((up) => ({
      x: x + along * cos - up * sin,
      y: y + along * sin + up * cos,
    })),
  );
}

/** Returns whether a line parallel to a side of either rectangle separates them. */
function areApart(one: Corner[], other: Corner[], angles: readonly number[]): boolean {
  const normals = angles.flatMap((angle) => [angle, angle + Math.PI / 2]);
  return normals.some((angle) => {
    const along = (corners: Corner[]) =>
      corners.map(({ x, y }) => x * Math.cos(angle) + y * Math.sin(angle));
    const [first, second] = [along(one), along(other)];
    return Math.max(...first) < Math.min(...second) || Math.max(...second) < Math.min(...first);
  });
}

const account = { iban: "DE89370400440532013000", qr: "epc" };
const rates = [19, 7, 5].map((tax_rate) => ({ ...plain.items[0], tax_rate }));
const many = (length: number) => Array.from({ length }, () => plain.items[0]);
const stamped: [template: string, what: string, body: object][] = [
  ["classic", "rates and a code", { items: rates, payment: account }],
  ["modern", "Greek", { items: rates, payment: account, locale: "el", discount: 5, shipping: 3 }],
  ["minimal", "a long text", { items: rates, payment: { instructions: "Cash. ".repeat(80) } }],
  ["compact", "Arabic", { items: rates, payment: account, locale: "ar" }],
  ["classic", "one sum", { notes: "Soon" }],
  ["modern", "German", { items: rates, notes: "Soon", locale: "de" }],
  ["minimal", "a full page", { items: many(26), notes: "Soon" }],
  ["compact", "a full page and a code", { items: many(42), payment: account, notes: "Soon" }],
];

// By default one on each template.
test.each(sampleCases(stamped, 4))(
  "a stamp on %s with %s overlaps nothing that is printed",
  async (template, _, body) => {
    const bytes = await makePdf({ currency: "EUR", ...body, template, status_stamp: "overdue" });
    const { pieces } = await readPdf(bytes);
    const stamp = pieces.find(({ angle, text }) => angle !== 0 && text.trim() !== "");
    if (!stamp) throw new Error("There is no stamp");
    const slanted = pieces.filter(({ angle, text }) => angle !== 0 && text.trim() !== "");
    const frames = slanted.map((piece) =>
      computeCorners(piece, { beside: 0.4, above: 1.1, below: 0.4 }),
    );
    for (const piece of pieces) {
      if (piece.angle !== 0 || piece.page !== stamp.page || piece.text.trim() === "") continue;
      const own = computeCorners(piece, { beside: 0, above: 0.75, below: 0.2 });
      const isApart = frames.every((frame) => areApart(frame, own, [0, stamp.angle]));
      expect([piece.text, isApart]).toEqual([piece.text, true]);
    }
  },
);

test("the amount of an optional line isn't negative", async () => {
  const items = [
    ...plain.items,
    { description: "More", quantity: 1, unit_price: 50, optional: true },
  ];
  const text = await readText({ invoice_number: undefined, quote_number: "Q", items }, "quote");
  expect(text).toContain("More (optional)");
  expect(text).toContain("50.00");
  expect(text).not.toContain("(50.00)");
});

test.each(["generate", "receipt", "quote", "einvoice"])(
  "%s returns the same bytes again",
  async (path) => {
    const file = `${path}.post.ts`;
    const [one, two] = await Promise.all([hub.example(file), hub.example(file)]);
    expect(Bun.hash(await one.bytes())).toBe(Bun.hash(await two.bytes()));
  },
);

test("reports a character that no font has, and prints nothing", async () => {
  const response = await hub.post("/api/invoice/generate", {
    ...plain,
    notes: "ok \u{13000} \uE000",
  });
  expect(response.status).toBe(422);
  expect(await json(response)).toMatchObject({
    code: "glyph_missing",
    detail: 'No font has a glyph for "\u{13000}" (U+13000), "\uE000" (U+E000)',
    characters: ["\u{13000}", "\uE000"],
  });
});

const everything = {
  ...german,
  locale: "en",
  logo_base64: undefined,
  payment: { ...german.payment, instructions: "By transfer. ".repeat(20), qr: "epc" },
  custom_fields: [{ label: "Project", value: "North Wing and its long name, in two lines" }],
  status_stamp: "draft",
};

// By default each template on one paper size.
test.each(
  ["classic", "modern", "minimal", "compact"].flatMap((template, at) =>
    ["a4", "letter"]
      .map((paper) => ({ template, paper }))
      .filter((_, place) => isFullDepth || place === at % 2),
  ),
)("nothing is printed beyond the margins: %j", async (look) => {
  const items = Array.from({ length: isFullDepth ? 20 : 8 }, () => german.items).flat();
  const { pieces } = await readPdf(await makePdf({ ...everything, ...look, items }));
  const [width, height] = look.paper === "a4" ? [595.28, 841.89] : [612, 792];
  const beyond = pieces.filter(
    ({ text, x, y, width: own, size }) =>
      text.trim() !== "" &&
      (x < 30 || x + own > width - 30 + 0.5 || y < 24 || y + 0.7 * size > height - 24),
  );
  expect(beyond).toEqual([]);
});

test("an Arabic page mirrors the English one", async () => {
  const left = async (locale: string) => {
    const labels = Object.fromEntries(["invoice", "total"].map((name) => [name, name]));
    const { pieces } = await readPdf(await makePdf({ locale, labels, template: "classic" }));
    const piece = pieces.find(({ text }) => text.includes("total"));
    return piece ? [piece.x, 595.28 - piece.x - piece.width] : [];
  };
  const [english = 0] = await left("en");
  const [, arabic = 0] = await left("ar");
  expect(arabic).toBeCloseTo(english, 0);
});
