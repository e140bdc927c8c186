import { asJson, type StandIn, type StandInRequest } from "./stand-in.ts";

/** Misspellings by correct word. */
const right: Readonly<Record<string, string>> = {
  teh: "the",
  Fehlr: "Fehler",
  falta: "falta",
  probleme: "problème",
  eror: "error",
};

/** Grammar checks in the format of LanguageTool's API, https://languagetool.org/http-api/ */
export const languageTool: StandIn = (asked) => {
  if (asked.path === "/v2/languages")
    return asJson([{ name: "German", code: "de", longCode: "de-DE" }]);
  if (asked.path !== "/v2/check" || asked.method !== "POST") return undefined;
  return checked(asked);
};

function checked({ body, lapse }: StandInRequest) {
  const form = new URLSearchParams(body);
  const text = form.get("text");
  const code = form.get("language");
  if (!text || !code) return { type: "text/plain", body: "Error: Missing text", status: 400 };
  if (lapse === "malformed-json") return { type: "application/json", body: '{"matches":[' };
  const language = { name: code, code: code === "auto" ? "de-DE" : code };
  const matches = [...text.matchAll(/[\p{L}]+/gu)].flatMap(({ 0: word, index }) =>
    Object.hasOwn(right, word) && right[word] !== word
      ? [match({ word, offset: lapse === "obeyed-injection" ? 1_000_000 : index })]
      : [],
  );
  if (lapse === "schema-drift") return asJson({ language, results: matches });
  return asJson({ software: { name: "A stand-in for tests" }, language, matches });
}

function match({ word, offset }: { word: string; offset: number }) {
  return {
    message: "Possible spelling mistake found.",
    shortMessage: "Spelling mistake",
    replacements: [{ value: right[word] }],
    offset,
    length: word.length,
    rule: {
      id: "STAND_IN_SPELLING",
      description: "Possible spelling mistake",
      issueType: "misspelling",
      category: { id: "TYPOS", name: "Possible Typo" },
    },
  };
}
