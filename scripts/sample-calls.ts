import { sampleBase64 } from "../plugins/pdf/sample.ts";

const party = (name: string) => ({ name, address: "London" });
const invoice = {
  invoice_number: "1",
  from: party("A"),
  to: party("B"),
  items: [{ description: "Work", quantity: 1, unit_price: 1 }],
};
/** A sample call of each service, and a pattern that its response must match. */
export const sampleCalls: Readonly<
  Record<string, { path: string; body?: object; answer: RegExp }>
> = {
  ai: { path: "sentiment", body: { text: "I love it" }, answer: /"positive"/ },
  crypto: { path: "price/bitcoin", answer: /"success":true/ },
  currency: { path: "latest", answer: /"USD":/ },
  dev: { path: "uuid", answer: /"success":true/ },
  email: { path: "validate/somebody@gmial.com", answer: /gmail\.com/ },
  image: { path: "og?title=Hello", answer: /^\x89PNG/ },
  invoice: { path: "generate", body: invoice, answer: /^%PDF-/ },
  "ip-geo": { path: "lookup/64.233.160.1", answer: /"United States"/ },
  pdf: { path: "extract-text", body: { file_base64: sampleBase64 }, answer: /Invoice No 1/ },
  qr: { path: "generate?data=hello", answer: /^\x89PNG/ },
  screenshot: { path: "capture", body: { html: "<h1>Hello</h1>" }, answer: /^\x89PNG/ },
  tts: { path: "speak", body: { text: "Hello" }, answer: /^(ID3|\xff[\xe0-\xff])/ },
  url: { path: "shorten", body: { url: "https://example.com/" }, answer: /"success":true/ },
};
