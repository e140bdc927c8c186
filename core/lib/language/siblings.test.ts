import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { type Guess, hasSiblings, isSibling, settleSiblings } from "./siblings.ts";

const every = new Set(["en", "id", "ms", "sr", "hr", "bs"]);

test("Malay and Indonesian are siblings, and Serbian, Croatian and Bosnian", () => {
  for (const family of [
    ["id", "ms"],
    ["sr", "hr", "bs"],
  ])
    for (const one of family) {
      expect(hasSiblings(one)).toBe(true);
      for (const other of every) expect(isSibling(one, other)).toBe(family.includes(other));
    }
  expect([hasSiblings("en"), isSibling("en", "en")]).toEqual([false, true]);
});

describe("distinguishing words identify", () => {
  test.each([
    ["id", "karena pemerintah berbeda, mahasiswa mencoba mengunduh informasi"],
    ["ms", "kerana pelajar universiti cuba memuat turun maklumat, hospital berbeza"],
    ["sr", "gde je dete videlo mleko posle nedelje, uvek lepo vreme"],
    ["hr", "tko je u siječnju tjedan dana čekao vlak na kolodvoru"],
    ["bs", "historija općenito, svake sedmice hljeb i kahva, uvijek lahko"],
    ["sr", "pošto želi da_li može da kaže, uspešan primer vremena i reči lepe dece"],
  ])("%s: %s", (code, text) => {
    const likely = [...every].map((one) => ({ code: one, confidence: one === "en" ? 0 : 0.2 }));
    const first = {
      code: code === "ms" ? "id" : code === "sr" ? "hr" : code === "id" ? "ms" : "sr",
    };
    const guesses = [
      { ...first, confidence: 0.21 },
      ...likely.filter((one) => one.code !== first.code),
    ];
    const { guesses: told, isTold } = settleSiblings(guesses, { text, allowed: every });
    expect([told[0]?.code, isTold]).toEqual([code, true]);
  });
});

test("a word of two languages only excludes the third", () => {
  const guesses = ["sr", "hr", "bs"].map((code) => ({ code, confidence: 0.3 }));
  const told = settleSiblings(guesses, { text: "gdje", allowed: every });
  expect(told.isTold).toBe(false);
  const of = (code: string) => told.guesses.find((one) => one.code === code)?.confidence ?? 0;
  // The word makes the other language a third as likely.
  expect(of("hr")).toBeCloseTo(of("bs"), 10);
  expect(of("sr")).toBeCloseTo(of("hr") / 3, 10);
  expect(of("sr") + of("hr") + of("bs")).toBeCloseTo(0.9, 10);
});

test("a stem matches all endings, and consecutive words match a pair", () => {
  const first = (text: string) =>
    settleSiblings(
      [
        { code: "hr", confidence: 0.5 },
        { code: "sr", confidence: 0.4 },
      ],
      { text, allowed: every },
    ).guesses[0]?.code;
  expect(["čovek", "čoveka", "čovekom", "x"].map(first)).toEqual(["sr", "sr", "sr", "hr"]);
  expect(["mogu da", "mogu", "da mogu"].map(first)).toEqual(["sr", "hr", "hr"]);
});

test("a language without siblings, or in another script, is unchanged", () => {
  const english: Guess[] = [
    { code: "en", confidence: 0.5 },
    { code: "id", confidence: 0.4 },
  ];
  expect(settleSiblings(english, { text: "kerana", allowed: every })).toEqual({
    guesses: english,
    isTold: true,
  });
  const serbian: Guess[] = [{ code: "sr", confidence: 0.5 }];
  expect(settleSiblings(serbian, { text: "тко", allowed: every })).toEqual({
    guesses: serbian,
    isTold: true,
  });
  expect(settleSiblings([], { text: "tko", allowed: every })).toEqual({
    guesses: [],
    isTold: true,
  });
});

test("if only one sibling is allowed, it is chosen", () => {
  const guesses = [{ code: "id", confidence: 0.5 }];
  expect(settleSiblings(guesses, { text: "kerana", allowed: new Set(["id"]) })).toEqual({
    guesses,
    isTold: true,
  });
});

test("siblings share their combined confidence, and other languages keep theirs", () => {
  const words = fc.constantFrom("gdje", "gde", "tko", "ko", "historija", "kahva", "dom", "voda");
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 6 }),
      fc.tuple(...[1, 2, 3, 4].map(() => fc.double({ min: 0.01, max: 0.24, noNaN: true }))),
      (text, shares) => {
        const guesses = ["sr", "hr", "bs", "en"]
          .map((code, at) => ({ code, confidence: shares[at] ?? 0 }))
          .toSorted((a, b) => b.confidence - a.confidence);
        const told = settleSiblings(guesses, { text: text.join(" "), allowed: every }).guesses;
        const sum = (list: Guess[]) => list.reduce((all, one) => all + one.confidence, 0);
        expect(sum(told)).toBeCloseTo(sum(guesses), 9);
        expect(told.map(({ code }) => code).sort()).toEqual(["bs", "en", "hr", "sr"]);
        const english = (list: Guess[]) => list.find(({ code }) => code === "en");
        expect(english(told)).toEqual(english(guesses));
        for (const [at, one] of told.entries())
          expect(one.confidence).toBeGreaterThanOrEqual(told[at + 1]?.confidence ?? 0);
      },
    ),
    cases(100),
  );
});
