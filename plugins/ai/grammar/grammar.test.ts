import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { finishCheck, indexSentences } from "./check.ts";
import { checkPhrases } from "./phrase-rules.ts";
import { checkSubjects } from "./subject-rules.ts";

const hub = await testHub(`${import.meta.dir}/..`);

describe("a built-in rule corrects", () => {
  test.each([
    ["This are good.", "These are"],
    ["She dont likes it.", "She doesn't like"],
    ["He don't know.", "He doesn't"],
    ["We was there.", "We were"],
    ["I has a car.", "I have"],
    ["I could of gone.", "could have"],
    ["He didn't went.", "didn't go"],
    ["They have went home.", "have gone"],
    ["I seen it.", "I saw"],
    ["Their going home.", "They're going"],
    ["Your welcome.", "You're welcome"],
    ["Its a nice day.", "It's a"],
    ["It's own price.", "Its own"],
    ["Whose going?", "Who's going"],
    ["It is to much.", "is too much"],
    ["It is better then that.", "than"],
    ["I will loose it.", "will lose"],
    ["There is many people.", "There are many"],
    ["It is more better.", "better"],
    ["Less people came.", "Fewer people"],
    ["The informations are here.", "information"],
    ["We discussed about it.", "discussed"],
    ["It depends of you.", "depends on"],
    ["I am looking forward to meet you.", "looking forward to meeting"],
    ["Between you and I.", "Between you and me"],
    ["Me and him went.", "He and I went"],
    ["It is a women.", "a woman"],
    ["I live here since two years.", "for two years"],
    ["The dogs is barking.", "are"],
    ["He has two cat.", "cats"],
  ])("%s %s", (text, replacement) => {
    const all = [
      ...checkPhrases(text, "default", indexSentences(text)),
      ...checkSubjects(text, indexSentences(text)),
    ];
    expect(all.map(({ replacements }) => replacements[0])).toContain(replacement);
    for (const match of all) expect(text.slice(match.start, match.end)).toBe(match.text);
  });
});

test.each([
  "The news is good. The boss is here. One of the dogs is barking. The United States is large.",
  "Of course he could, of course. There are a few. There are a lot of people. Then we went.",
  "It has its own name, and it's raining. Their house is there. You're right about your car.",
  "She has two day trips planned. I used to live here. We're married with children.",
])("built-in rules don't change correct text: %s", (text) => {
  expect([
    ...checkPhrases(text, "default", indexSentences(text)),
    ...checkSubjects(text, indexSentences(text)),
  ]).toEqual([]);
});

test("grammar fails with 422 for another language", async () => {
  const res = await hub.post("/api/ai/grammar", { text: "Das ist ein deutscher Satz." });
  expect([res.status, (await json(res)).code]).toEqual([422, "language_unsupported"]);
});

test("no engine corrects a name, or changes code or a quotation", () => {
  const text = 'Yesterday Irina ran teh "teh" and teh_script with wrods.';
  const input = { text, language: "en", dialect: "en-US", level: "default" } as const;
  const said = [
    ["Irina", "Iran", "TYPOS"],
    ["teh", "the", "TYPOS"],
    ['"teh"', '"the"', "Confusion"],
    ["teh_script", "the_script", "Confusion"],
    ["wrods", "words", "TYPOS"],
  ].map(([shown = "", instead = "", category = ""]) => ({
    start: text.indexOf(shown),
    end: text.indexOf(shown) + shown.length,
    text: shown,
    message: "",
    category,
    rule: "MORFOLOGIK_RULE_EN_US",
    replacements: [instead],
    sure: true,
  }));
  const { corrected_text } = finishCheck({ ...input, ignore_rules: [], dictionary: [] }, said);
  expect(corrected_text).toBe('Yesterday Irina ran the "teh" and teh_script with words.');
});

test("a corrected article keeps the case of its sentence", async () => {
  const check = async (text: string) =>
    (await json(await hub.post("/api/ai/grammar", { text, language: "en", provider: "embedded" })))
      .corrected_text;
  expect(await check("A apple a day.")).toBe("An apple a day.");
  expect(await check("I ate a apple.")).toBe("I ate an apple.");
});

test.each([
  ["Their pieties amused the disobedients.", "Their pieties amused the disobedients."],
  ["He gave me many informations.", "He gave me many information."],
])("a plural that no list has isn't a misspelling: %s", async (text, expected) => {
  const body = { text, language: "en", provider: "embedded" };
  expect((await json(await hub.post("/api/ai/grammar", body))).corrected_text).toBe(expected);
});
