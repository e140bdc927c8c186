import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir);

const plain = {
  quote_number: "Q-1",
  from: { name: "Seller", address: "" },
  to: { name: "Buyer", address: "" },
  items: [
    { description: "Book", quantity: 1, unit_price: 100 },
    { description: "Box", quantity: 2, unit_price: 10, optional: true },
  ],
  date: "2026-01-31",
};

const postQuote = (body: object) => hub.post("/api/invoice/quote", { ...plain, ...body });
const sums = async (body: object) =>
  json(await postQuote({ ...body, response: "json", pdf: false }));

test("quote shows optional lines without adding them up", async () => {
  const { lines, total } = await sums({ tax_rate: 10 });
  expect(lines[1]).toMatchObject({ optional: true, net: 20, tax: 2 });
  expect(total).toBe(110);
});

test.each([
  [{}, "2026-03-02"],
  [{ valid_days: 1 }, "2026-02-01"],
  [{ valid_until: "2026-06-30" }, "2026-06-30"],
  [{ date: undefined }, "2026-02-01"],
])("quote with %j is valid until %s", async (body, until) => {
  expect(await sums(body)).toMatchObject({ quote_number: "Q-1", valid_until: until });
});

test("quote draws terms and signature lines, and accepts an invoice's number", async () => {
  const body = { quote_number: undefined, invoice_number: "A-1", terms: "Half first." };
  expect((await postQuote(body)).headers.get("content-disposition")).toContain("quote-A-1.pdf");
  const [long, short] = await Promise.all([
    postQuote(body),
    postQuote({ ...body, acceptance: false }),
  ]);
  expect((await long.bytes()).length).toBeGreaterThan((await short.bytes()).length);
});

test.each([
  [{ quote_number: undefined }, "body.quote_number"],
  [{ valid_until: "2026-01-30" }, "body.valid_until"],
  [{ valid_until: "2026-06-31" }, "body.valid_until"],
  [{ valid_until: "2026-06-30", valid_days: 3 }, "body.valid_until"],
  [{ valid_days: 366 }, "body.valid_days"],
  [{ payment: {} }, "body.payment"],
])("quote rejects %j", async (body, at) => {
  const response = await postQuote(body);
  expect(response.status).toBe(400);
  expect((await json(response)).errors[0].location).toBe(at);
});
