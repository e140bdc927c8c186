import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { extractAnswers } from "./extract.ts";
import { readQuestion } from "./question.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const context =
  "😀 The Eiffel Tower is a wrought-iron tower in Paris, France. It was built from 1887 to 1889 by the company of Gustave Eiffel. " +
  "The tower is 330 metres tall and has three levels for visitors. It was criticised by artists because of its design. " +
  "Photosynthesis is the process by which plants turn light into energy. A ticket to the top costs 29.40 euros.";
const post = async (body: object) => json(await hub.post("/api/ai/answer", body));

describe("answer finds", () => {
  test.each([
    ["How tall is the Eiffel Tower?", "330 metres"],
    ["When was the Eiffel Tower built?", "1887 to 1889"],
    ["Where is the Eiffel Tower?", "Paris"],
    ["Why was the tower criticised?", "because of its design"],
    ["What is photosynthesis?", "the process by which plants turn light into energy"],
    ["How many levels does the tower have?", "three"],
    ["How much does a ticket to the top cost?", "29.40 euros"],
  ])("%s %s", async (question, expected) => {
    const res = await post({ question, context });
    expect([res.answers[0].answer, res.answerable]).toEqual([expected, true]);
    for (const { answer, sentence, start, end } of res.answers)
      expect(context.slice(start, end)).toBe(answer ?? sentence);
  });
});

test("answer reports that the text contains no answer", async () => {
  expect(await post({ question: "What is the capital of Mongolia?", context })).toMatchObject({
    answers: [],
    answerable: false,
  });
});

test("answer returns the document and the position in it", async () => {
  const documents = ["The sun is hot.", "Am 3. Oktober spricht der Minister mit den Ländern."];
  const { answers } = await post({
    question: "Wann spricht der Minister?",
    documents,
    max_answers: 1,
  });
  expect([answers.length, answers[0].document, answers[0].answer]).toEqual([1, 1, "3. Oktober"]);
  expect(documents[1]?.slice(answers[0].start, answers[0].end)).toBe("3. Oktober");
});

test("answer accepts 100,000 characters, and fails with 413 for one more", async () => {
  const res = await hub.post("/api/ai/answer", { question: "who?", context: "a".repeat(100_001) });
  expect([res.status, (await json(res)).code]).toEqual([413, "text_too_long"]);
  for (const part of ["a b c. ", "a b c, "]) {
    const most = { question: "who was it, a or b?", context: part.repeat(14_285) };
    expect((await hub.post("/api/ai/answer", most)).status).toBe(200);
  }
});

test("answer fails with 400 without context and documents", async () => {
  expect((await hub.post("/api/ai/answer", { question: "who?" })).status).toBe(400);
});

describe("answer detects the type of question", () => {
  test.each([
    ["en", "How much money did it earn?", "money"],
    ["en", "How long did it take?", "duration"],
    ["en", "By how much did it grow?", "amount"],
    ["en", "How many were there?", "number"],
    ["en", "At what time does it open?", "time"],
    ["en", "In which year was it?", "date"],
    ["en", "Which city is it in?", "location"],
    ["en", "Whose idea was it?", "person"],
    ["en", "How come it failed?", "reason"],
    ["en", "What is a quark?", "definition"],
    ["en", "Name the colour.", "thing"],
    ["de", "Wie alt ist er?", "duration"],
    ["de", "Um wie viel Uhr beginnt es?", "time"],
    ["fr", "Pourquoi est-ce fini ?", "reason"],
    ["es", "¿Cuánto cuesta?", "money"],
    ["it", "Dove abita?", "location"],
  ] as const)("in %s, %j asks for a %s", (language, question, asked) => {
    expect(readQuestion(question, language).answerKind).toBe(asked);
  });

  test("and excludes question words from the search terms", () => {
    const { keys, words } = readQuestion("When was the bridge opened?", "en");
    expect([...keys].toSorted()).toEqual(["bridg", "open"]);
    expect(words.has("when")).toBe(true);
  });
});

