import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { finishCheck, startsOf } from "./check.ts";
import { checkPhrases } from "./phrase-rules.ts";
import { checkSubjects } from "./subject-rules.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const post = async (body: object) => json(await hub.post("/api/ai/grammar", body));

describe("a rule of our own corrects", () => {
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
      ...checkPhrases(text, "default", startsOf(text)),
      ...checkSubjects(text, startsOf(text)),
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
])("our own rules leave alone what is right: %s", (text) => {
  expect([
    ...checkPhrases(text, "default", startsOf(text)),
    ...checkSubjects(text, startsOf(text)),
  ]).toEqual([]);
});

test("grammar finds misspellings too, by their places, and corrects the text", async () => {
  const text = "😀 She dont likes teh apple, but he go to school.";
  const res = await post({ text });
  for (const match of res.matches) expect(text.slice(match.start, match.end)).toBe(match.text);
  expect(res.corrected_text).toBe("😀 She doesn't like the apple, but he goes to school.");
  expect(res.score).toBeLessThan(60);
}, 300_000);

test("grammar has nothing to say of a right text", async () => {
  const res = await post({ text: "The quick brown fox jumps over the lazy dog." });
  expect([res.matches, res.score, res.counts]).toEqual([[], 100, {}]);
}, 300_000);

test("grammar knows dialects, the caller's words, and rules to leave out", async () => {
  const text = "The colour of Zyxwort is nice. This are it.";
  const american = await post({ text, language: "en" });
  expect(american.matches.map((one: { text: string }) => one.text)).toEqual([
    "colour",
    "Zyxwort",
    "This are",
  ]);
  const body = {
    text,
    language: "en",
    dialect: "en-GB",
    dictionary: ["Zyxwort"],
    ignore_rules: ["THIS_ARE"],
  };
  expect((await post(body)).matches).toEqual([]);
}, 300_000);

test("grammar answers 422 for another language", async () => {
  const res = await hub.post("/api/ai/grammar", { text: "Das ist ein deutscher Satz." });
  expect([res.status, (await json(res)).code]).toEqual([422, "language_unsupported"]);
});

test("whoever finds it, no name is spelt anew, and no code or quotation changed", () => {
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

test("grammar tells the spelling of another dialect, and leaves it", async () => {
  const text = "My neighbour organised a programme.";
  const res = await post({ text, language: "en" });
  expect(res.corrected_text).toBe(text);
  expect(res.matches.map(({ applied }: { applied: boolean }) => applied)).not.toContain(true);
  expect(res.matches.length).toBeGreaterThan(0);
}, 300_000);

test("an unknown name is no mistake of the text, so that its score stays", async () => {
  const res = await post({ text: "Xiuying Zhang met Irina Sorokina.", language: "en" });
  expect(res.matches.length).toBeGreaterThan(0);
  expect([res.corrected_text, res.score]).toEqual(["Xiuying Zhang met Irina Sorokina.", 100]);
}, 300_000);
