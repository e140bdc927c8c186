import { quickLanguage } from "hub";
import type { BatchRequest } from "../request.ts";

const charactersMax = 1000;

/** Whether a text is scored at once: short, and in English without any statistics. */
export function isLight({
  text,
  language,
  provider,
}: BatchRequest & { aspects: string[] }): boolean {
  if (text === undefined || text.length > charactersMax || provider === "openai") return false;
  return language === "auto" ? quickLanguage(text) !== undefined : true;
}
