import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir);

const body = {
  invoice_number: "A-1",
  from: { name: "Seller", address: "" },
  to: { name: "Buyer", address: "" },
  items: [{ description: "Thing", quantity: 2, unit_price: 10 }],
};

test.each(["generate", "receipt", "quote", "einvoice"])(
  "%s makes the same bytes again",
  async (path) => {
    const file = `${path}.post.ts`;
    const [one, two] = await Promise.all([hub.example(file), hub.example(file)]);
    expect(Bun.hash(await one.bytes())).toBe(Bun.hash(await two.bytes()));
  },
);

test("a character that no font has is named, and nothing is printed", async () => {
  const response = await hub.post("/api/invoice/generate", {
    ...body,
    notes: "ok \u{13000} \uE000",
  });
  expect(response.status).toBe(422);
  expect(await json(response)).toMatchObject({
    code: "glyph_missing",
    detail: 'No font has a glyph for "\u{13000}" (U+13000), "\uE000" (U+E000)',
    characters: ["\u{13000}", "\uE000"],
  });
});
