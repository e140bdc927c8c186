import { openWords } from "hub/data-file";
import type { Random } from "../doors.ts";
import url from "../plugin.ts";

const lists = openWords(new URL("./code.txt", import.meta.url), ["reserved"])();

/** Returns whether a text consists of letters and digits of any script, `_` and `-`. */
export function isCodeText(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}_-]+$/u.test(text);
}

/** Letters and digits without those that look alike in print: 0 O o, 1 I l. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz";
/** Seven characters out of 56 symbols are 41 bits: too many to guess. */
const length = 7;

/** Creates a random code that can't be guessed. */
export function makeCode(random: Random): string {
  return Array.from({ length }, () => alphabet[random.integer(alphabet.length)]).join("");
}

/** Codes that a visitor would take for a page of the hub itself. */
const reserved = lists.reserved;

/** Rejects codes with other characters, and reserved ones. */
export function checkCode(code: string): void {
  if (!isCodeText(code))
    throw url.error(
      "invalid_input",
      `body.code must consist of letters, digits, "_" and "-": it is ${JSON.stringify(code)}`,
      { at: "body.code" },
    );
  if (reserved.has(code.toLowerCase().replace(/[_-]/g, "")))
    throw url.error("reserved_code", `body.code must not be "${code}": it is reserved by the hub`, {
      at: "body.code",
    });
}
