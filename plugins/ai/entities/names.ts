import { base } from "../language/base.ts";
import type { Found } from "../recognize/found.ts";
import { namesOfEnglish } from "./compromise-names.ts";
import { namesByRule } from "./name-rules.ts";

/** People, organisations and places. Two ways of finding them that agree make it surer. */
export function names(text: string, language: string): Found[] {
  const ruled = [...namesByRule(text, language)];
  if (base(language) !== "en") return ruled;
  const seen = new Map(ruled.map((one) => [`${one.type} ${one.start}`, one]));
  const learned = [...namesOfEnglish(text)].map((one) => {
    const same = seen.get(`${one.type} ${one.start}`);
    if (!same || one.end > same.end) return one;
    same.confidence = Math.min(0.97, Math.max(same.confidence, one.confidence) + 0.1);
    return same;
  });
  return [...new Set([...ruled, ...learned])];
}
