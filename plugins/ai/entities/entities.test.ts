import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { findNamesByRule } from "../names/name-rules.ts";
import { dropOverlaps } from "../recognize/found.ts";
import { findEntities } from "./entities.ts";

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
    ["money", "価格は300円です。", "300円", "300 JPY"],
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
])("entities ignores an invalid %s: %s", async (type, value) => {
  expect((await post({ text: `It is ${value} here.`, types: [type] })).entities).toEqual([]);
});

test("entities don't overlap, and are counted", async () => {
  const text =
    "Dr. Maria García-López of the U.S. Department of Energy pays 300 euros on 3/4/2024 in New York.";
  const { entities, counts } = await post({ text });
  for (const [index, { start }] of entities.entries())
    expect(start).toBeGreaterThanOrEqual(entities[index - 1]?.end ?? 0);
  expect(counts).toEqual({ person: 1, organization: 1, money: 1, date: 1, location: 1 });
});

test("entities assigns no country to a phone number unless the text names one", async () => {
  const [phone] = (await post({ text: "My phone is 555 1234.", language: "en" })).entities;
  expect(phone).toMatchObject({ text: "555 1234", type: "phone", confidence: 0.85 });
  expect(Object.keys(phone)).not.toContain("normalized");
});

test("entities omits the normalized form on request", async () => {
  const { entities } = await post({ text: "They live in Germany.", normalize: false });
  expect(Object.keys(entities[0])).not.toContain("normalized");
});

/** Returns the matches of the rules for names in a text, as `type: name`. */
const showNames = (text: string, language = "en") =>
  dropOverlaps([...findNamesByRule(text, language)]).map(
    ({ type, start, end }) => `${type}: ${text.slice(start, end)}`,
  );

test.each([
  ["Dr. Anna Smith spoke.", ["person: Dr. Anna Smith"]],
  ["We met Herr Müller there.", ["person: Herr Müller"]],
  ["We know that Peter Ngugi said so.", ["person: Peter Ngugi"]],
  ["He left Siemens AG in May.", ["organization: Siemens AG"]],
  ["She is at the University of Oxford now.", ["organization: University of Oxford"]],
  ["It is of the WHO, OK?", ["organization: WHO"]],
  ["They live in New York and in Rome.", ["location: New York", "location: Rome"]],
  ["The Meeting Notes of Monday are here.", []],
])("names in %j", (text, names) => {
  expect(showNames(text)).toEqual(names);
});

test.each([
  ["de", "Wir fahren nach Frankreich.", "FR"],
  ["fr", "Nous aimons l'Allemagne.", "DE"],
  ["es", "Vive en España ahora.", "ES"],
  ["ja", "私はドイツに住んでいます。", "DE"],
  ["en", "It is made in the U.K. today.", "GB"],
  ["en", "He moved to Burma.", "MM"],
  ["en", "She left France.", "FR"],
  ["en", "It is of the United Kingdom.", "GB"],
  ["en", "We saw Serbia.", "RS"],
  ["en", "We saw Timor-Leste.", "TL"],
])("finds a country in %s: %s", (language, text, code) => {
  const found = [...findNamesByRule(text, language)].filter(({ type }) => type === "location");
  expect(found.map(({ normalized }) => normalized)).toEqual([code]);
});

const pieces = fc.constantFrom(
  "Dr. Anna Smith",
  "Siemens AG",
  "in Paris",
  "on 3 May 2024",
  "at 5 p.m.",
  "$1.2 million",
  "40 km",
  "0.7%",
  "a@b.co",
  "https://a.example",
  "+49 30 901820",
  "10.0.0.1",
  "#tag",
  "@bob",
  "AB-1234-X",
  "the",
  ".",
  "\n",
  "😀",
);

test("for any text, entities don't overlap, are sorted and are counted", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (some) => {
      const text = some.join(" ");
      const input = { text, language: "en", normalize: true, now: 0 };
      const { entities, counts } = findEntities(input);
      for (const [index, one] of entities.entries()) {
        expect(one.start).toBeGreaterThanOrEqual(entities[index - 1]?.end ?? 0);
        expect(text.slice(one.start, one.end)).toBe(one.text);
        expect(one.confidence > 0 && one.confidence <= 1).toBe(true);
      }
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(entities.length);
      for (const type of new Set(entities.map((one) => one.type)))
        expect(findEntities({ ...input, types: [type] }).entities).toEqual(
          entities.filter((one) => one.type === type),
        );
    }),
    cases(60),
  );
});

