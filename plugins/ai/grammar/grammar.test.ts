import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { json, testHub } from "hub/testing";
import { finishCheck, indexSentences } from "./check.ts";
import { checkPhrases } from "./phrase-rules.ts";
import { changeForm, expandLists } from "./word-forms.ts";

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
    ["Your welcome to stay.", "You're welcome"],
    ["He runned away.", "ran"],
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
    ["The dogs is barking.", "The dogs are"],
    ["He has two cat.", "two cats"],
  ])("%s %s", (text, replacement) => {
    const all = [...checkPhrases(text, "default", indexSentences(text))];
    expect(all.map(({ replacements }) => replacements[0])).toContain(replacement);
    for (const match of all) expect(text.slice(match.start, match.end)).toBe(match.text);
  });
});

// Texts of learners: all rules apply at once, so each row also shows that they don't disturb each other.
test("corrects the usual mistakes of learners", async () => {
  const rows = [
    ["He told me the story about an European king.", "He told me the story about a European king."],
    ["One of my friend is from Peru.", "One of my friends is from Peru."],
    ["Another words, the plan did not work.", "In other words, the plan did not work."],
    ["We enjoyed to visit the museum.", "We enjoyed visiting the museum."],
    ["My birthday is in 5 May.", "My birthday is on 5 May."],
    ["I need to buy two new shirt.", "I need to buy two new shirts."],
    ["My room is more big than yours.", "My room is bigger than yours."],
    ["I don't know weather he is coming.", "I don't know whether he is coming."],
    ["I speak english and french.", "I speak English and French."],
    ["We had apples , pears and plums.", "We had apples, pears and plums."],
    ["I studyed all night.", "I studied all night."],
    ["Where is my glasses?", "Where are my glasses?"],
    ["He finished to paint the wall.", "He finished painting the wall."],
    ["Yesterday we eated soup.", "Yesterday we ate soup."],
    ["I live here since 2010.", "I have lived here since 2010."],
    ["My bag is more heavy.", "My bag is heavier."],
    ["Where do you live now.", "Where do you live now?"],
    ["My favorit color is blue.", "My favorite color is blue."],
  ];
  const body = {
    text: rows.map(([said]) => said).join("\n\n"),
    language: "en",
    provider: "embedded",
  };
  const { corrected_text } = await json(await hub.post("/api/ai/grammar", body));
  expect(corrected_text.split("\n\n")).toEqual(rows.map(([, meant]) => meant));
});

