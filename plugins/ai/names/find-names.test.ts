import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { findNames } from "./find-names.ts";

const showPersons = (text: string) =>
  findNames(text, "en")
    .filter(({ type }) => type === "person")
    .map(({ start, end }) => text.slice(start, end))
    .join(", ");

describe("finds people in English", () => {
  test.each([
    ["My name is Ekundayo and I live in Cork.", "Ekundayo"],
    ["My name is Siofra Wriothesley, a nurse.", "Siofra Wriothesley"],
    ["Please forward it to Thandolwethu Van der Kloof today.", "Thandolwethu Van der Kloof"],
    ["Dr Hathersage will see you on Friday.", "Dr Hathersage"],
    ["The form was signed by K. Oyelaran.", "K. Oyelaran"],
    ["Best regards,\nIolanthe Grindrod", "Iolanthe Grindrod"],
    ["Is Kiplagat coming to the party?", "Kiplagat"],
    ["Attendees: Nerys Lamptey, Petroc Gakuru", "Nerys Lamptey, Petroc Gakuru"],
  ])("in %j", (text, names) => {
    expect(showPersons(text)).toBe(names);
  });
});

test.each([
  "The Grace period of 30 days is over.",
  "Chase Bank charged me twice.",
  "Is Jordan a country?",
  "Will you be there in May?",
  "We stayed at the Paris Hilton Hotel.",
  "Mark the box and sign below.",
  "A Petri dish and a Caesar salad.",
  "The serial number is S1234567A.",
])("finds nobody in %j", (text) => {
  expect(showPersons(text)).toBe("");
});

const words = fc.constantFrom(
  ..."David Omar Ana María Núñez O'Brien Zhang Иван Петров محمد أحمد Γιώργος Παπάς राहुल शर्मा 山田太郎 김민수 an and a nurse".split(
    " ",
  ),
  ..."de von my name is Mr Dr. Street Bank Berlin 12 , . : ( ) \n - 's & the in ул. и und".split(
    " ",
  ),
);

test("a name starts and ends at the edge of a word, whatever surrounds it", () => {
  fc.assert(
    fc.property(
      fc.array(words, { minLength: 2, maxLength: 14 }),
      fc.constantFrom("en", "de", "es", "ru", "ar", "el", "hi", "tr"),
      (some, language) => {
        const text = some.join(" ");
        for (const { start, end } of findNames(text, language))
          for (const at of [start, end])
            expect(
              [isInWord(text, at), text.slice(start, end)],
              `"${text.slice(start, end)}" in "${text}"`,
            ).toEqual([false, text.slice(start, end)]);
      },
    ),
    cases(100_000, 400),
  );
});

/** Whether a position is between two letters or digits of a script with spaces between words. */
function isInWord(text: string, at: number): boolean {
  return /^(?:(?![\p{Script=Han}\p{Script=Hangul}])[\p{L}\p{N}]){2}$/u.test(
    text.slice(at - 1, at + 1),
  );
}
