import { openTable } from "hub/data-file";

const readGreetings = openTable(new URL("./samples.tsv", import.meta.url), {
  language: "text",
  greeting: "text",
});

/** Returns a short sample text in a language, or in English if there is none. */
export function getSample(language: string): string {
  const find = (code: string) => readGreetings().find((row) => row.language === code)?.greeting;
  return find(language) ?? find("en") ?? "";
}
