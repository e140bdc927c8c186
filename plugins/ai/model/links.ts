/** Addresses and pictures in Markdown: the ways by which an answer could carry data out. */
const picture = /!\[[^\]\n]{0,300}\]\([^)\n]{0,2000}\)/g;
const link = /\[([^\]\n]{0,300})\]\(([^)\n]{0,2000})\)/g;
const address = /\b(?:(?:https?|ftp|data|javascript):|www\.)[^\s<>"'()]{1,2000}/gi;

/** Takes from what a model wrote the links that are not in what it was given. */
export function withoutNewLinks<T>(answer: T, source: string): T {
  if (typeof answer === "string") return withoutIn(answer, source) as T;
  if (Array.isArray(answer)) return answer.map((item) => withoutNewLinks(item, source)) as T;
  if (typeof answer !== "object" || answer === null) return answer;
  const entries = Object.entries(answer).map(([key, value]) => [
    key,
    withoutNewLinks(value, source),
  ]);
  return Object.fromEntries(entries) as T;
}

function withoutIn(text: string, source: string): string {
  const keep = (whole: string, kept = "") => (source.includes(whole) ? whole : kept);
  const cut = text
    .replaceAll(picture, (whole) => keep(whole))
    .replaceAll(link, (whole, words: string) => keep(whole, words))
    .replaceAll(address, (whole) => keep(whole));
  return cut === text ? text : cut.replaceAll(/ {2,}/g, " ").trim();
}