test("answers are excerpts of their documents, the best first, for any question", () => {
  const sentences = [
    "Anna Smith opened the bridge in 1999.",
    "It cost $5 million.",
    "Rain fell because of clouds.",
    "東京は大きい。",
    "A quark is a particle.",
  ];
  const questions = [
    "Who opened the bridge?",
    "When?",
    "What is a quark?",
    "How much did it cost?",
    "Why did rain fall?",
  ];
  const documents = fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(documents, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...questions),
      (all, question) => {
        const texts = all.map((some) => some.join(" "));
        const { answers, answerable } = extractAnswers({
          question,
          documents: texts,
          language: "en",
          max_answers: 3,
        });
        for (const [
          index,
          { answer, sentence, document, start, end, score },
        ] of answers.entries()) {
          expect(texts[document]?.slice(start, end)).toBe(answer ?? sentence);
          expect(score).toBeLessThanOrEqual(answers[index - 1]?.score ?? 1);
        }
        expect(new Set(answers.map(({ sentence }) => sentence)).size).toBe(answers.length);
        expect(answerable).toBe((answers[0]?.score ?? 0) >= 0.4);
      },
    ),
    cases(60),
  );
});

test.each([
  [
    "When did the war end?",
    "The war began in 1914 and ended on 11 November 1918.",
    "11 November 1918",
  ],
  ["When did the war begin?", "The war began in 1914 and ended on 11 November 1918.", "1914"],
  [
    "When did the war end?",
    "It started in 1914. The war finished in 1918 after four years.",
    "1918",
  ],
  ["When did he die?", "Bach was born in 1685 and died in 1750.", "1750"],
  ["When does the shop close?", "The shop closes on Sundays.", "Sundays"],
  ["When does the ferry leave?", "The ferry leaves at noon.", "noon"],
  ["Who wrote War and Peace?", "War and Peace is a novel by Leo Tolstoy.", "Leo Tolstoy"],
  ["Where was Bach born?", "Bach was born in Eisenach and died in Leipzig.", "Eisenach"],
  ["Who wrote Emma?", "Jane Austen is the author of Emma, her fourth novel.", "Jane Austen"],
  ["Which company bought the mill?", "In 1901 Hartley Ltd purchased the mill.", "Hartley Ltd"],
  ["What did the miners find?", "In the spring the miners discovered silver.", "silver"],
  ["Who killed Caesar?", "Caesar was killed by Brutus in the senate.", "Brutus"],
  ["How many people died?", "12 people were injured and 3 died in the fire.", "3"],
  ["Wer schrieb Faust?", "Faust wurde von Goethe geschrieben.", "Goethe"],
  ["Qui a écrit le livre ?", "Le livre a été écrit par Hugo et lu par Anne.", "Hugo"],
  ["What is the lake called?", "The lake is known as Mirror Lake.", "Mirror Lake"],
])("%s picks the span next to the verb in %p", async (question, own, expected) => {
  const { answers } = await post({ question, context: own });
  expect(answers[0].answer).toBe(expected);
});

test.each([
  [
    "de",
    "Wann endete der Krieg?",
    "Der Krieg begann 1914 und endete am 11. November 1918.",
    "11. November 1918",
  ],
  ["de", "Wo starb Bach?", "Bach wurde in Eisenach geboren und starb in Leipzig.", "Leipzig"],
  [
    "de",
    "Wer hat die Brücke entworfen?",
    "Die Brücke wurde 1920 von Anna Holm entworfen.",
    "Anna Holm",
  ],
  [
    "de",
    "Wie hoch ist der Turm?",
    "Der Turm ist 330 Meter hoch und hat drei Stockwerke.",
    "330 Meter",
  ],
  ["de-AT", "Was fanden die Bergleute?", "Im Frühling fanden die Bergleute Silber.", "Silber"],
  [
    "es",
    "¿Cuándo comenzó la guerra?",
    "La guerra comenzó en 1914 y terminó el 11 de noviembre de 1918.",
    "1914",
  ],
  ["es", "¿Dónde nació Bach?", "Bach nació en Eisenach y murió en Leipzig.", "Eisenach"],
  ["es", "¿Quién escribió el libro?", "El libro fue escrito por Rosa Vidal.", "Rosa Vidal"],
  [
    "es",
    "¿Cuántos niveles tiene la torre?",
    "La torre mide 330 metros y tiene tres niveles.",
    "tres",
  ],
  [
    "es-MX",
    "¿Qué encontraron los mineros?",
    "En primavera los mineros encontraron plata.",
    "plata",
  ],
])("in %s, %s is answered from %p", async (language, question, own, expected) => {
  const res = await post({ question, context: own, language });
  expect([res.answers[0].answer, res.answerable]).toEqual([expected, true]);
});

