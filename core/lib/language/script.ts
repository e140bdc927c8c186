import { openTable } from "../data-file.ts";

interface Script {
  /** The ISO 15924 code. */
  code: string;
  of: RegExp;
  /** The only language that is commonly written in it. */
  language?: string | undefined;
  direction: "ltr" | "rtl";
}

const readRows = openTable(new URL("./scripts.tsv", import.meta.url), {
  code: "text",
  names: "list",
  language: "optional",
  direction: ["ltr", "rtl"],
});

const rareScript: Script = {
  code: "Zzzz",
  of: /(?=\p{L})[^\p{Script=Common}\p{Script=Inherited}]/u,
  direction: "ltr",
};

let scripts: readonly Script[] | undefined;

/** Returns the scripts. Characters of none of the listed ones match the last. */
function loadScripts(): readonly Script[] {
  scripts ??= [
    ...readRows().map(({ names, ...row }) => ({
      ...row,
      of: new RegExp(`[${names.map((name) => `\\p{Script=${name}}`).join("")}]`, "u"),
    })),
    rareScript,
  ];
  return scripts;
}

// The most common characters that the simplification of 1956 changed, in both forms.
const simplified = /[们这个说对时来会国为学没见还过发现让开问关样东车长马书乐爱汉语话认识钱]/gu;
const traditional = /[們這個說對時來會國為學沒見還過發現讓開問關樣東車長馬書樂愛漢語話認識錢]/gu;
const sampleLength = 4000;

interface FoundScript {
  /** The ISO 15924 code; `Zyyy` without letters, `Zzzz` for rare scripts. */
  script: string;
  direction: "ltr" | "rtl";
  /** The language, if the script determines it. */
  language?: string;
  letters: number;
}

/** Returns the dominant script at the start of a text, and its language if the script determines it. */
export function dominantScript(text: string): FoundScript {
  const counts = new Map<Script, number>();
  let letters = 0;
  const known = loadScripts();
  let [last = rareScript] = known;
  for (const char of text.slice(0, sampleLength)) {
    if (char <= "@" || (char > "Z" && char < "a")) continue;
    if (!last.of.test(char)) {
      const found = known.find(({ of }) => of.test(char));
      if (!found) continue;
      if (found !== rareScript) last = found;
      counts.set(found, (counts.get(found) ?? 0) + 1);
      letters++;
      continue;
    }
    letters++;
    counts.set(last, (counts.get(last) ?? 0) + 1);
  }
  return describeScript(counts, letters, text.slice(0, sampleLength));
}

function describeScript(counts: Map<Script, number>, letters: number, text: string): FoundScript {
  const count = (code: string) => [...counts].find(([script]) => script.code === code)?.[1] ?? 0;
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1]);
  if (!first) return { script: "Zyyy", direction: "ltr", letters };
  const [{ code, language, direction }] = first;
  if (code === "Kana" || (code === "Hani" && count("Kana") * 8 >= count("Hani")))
    return { script: "Jpan", direction, language: "ja", letters };
  if (code === "Hani")
    return { script: detectChineseScript(text), direction, language: "zh", letters };
  return { script: code, direction, letters, ...(language && { language }) };
}

function detectChineseScript(text: string): string {
  const countMatches = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return countMatches(traditional) > countMatches(simplified) ? "Hant" : "Hans";
}
