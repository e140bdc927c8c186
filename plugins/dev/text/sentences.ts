import { splitSentences } from "hub";

/** Counts sentences that contain a letter or digit. */
export function countSentences(text: string, locale: string): number {
  return splitSentences(text, locale).filter((one) => /[\p{L}\p{N}]/u.test(one.text)).length;
}
