import { describe, expect, test } from "bun:test";
import { isMissing, json, testHub } from "hub/testing";
import { downloadDictionaries } from "./dictionaries.ts";
import { findSureSpelling } from "./spelling.ts";

const id = "ai/spelling";
const here = `${import.meta.dir}/..`;
/** The path of the npm package of the German dictionary, which `.ci/run` downloads. */
const packagePath = process.env.UTILHUB_TEST_DICTIONARY ?? "";
const lacksGerman = isMissing("the German dictionary", {
  from: "",
  isThere: packagePath !== "" && (await Bun.file(packagePath).exists()),
});
const encode = (text: string) => new TextEncoder().encode(text);

// German in miniature, with compounds: "Haustür" is composed, "Türhaus" too, but "Fensterhaustür" has three parts.
const affixes = `SET UTF-8
TRY esianrtolcdugmphbyfvkwäüößq
COMPOUNDFLAG C
COMPOUNDMIN 3
SFX N Y 2
SFX N 0 n e
SFX N 0 s r
`;
const words = `9
Haus/C
tür/C
Tür/C
der
die/N
ist
große/N
offen
Fehler/N
`;
const addGerman = async (hub: Awaited<ReturnType<typeof testHub>>) => {
  await hub.datasets.import(id, { name: "de_DE.aff", bytes: encode(affixes) });
  await hub.datasets.import(id, { name: "de_DE.dic", bytes: encode(words) });
};
const check = (hub: Awaited<ReturnType<typeof testHub>>, text: string, language = "de") =>
  hub.post("/api/ai/grammar", { text, language, provider: "embedded" });

describe("a hub with a dictionary", async () => {
  const hub = await testHub(here);
  await addGerman(hub);

  test("finds misspelt words, and corrects them if only one word is similar", async () => {
    const text = "😀 Die grosze Haustür ist offfen.";
    const { matches, corrected_text, language } = await json(await check(hub, text));
    expect(matches.map((one: { text: string }) => one.text)).toEqual(["grosze", "offfen"]);
    for (const one of matches) expect(text.slice(one.start, one.end)).toBe(one.text);
    expect(matches[1]).toMatchObject({
      replacements: ["offen"],
      rule: "DICTIONARY",
      applied: true,
    });
    expect(corrected_text).toBe("😀 Die grosze Haustür ist offen.");
    expect(language).toBe("de");
  });

  test("accepts compounds, names, quotations, code and the caller's words", async () => {
    const body = {
      text: "Die Haustür ist der „Fehhler“ Zyxwort, `offfen`. Die blorpige Tür.",
      language: "de",
      dictionary: ["blorpige"],
      provider: "embedded",
    };
    const { matches, corrected_text } = await json(await hub.post("/api/ai/grammar", body));
    expect(corrected_text).toBe(body.text);
    expect(matches.every((one: { applied: boolean }) => !one.applied)).toBe(true);
  });

  test("leaves sentences in other languages alone", async () => {
    const text = "Offfen was the door of the house.";
    expect((await json(await check(hub, text))).corrected_text).toBe(text);
  });

  test("answers in bounded work for long words and many misspellings", async () => {
    const text = `${"offfen ".repeat(500)}${"ä".repeat(10_000)} ${"Haus".repeat(500)}`;
    const { matches } = await json(await check(hub, text));
    expect(matches.length).toBe(500);
  });
});

describe("a hub without the dictionary", async () => {
  const hub = await testHub(here);

  test.each([
    ["de", "bun run data refresh ai/spelling --language de"],
    ["fi", "bun run data import ai/spelling FILE"],
  ])("fails for %s and names the command that adds it", async (language, command) => {
    const answer = await check(hub, "Hus", language);
    expect(answer.status).toBe(422);
    const { code, detail } = await json(answer);
    expect([code, detail]).toEqual(["language_unsupported", expect.stringContaining(command)]);
  });

  test.each([
    ["de.txt", "x", "must be a dictionary of Hunspell"],
    ["dictionary-de.tgz", "x", ""],
  ])("doesn't import %s", async (name, content, reason) => {
    await expect(hub.datasets.import(id, { name, bytes: encode(content) })).rejects.toThrow(reason);
  });

  test("doesn't import a dictionary without words", async () => {
    await hub.datasets.import(id, { name: "de.aff", bytes: encode("SET UTF-8\n") });
    const bytes = encode("<html>\n</html>\n");
    await expect(hub.datasets.import(id, { name: "de.dic", bytes })).rejects.toThrow("de.dic");
  });

  test("reads dictionaries in older encodings", async () => {
    const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    await hub.datasets.import(id, {
      name: "sv.aff",
      bytes: latin("SET ISO8859-1\nSFX å Y 1\nSFX å 0 n .\n"),
    });
    await hub.datasets.import(id, { name: "sv.dic", bytes: latin("3\nhär/å\ngröna\nvägarna\n") });
    const { corrected_text } = await json(await check(hub, "Härn gröna vägarnna.", "sv"));
    expect(corrected_text).toBe("Härn gröna vägarna.");
  });
});

test.skipIf(lacksGerman)("checks German with the published dictionary", async () => {
  const hub = await testHub(here);
  const bytes = await Bun.file(packagePath).bytes();
  await hub.datasets.import(id, { name: "dictionary-de-3.0.0.tgz", bytes });
  const text = "Der Donaudampfschifffahrtskapitän hat nähmlich ein interesantes Buch aus Lahore.";
  const { matches, corrected_text } = await json(await check(hub, text));
  expect(matches.map((one: { text: string }) => one.text)).toEqual([
    "nähmlich",
    "interesantes",
    "Lahore",
  ]);
  expect(corrected_text).toBe(text.replace("interesantes", "interessantes"));
  // The download accepts the published file and nothing else.
  const net = (body: Uint8Array) => () => Promise.resolve({ ok: true, bytes: async () => body });
  const download = (body: Uint8Array) =>
    downloadDictionaries(["de"], { net: net(body) as never, kept: undefined });
  expect(Object.keys((await download(bytes)) ?? {})).toEqual(["de.aff", "de.dic"]);
  await expect(download(bytes.slice(1))).rejects.toThrow("SHA-512");
});

test("downloads only dictionaries whose checksum is known", async () => {
  const given = { net: (() => Promise.reject(new Error("asked"))) as never, kept: undefined };
  await expect(downloadDictionaries(["xx"], given)).rejects.toThrow(
    'Cannot download a dictionary for "xx": the languages are cs, da, de',
  );
  expect(await downloadDictionaries([], given)).toBeUndefined();
});

test.each([
  "epitopes",
  "debounced",
  "transpiled",
  "automata",
  "backend",
  "accessor",
  "coords",
  "cronstrue",
])("the term %s gets no certain correction", (term) => {
  expect(findSureSpelling(term)).toBeUndefined();
});

test.each([
  ["libary", "library"],
  ["seperate", "separate"],
  ["inscrutible", "inscrutable"],
  ["favorit", "favorite"],
])("the mistake %s gets the correction %s", (mistake, right) => {
  expect(findSureSpelling(mistake)).toBe(right);
});
