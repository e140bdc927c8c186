import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`, { clock: () => Date.UTC(2026, 0, 2) });
const post = async (body: object) => json(await hub.post("/api/ai/entities", body));

describe("entities finds", () => {
  test.each([
    ["person", "Yesterday Christine Lagarde spoke.", "Christine Lagarde", "Christine Lagarde"],
    [
      "organization",
      "He works at Harvard University now.",
      "Harvard University",
      "Harvard University",
    ],
    ["location", "They live in Germany.", "Germany", "DE"],
    ["location", "Sie wohnen in Österreich.", "Österreich", "AT"],
    ["date", "It opens on 14 September 2023.", "14 September 2023", "2023-09-14"],
    ["date", "Am 3. Oktober 2024 wird gefeiert.", "3. Oktober 2024", "2024-10-03"],
    ["date", "See you tomorrow.", "tomorrow", "2026-01-03"],
    ["time", "We meet at 5 p.m. in the hall.", "5 p.m.", "17:00"],
    ["money", "It cost $1.2 million in all.", "$1.2 million", "1200000 USD"],
    ["money", "Das kostet 1.200,50 EUR heute.", "1.200,50 EUR", "1200.5 EUR"],
    ["percent", "Sales rose by 0.7% again.", "0.7%", "0.7%"],
    ["quantity", "He ran 40 km in a day.", "40 km", "40 km"],
    ["email", "Write to john.doe@Example.com.", "john.doe@Example.com", "john.doe@example.com"],
    [
      "url",
      "See (https://example.com/a_(b)).",
      "https://example.com/a_(b)",
      "https://example.com/a_(b)",
    ],
    ["phone", "Call +49 (0)30 123456-78 now.", "+49 (0)30 123456-78", "+493012345678"],
    ["ip", "The host is 2001:db8::1 today.", "2001:db8::1", "2001:db8::1"],
    [
      "iban",
      "Pay to DE89 3704 0044 0532 0130 00 please.",
      "DE89 3704 0044 0532 0130 00",
      "DE89370400440532013000",
    ],
    [
      "credit_card",
      "My card is 4111 1111 1111 1111 now.",
      "4111 1111 1111 1111",
      "4111111111111111",
    ],
    ["hashtag", "All of it is #News now.", "#News", "#news"],
    ["mention", "Ask @bob_1 for it.", "@bob_1", "@bob_1"],
    ["product_code", "Order AB-1234-X again.", "AB-1234-X", "AB-1234-X"],
  ])("a %s in %s", async (type, sentence, text, normalized) => {
    const shifted = `😀 ${sentence}`;
    const { entities } = await post({ text: shifted, types: [type] });
    expect(entities.length).toBe(1);
    expect(entities[0]).toMatchObject({ text, type, normalized });
    expect(shifted.slice(entities[0].start, entities[0].end)).toBe(text);
  });
});

test.each([
  ["credit_card", "4111 1111 1111 1112"],
  ["iban", "DE89 3704 0044 0532 0130 01"],
  ["ip", "999.1.1.1"],
  ["date", "31.02.2024"],
  ["email", "a@b"],
])("entities takes nothing for a %s that cannot be one: %s", async (type, value) => {
  expect((await post({ text: `It is ${value} here.`, types: [type] })).entities).toEqual([]);
});

test("entities do not overlap, and are counted", async () => {
  const text =
    "Dr. Maria García-López of the U.S. Department of Energy pays 300 euros on 3/4/2024 in New York.";
  const { entities, counts } = await post({ text });
  for (const [index, { start }] of entities.entries())
    expect(start).toBeGreaterThanOrEqual(entities[index - 1]?.end ?? 0);
  expect(counts).toEqual({ person: 1, organization: 1, money: 1, date: 1, location: 1 });
});

test("entities leaves the comparing form out where it is not wanted", async () => {
  const { entities } = await post({ text: "They live in Germany.", normalize: false });
  expect(Object.keys(entities[0])).not.toContain("normalized");
});
