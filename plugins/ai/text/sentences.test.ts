import { describe, expect, test } from "bun:test";
import { splitSentences } from "./sentences.ts";

describe("splits sentences", () => {
  test.each<[string, string, string[]]>([
    [
      "en",
      "Dr. Smith met J. R. R. Tolkien at 5 p.m. on Jan. 5. They paid $3.50.",
      ["Dr. Smith met J. R. R. Tolkien at 5 p.m. on Jan. 5.", "They paid $3.50."],
    ],
    [
      "en",
      '"Really?" he asked. "Yes!" She left... Then it rained.',
      ['"Really?" he asked.', '"Yes!"', "She left...", "Then it rained."],
    ],
    [
      "en",
      "Apple Inc. reported. The U.S. Senate voted. He lives in the U.S. The sun is out.",
      ["Apple Inc. reported.", "The U.S. Senate voted.", "He lives in the U.S.", "The sun is out."],
    ],
    [
      "en",
      "Version 2.0.1 is out! See example.com, e.g. today.",
      ["Version 2.0.1 is out!", "See example.com, e.g. today."],
    ],
    [
      "en",
      "A. Smith and B. Jones found E. coli in Rm. 12 of it. it grew. Who knew? J. P. Morgan did.",
      [
        "A. Smith and B. Jones found E. coli in Rm. 12 of it.",
        "it grew.",
        "Who knew?",
        "J. P. Morgan did.",
      ],
    ],
    ["en", "this is bad. i hate it. so sad!", ["this is bad.", "i hate it.", "so sad!"]],
    [
      "en",
      "Hi Tom,\nThanks a lot.\n- apples\n- pears\n\nAnn",
      ["Hi Tom,", "Thanks a lot.", "- apples", "- pears", "Ann"],
    ],
    [
      "en",
      "This paragraph is wrapped because it is quite long\nand goes on. End.",
      ["This paragraph is wrapped because it is quite long\nand goes on.", "End."],
    ],
    [
      "de",
      "Am 3. Oktober kostet es z. B. 3,50 Euro. Herr Dr. Müller kam im 19. Jahrhundert.",
      ["Am 3. Oktober kostet es z. B. 3,50 Euro.", "Herr Dr. Müller kam im 19. Jahrhundert."],
    ],
    [
      "ja",
      "天気がいい。「雨だ。」と言った。本当？はい！",
      ["天気がいい。", "「雨だ。」と言った。", "本当？", "はい！"],
    ],
    ["ar", "هل أنت بخير؟ نعم. شكرا لك.", ["هل أنت بخير؟", "نعم.", "شكرا لك."]],
    ["hi", "यह पहला वाक्य है। यह दूसरा है॥", ["यह पहला वाक्य है।", "यह दूसरा है॥"]],
  ])("in %s: %s", (language, text, expected) => {
    expect(splitSentences(text, language).map((span) => span.text)).toEqual(expected);
  });
});

test("a sentence is the slice at its position, also after emoji", () => {
  const text = "😀 Good. \n\n  Bad 👎🏽! ";
  for (const span of splitSentences(text)) expect(text.slice(span.start, span.end)).toBe(span.text);
  expect(splitSentences(text).map(({ start }) => start)).toEqual([0, 13]);
});

test.each(["a. ", "\n", "...", '"', "x\n", "A.", "1. "])(
  "splits 100,000 characters of %j",
  (part) => {
    const text = part.repeat(100_000 / part.length);
    const spans = splitSentences(text);
    expect(
      spans.every(({ start, end }, index) => start >= (spans[index - 1]?.end ?? 0) && end > start),
    ).toBe(true);
  },
);

test.each([
  ["en", ["I met Mr. Smith in Washington, D.C. yesterday.", "D.C. is nice."]],
  ["en", ["He lives in Washington, D.C.", "The city is big."]],
  ["en", ["Use Node.js and example.com.", "Read v2.Then go."]],
  ["es", ["El Sr. López vive en EE. UU. y trabaja.", "La Dra. Gil no."]],
  ["it", ["Il sig. Rossi abita qui.", "Il dott. Bianchi no."]],
  ["ru", ["Он живёт на ул. Ленина.", "Это т. е. рядом."]],
  ["pl", ["Mieszka na ul. Długiej.", "W 2024 r. wyjechał."]],
  ["hi", ["यह है।", "डॉ. शर्मा आए।"]],
])("in %s abbreviations don't end sentences: %p", (language, sentences) => {
  expect(splitSentences(sentences.join(" "), language).map(({ text }) => text)).toEqual(sentences);
});

test("a sentence may lack the space before it", () => {
  const split = (text: string) => splitSentences(text).map((one) => one.text);
  expect(split("Hello world.Today is Tuesday.")).toEqual(["Hello world.", "Today is Tuesday."]);
  expect(split("Call System.Out and obj.The_name now.")).toHaveLength(1);
  expect(split("π is ３．１４ here．Next．")).toEqual(["π is ３．１４ here．", "Next．"]);
});
