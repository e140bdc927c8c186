import { expect, test } from "bun:test";
import { json, seededRandom, testHub } from "hub/testing";
import QRCode from "qrcode";
import { readCodes } from "../decode/codes.ts";
import { parsedTypes } from "./kind.ts";
import { parsePayload, payloadText } from "./payload.ts";
import type { Payload } from "./request.ts";

const samples: Payload[] = [
  { type: "url", url: "https://example.com/a?b=c&d=%20#e" },
  { type: "wifi", ssid: 'Café; "bar"', security: "WPA", password: "p:a,s\\s;word", hidden: true },
  {
    type: "vcard",
    version: "4.0",
    full_name: "Prof. Ada King Lovelace",
    prefix: "Prof.",
    first_name: "Ada",
    middle_name: "King",
    last_name: "Lovelace",
    nickname: "Ada, the first",
    organization: "Analytical; Engines",
    department: "Programs",
    title: "Programmer",
    phones: [{ number: "+442079460958", kind: "fax" }, { number: "+447700900123" }],
    emails: [{ address: "ada@example.org", kind: "work" }],
    urls: ["https://example.org/ada,lovelace"],
    addresses: [{ kind: "home", po_box: "7", street: "St James's Sq", city: "London" }],
    birthday: "1815-12-10",
    note: "Ünïcödé\nover two lines, and so long that one line must be folded at least once",
  },
  {
    type: "mecard",
    last_name: "山田",
    first_name: "太郎",
    reading: "ヤマダ,タロウ",
    nickname: "T",
    phones: ["+81312345678"],
    emails: ["taro@example.jp"],
    url: "https://example.jp/",
    address: { street: "1-2-3", city: "千代田区", country: "日本" },
    birthday: "1999-01-02",
    note: "a:b;c",
  },
  { type: "email", to: ["a@b.de", '"c,d"@e.fg'], cc: ["h@i.jk"], subject: "&=?", body: "x\ny" },
  { type: "sms", number: "+491701234567", message: "Hello: 100 %?" },
  { type: "tel", number: "+12015550123", extension: "12" },
  { type: "geo", latitude: -33.8568, longitude: 151.2153, altitude: -2.5, uncertainty: 10 },
  {
    type: "event",
    summary: "Talk, part 1; intro",
    start: "2026-05-01T18:00:00Z",
    end: "2026-05-01T19:30:00Z",
    location: "Room 1\\2",
    description: "first line\nsecond line",
    url: "https://example.org/talk",
    uid: "talk-1@example.org",
  },
  {
    type: "epc",
    name: "Müller & Söhne",
    iban: "DE89370400440532013000",
    bic: "COBADEFFXXX",
    amount: 1234.56,
    purpose: "GDDS",
    reference: "RF18539007547034",
    information: "Danke",
  },
  {
    type: "otp",
    method: "hotp",
    secret: "JBSWY3DPEHPK3PXP",
    account: "ada@example.org",
    issuer: "Ex & Co",
    algorithm: "SHA256",
    digits: 8,
    counter: 42,
  },
  {
    type: "crypto",
    currency: "bitcoin",
    address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    amount: "0.00000001",
    label: "Ada",
    message: "Tea & cake",
  },
  { type: "whatsapp", number: "+4915112345678", message: "Grüße & 100 %?" },
  {
    type: "upi",
    address: "shop.name@okbank",
    name: "Tea & Spice",
    amount: 249.5,
    note: "Order 7",
    reference: "A-1.2",
    merchant_code: "5411",
  },
  {
    type: "pix",
    key: "123e4567-e12b-12d1-a456-426655440000",
    name: "Fulano de Tal",
    city: "BRASILIA",
    amount: 10,
    description: "Cafe",
    reference: "PED123",
  },
  {
    type: "swiss_bill",
    iban: "CH4431999123000889012",
    creditor: {
      name: "Max Muster & Söhne",
      street: "Musterstrasse",
      house_number: "123",
      postal_code: "8000",
      city: "Seldwyla",
      country: "CH",
    },
    amount: 50,
    currency: "CHF",
    debtor: { name: "Simon Muster", postal_code: "3000", city: "Bern", country: "CH" },
    reference: "210000000003139471430009017",
    message: "Auftrag vom 15.06.2020",
    billing: "//S1/10/10201409",
  },
  {
    type: "gs1",
    gtin: "09506000134352",
    lot: "ABC/1",
    serial: "12345",
    expiry: "2027-03-31",
    base: "https://example.com/p",
  },
];

test.each(samples)(
  "a $type is the same after writing, drawing, decoding and parsing",
  async (sample) => {
    const png = await QRCode.toBuffer(payloadText(sample));
    const [code] = await readCodes(new Uint8Array(png));
    expect(code?.text).toBe(payloadText(sample));
    expect(parsePayload(code?.text ?? "")).toEqual(sample as never);
  },
);

test("every type has a sample", () => {
  expect([...new Set(samples.map(({ type }) => type)), "text"]).toEqual([...parsedTypes]);
});

test("url keeps an ASCII address, and converts others to ASCII", () => {
  const text = (url: string) => payloadText({ type: "url", url });
  expect(text("HTTPS://EXAMPLE.COM")).toBe("HTTPS://EXAMPLE.COM");
  expect(text("https://bücher.example/ä b".replace(" ", "%20"))).toBe(
    "https://xn--bcher-kva.example/%C3%A4%20b",
  );
});

test.each(["example.com", "javascript:alert(1)", "https://", "https://a b", "https://a\n.de"])(
  "url rejects %j",
  (url) => {
    expect(() => payloadText({ type: "url", url })).toThrow(
      `body.payload.url must be an http or https URL: it is ${JSON.stringify(url)}`,
    );
  },
);

test("rejects a payload with a lone surrogate", () => {
  expect(() => payloadText({ type: "sms", number: "112", message: "\ud800" })).toThrow(
    "a lone surrogate",
  );
});

test("an error names the payload's position in the request", () => {
  const sms = { type: "sms", number: "x" } as const;
  expect(() => payloadText(sms, { at: "body.items.3.payload" })).toThrow(
    "body.items.3.payload.number must be",
  );
});

test.each(["", "Hello", "Note: milk", "BEGIN:VCALENDAR", "BCD\n002\n1\nXXX", "otpauth://x/y"])(
  "%j is parsed as text",
  (text) => {
    expect(parsePayload(text)).toEqual({ type: "text", text });
  },
);

test("parses any content of a code", () => {
  const random = seededRandom(7);
  const heads = samples.map((sample) => payloadText(sample));
  const marks = [":", ";", "\\", ",", "%", "?", "&", "=", "\n", '"', "@", "/", "\ud800", "BEGIN:"];
  for (let round = 0; round < 3000; round++) {
    const head = heads[random.integer(heads.length)]!;
    const tail = Array.from(
      { length: random.integer(12) },
      () => marks[random.integer(marks.length)],
    );
    const text = head.slice(0, random.integer(head.length)) + tail.join("");
    expect(parsedTypes).toContain(parsePayload(text).type);
  }
});

test("generate lists the payload types if none is given", async () => {
  const hub = await testHub(`${import.meta.dir}/..`);
  const res = await hub.post("/api/qr/generate", { payload: { ssid: "x" } });
  expect(res.status).toBe(400);
  expect((await json(res)).detail).toStartWith(
    'body.payload.type is missing: it must be "url", "wifi", "vcard"',
  );
});
