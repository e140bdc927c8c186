import { isLightText } from "../light-text.ts";
import { needsPixels } from "../weight.ts";

/** Whether an avatar takes more than a moment: SVGs do not, unless their letters are in large fonts. */
export function isHeavy(asked: {
  format: string;
  response: string;
  style: string;
  name?: string;
  seed?: string;
}): boolean {
  if (needsPixels(asked)) return true;
  return asked.style === "initials" && !isLightText(asked.name ?? asked.seed ?? "");
}