test.each([
  ["Orlando Bloom met Paris Hilton in Orlando.", "person: Orlando Bloom, Paris Hilton"],
  ["Brooklyn Beckham and Sydney Sweeney left.", "person: Brooklyn Beckham, Sydney Sweeney"],
  ["The Paris Agreement and London Bridge. Dallas Cowboys won.", "person: "],
  ["She worked for Brightwater Robotics.", "organization: Brightwater Robotics"],
  ["Lopez, Santos and Coleman moved.", "organization: Lopez, Santos and Coleman"],
  ["Apples, Oranges and Pears. Anna, Ben and Carl.", "organization: "],
  ["Kestrel Labs is a small software company.", "organization: Kestrel Labs"],
  ["Send it to PSC 2581, APO AE 83700. I DON'T KNOW WHAT TO DO", "organization: "],
  ["The director of NASA spoke.", "organization: NASA"],
])("of %j, these are names: %s", (text, expected) => {
  const type = expected.split(":")[0] ?? "";
  const { entities } = findEntities({ text, language: "en", now: 0, normalize: false });
  const found = entities.filter((one) => one.type === type).map((one) => one.text);
  expect(`${type}: ${found.join(", ")}`).toBe(expected);
});

test.each([
  [
    "de",
    "Gestern sprach Heike Schmidt mit Jürgen von Stetten.",
    "Heike Schmidt, Jürgen von Stetten",
  ],
  ["de", "Die Art von Bildung und die Line der Panthers.", ""],
  [
    "nl",
    "Volgens Femke van der Meulen en Jan in 't Veld is het klaar.",
    "Femke van der Meulen, Jan in 't Veld",
  ],
  [
    "es",
    "Según Rocío García, Xiomara Navarro vive en la Avenida Nielsen.",
    "Rocío García, Xiomara Navarro",
  ],
  ["pt", "Falei com Conceição dos Santos ontem.", "Conceição dos Santos"],
  ["it", "Secondo Assunta De Luca la riunione è annullata.", "Assunta De Luca"],
  ["pl", "Rozmawiał z Pawłem Zielińskim. Rada Ministrów obraduje.", "Pawłem Zielińskim"],
  ["cs", "Mluvil s Jaroslavem Svobodou.", "Jaroslavem Svobodou"],
  ["sv", "Enligt Torbjörn af Klint är mötet inställt.", "Torbjörn af Klint"],
  ["tr", "Nurcan Kaya ile konuştum.", "Nurcan Kaya"],
  ["ru", "По словам Людмилы Кузнецовой, встречу отменили.", "Людмилы Кузнецовой"],
  ["ar", "قالت ليلى العتيبي إن الاجتماع ألغي.", "ليلى العتيبي"],
  ["he", "לדברי אברהם שפירא הפגישה בוטלה.", "אברהם שפירא"],
  ["hi", "कल सुरेश यादव दिल्ली गए।", "सुरेश यादव"],
  ["ja", "昨日、長谷川美咲が来た。", "長谷川美咲"],
  ["ko", "어제 김민수가 왔다.", "김민수"],
  ["en", "The German Federal Minister met Shaun Donovan's son.", "Shaun Donovan"],
  ["en", "follow up with patricia desrosiers in a couple of months", "patricia desrosiers"],
])("finds people by their first names and surnames in %s: %s", (language, text, names) => {
  const { entities } = findEntities({ text, language, now: 0, normalize: false });
  const found = entities.filter(({ type }) => type === "person").map((one) => one.text);
  expect(found.join(", ")).toBe(names);
});

test.each([
  [
    "de",
    "Der Autobauer Volkswagen und die Universität Heidelberg klagen vor dem Bundesgerichtshof.",
    "Volkswagen, Universität Heidelberg, Bundesgerichtshof",
  ],
  [
    "de",
    "Die Bundesagentur für Arbeit und die Firma Kastellan melden Zahlen.",
    "Bundesagentur für Arbeit, Kastellan",
  ],
  ["de", "Ende Mai kam Herr Müller aus dem Amt in die Bahn.", ""],
  [
    "es",
    "El Instituto Nacional de Estadística y la empresa Brisalia publicaron datos.",
    "Instituto Nacional de Estadística, Brisalia",
  ],
  [
    "nl",
    "De Europese Unie, de Universiteit van Amsterdam en het bedrijf Zonwerk.",
    "Europese Unie, Universiteit van Amsterdam, Zonwerk",
  ],
])("finds organisations in %s: %s", (language, text, names) => {
  const { entities } = findEntities({ text, language, now: 0, normalize: false });
  const found = entities.filter(({ type }) => type === "organization").map((one) => one.text);
  expect(found.join(", ")).toBe(names);
});

test.each([
  ["Mark the date: we open soon. Bill them for two hours. Please grant access.", ""],
  ["Frank talk about the Christian faith is rare. Max length is 255 characters.", ""],
  ["Dear Sir or Madam, the Victoria Line and the Art Deco hall are closed.", ""],
  ["Charlotte, North Carolina, is growing. Sofia is the capital. It is in Washington.", ""],
  ["Mark said that Frank talks a lot. Charlotte, can you help?", "Mark, Frank, Charlotte"],
])("takes names for people unless they have another meaning: %s", (text, names) => {
  const { entities } = findEntities({ text, language: "en", now: 0, normalize: false });
  const found = entities.filter(({ type }) => type === "person").map((one) => one.text);
  expect(found.join(", ")).toBe(names);
});