// Each has the words of a rule and another construction.
test.each([
  "He is subject to fits. We have reason to be afraid. There is room for more. They sent them word.",
  "He ran as fast as he could to get home. We do what we can to make it work. She was very much interested.",
  "Come in Monday. Are you in Thursday? He agreed to them in writing. You will answer to me.",
  "The semantics are clear. This results in an error. This ties in with his remarks. It did not used to.",
  "A limousine is one of the benefits of the job. The payment consists in food. I am ready to work.",
  "It takes practice to become good. He had in mind to see her. He succeeded to the throne.",
  "He beat his breast. She thrust the letter into his hand. He fed on her ideas. He burst out laughing.",
  "The plant was repotted. He actioned the request. The sharks were finning. Triaging issues takes time.",
  "A number of people were late. A group of tourists are here. The news from the towns was good.",
  "The man in the car and his wife were late. Everybody in the room knew. I met the man of the house.",
  "He became poet in residence. She was made to clean the room. The friends of his are what they are.",
  "What he wants are books. What you are doing is wrong. I know who her father is. He left home happy.",
  "My mother called to him. We play in the park in winter. He read the letter on Monday.",
  "Everyone have a seat. It is their practice to give raises. He had in mind to see her.",
  "Bread that is better then was rare. He is interesting in person. They made it to order.",
  "You and she make a good team. We must needs agree. I like french fries and english muffins.",
  "It was the man in the portrait of the woman which was stolen. The lower the better.",
  "A knife is used to cut bread. Of all the things he has said, most honest people believe one.",
  "It is recommended to use the new name. The macro calls BUG() instead of die() here.",
  "They made the most of their time. In his other hand, he held a key.",
  "Thanks for your answer to my question. You answer to me. I made a call to my boss.",
  "He came in last week. They broke in last night. Come in Monday. She walked in Saturday night.",
  "I know your right to appeal. How much people earn varies. Do you know how much dogs can hear?",
  "Where are you going to park? That was last summer. It was first thing in the morning.",
  "We are here since we have no choice. I'm here since you asked. How long are you studying there?",
  "All the girl has is her name. All the room was silent. There is school on Monday.",
  "He made his homework into a plane. She did a decision tree. The class was bored.",
  "The word for eat in Latin is edere. For to live is Christ. Our hopes go with you.",
  "The company have been on tour since May. I am number two player. She worked hardly at all.",
  "He entered into the hotel business. We agreed to them in writing. He looked at the night.",
  "The firm is independent of me. He described her the next day. He is proud from head to toe.",
  "She is more cold than cruel. There are more old than young people here. Their wants become needs.",
  "Yesterday he is said to have left. I know how much women are paid. He waited my turn. That is old hat.",
  "When you came home did you see her? Just because is not a reason. He looked to the girl for help.",
  "I did all I could to help. He ran as fast as he could to get home. It was their last march.",
  "I can't say no to her. He didn't say no. Let everyone have their own key. He is good company.",
  "The linewise mode and the characterwise one are new. The itemsize is fixed.",
  "He drew the bow to loose his arrow. It was the line of march. He is doctor in residence.",
  "She participated on a panel. It was a work in the hospital chapel. It's the most cheap wine I had.",
  "He said that people are kind. It is considered to be safe. He is always in the know. I need exercise.",
  "Use a number two pencil. All he did was eat at home. He was used to get information. It feels like rain.",
  "There is some consensus. There is some bias in it. There was some politics at work.",
  "By its very nature, it is slow. By their very success, they failed. You may use pip to manage it.",
  "If it will help, I will stay. If it will make you happy, I will sing.",
  "What I want to know is who did it. When he comes home, call me. She is interesting because she reads.",
  "This port consists of the re-introduction of support. It will inform you where in the text it is.",
  "There is little that we can do to ensure stability. They have the support they need.",
  "I know that since 1990 prices have doubled. It went well at school. A different story. She is in film.",
])("rules for learners don't change correct text: %s", async (text) => {
  const body = { text, language: "en", provider: "embedded" };
  expect((await json(await hub.post("/api/ai/grammar", body))).corrected_text).toBe(text);
});

test.each([
  "The news is good. The boss is here. One of the dogs is barking. The United States is large.",
  "Of course he could, of course. There are a few. There are a lot of people. Then we went.",
  "It has its own name, and it's raining. Their house is there. You're right about your car.",
  "She has two day trips planned. I used to live here. We're married with children.",
])("built-in rules don't change correct text: %s", (text) => {
  expect([...checkPhrases(text, "default", indexSentences(text))]).toEqual([]);
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
  ["He gave me many informations.", "He gave me a lot of information."],
])("a plural that no list has isn't a misspelling: %s", async (text, expected) => {
  const body = { text, language: "en", provider: "embedded" };
  expect((await json(await hub.post("/api/ai/grammar", body))).corrected_text).toBe(expected);
});

test("each rule compiles, and names lists and forms that exist", () => {
  const rows = readFileSync(`${import.meta.dir}/phrases.tsv`, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# "))
    .slice(1);
  for (const row of rows) {
    const [rule = "", , , pattern = "", replacements = "", message = ""] = row.split("\t");
    expect(expandLists(pattern), rule).not.toMatch(/\{[a-z]{3,}[A-Z]?\w*\}/);
    expect(() => new RegExp(expandLists(pattern), "giu"), rule).not.toThrow();
    for (const [, form = ""] of `${replacements} ${message}`.matchAll(/\$([a-z]+)\d/g))
      expect(() => changeForm(form, "word"), rule).not.toThrow();
  }
});