test.each([
  ["de", "Wann endete der Krieg?", "Der Krieg begann 1914."],
  ["de", "Wie alt ist Maria Holm?", "Maria Holm lebt in Leipzig. Ihr Bruder ist 34 Jahre alt."],
  ["de", "Warum schloss die Mühle?", "Die Mühle schloss 1990."],
  ["es", "¿Cuántos años tiene Ana Holm?", "Ana Holm vive en Toledo. Su hermano tiene 34 años."],
  ["es", "¿Qué altura tiene el puente?", "El puente mide 300 metros de largo."],
  ["de", "Wer reparierte den Turm?", "Anna Holm strich den Turm im Jahr 1920."],
  ["de", "Wann wurde Anna Holm geboren?", "Peter Lund wurde 1920 geboren."],
  ["de", "Wann verkaufte Anna das Haus?", "Anna kaufte das Haus 1950."],
  ["es", "¿Quién reparó la torre?", "Ana Holm pintó la torre en 1920."],
  ["es", "¿Cuándo se quemó el molino?", "El molino abrió en 1880."],
  ["es", "¿Cuándo nació Ana Holm?", "Pedro Luna nació en 1920."],
])("in %s, %s isn't answerable from %p", async (language, question, own) => {
  expect(await post({ question, context: own, language })).toMatchObject({ answerable: false });
});

test.each([
  ["When did the war end?", "The war began in 1914."],
  ["When did the company open its shop?", "The company closed its shop in 2001."],
  ["How old is Maria Holm?", "Maria Holm lives in Leipzig. Her brother is 34 years old."],
  ["How high is the bridge?", "The bridge is 300 metres long."],
  ["Why did the mill close?", "The mill closed in 1990."],
  ["Who wrote Meridian?", "Luis Soto wrote Odyssey in 1999. Meridian is a novel."],
  ["Who is the wife of Luis Soto?", "Luis Soto and his sister Rosa live in Toledo."],
  ["Who repaired the tower?", "Anna Holm painted the tower in 1920."],
  ["When did the mill burn down?", "The mill opened in 1880."],
  ["When was the hall built?", "The hall was built near the market."],
  ["Where was the treaty signed?", "The treaty was signed in 1648."],
  ["Where did the ship sink?", "The ship sank in May 1912."],
  ["When did the choir sing?", "The choir sang for the majority."],
  ["Who did not attend?", "Anna, Ben and Carl attended."],
  ["What is the capital of Peru?", "The capital of Chile is Santiago."],
  ["Who designed the Harbour Bridge?", "Anna Holm designed the bridge over the river."],
])("%s isn't answerable from %p", async (question, own) => {
  expect(await post({ question, context: own })).toMatchObject({ answerable: false });
});

test.each([
  [
    "How far do you ship?",
    "Orders above $25 are shipped free of charge within 40 km. Others cost $3.",
    "40 km",
  ],
  [
    "Who is the CEO?",
    "Acme was founded by Ann Lee in 1990. Since 2019 Bo Chan has led the company.",
    "Bo Chan",
  ],
  ["When does the shop close?", "We are open Monday to Friday from 9 am to 6 pm.", "6 pm"],
  ["When does the shop open?", "We are open Monday to Friday from 9 am to 6 pm.", "9 am"],
  ["How heavy is it?", "The desk is 140 cm wide and weighs 31 kg.", "31 kg"],
  ["Who founded the firm?", "The firm was founded by Jan and Petra Vos.", "Jan and Petra Vos"],
])("%s is answered in other words by %p", async (question, own, expected) => {
  const { answers, answerable } = await post({ question, context: own });
  expect([answers[0].answer, answerable]).toEqual([expected, true]);
});

test.each([
  ["Does the cake contain eggs?", "Our cake contains milk and wheat, but no eggs.", "no"],
  ["Does the cake contain eggs?", "The cake contains no eggs.", "no"],
  ["Are dogs allowed?", "Dogs are not allowed in the building.", "no"],
  ["Is the flat furnished?", "The flat is unfurnished.", "no"],
  ["Is breakfast included?", "Breakfast is included in the price.", "yes"],
  ["Can I bring my dog?", "You can bring a dog if it is on a lead.", undefined],
])("%s gets the sentence %p, and %p", async (question, own, polarity) => {
  const { answers, answerable } = await post({ question, context: own });
  expect([answers[0].answer, answers[0].sentence, answerable]).toEqual([null, own, true]);
  expect(answers[0].polarity).toBe(polarity);
});

test("answer is null and has the position of the sentence if no span is certain", async () => {
  const own = "Anna met Ben. Twelve members voted for the plan and four against it.";
  const { answers } = await post({
    question: "How many members voted against the plan?",
    context: own,
  });
  expect(answers[0]).toMatchObject({ answer: null, start: 14, end: own.length });
});
