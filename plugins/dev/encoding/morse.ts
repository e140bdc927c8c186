import { Fault } from "../json/fault.ts";
import { expectationFault } from "./bytes.ts";

/** Encodes letters, digits and punctuation as Morse code. Words are separated by a slash; line breaks are preserved. */
export function encodeMorse(text: string): string {
  let output = "";
  // Separator before the next sign.
  let gap = "";
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\n") {
      output += "\n";
      gap = "";
    } else if (char.trim() === "") {
      if (gap) gap = " / ";
    } else {
      const signs = [...char.toUpperCase()].map((letter) => codes.get(letter));
      if (signs.includes(undefined))
        throw new Fault(
          `Morse code has no sign for ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))}`,
          at,
        );
      output += gap + signs.join(" ");
      gap = " ";
    }
  }
  return output;
}

/** Decodes Morse code to upper case. Two spaces separate words, too. */
export function decodeMorse(data: string, { strict }: { strict: boolean }): string {
  let text = "";
  let sign = "";
  let start = 0;
  let blanks = 0;
  let newWord = false;
  // One extra iteration finishes the last sign.
  for (let at = 0; at <= data.length; at++) {
    const char = data.charAt(at) || "\n";
    const signal = signals.get(char);
    if (signal && (!strict || signal === char)) {
      if (blanks > 1 || newWord) text += " ";
      blanks = 0;
      newWord = false;
      if (sign === "") start = at;
      if (sign.length <= signMax) sign += signal;
      continue;
    }
    if (sign) text += decodeLetter(sign, { strict, start });
    sign = "";
    const open = text !== "" && !text.endsWith("\n");
    if (char === "\n") {
      if (at < data.length) text += "\n";
      newWord = false;
      blanks = 0;
    } else if (char === "/" || (char === "|" && !strict)) newWord = open;
    else if (char === " ") blanks += open ? 1 : 0;
    else if (strict && char !== "\r") throw expectationFault('".", "-", "/" or a space', data, at);
  }
  return text;
}

function decodeLetter(sign: string, { strict, start }: { strict: boolean; start: number }): string {
  const letter = letters.get(sign);
  if (letter === undefined && strict) throw new Fault(`Morse code has no sign "${sign}"`, start);
  return letter ?? "\ufffd";
}

/** Length of the longest sign. */
const signMax = 7;

const signals: ReadonlyMap<string, "." | "-"> = new Map([
  ...[..."·•∙․*"].map((dot) => [dot, "."] as const),
  ...[..."−–—_"].map((dash) => [dash, "-"] as const),
  [".", "."],
  ["-", "-"],
]);

// ITU-R M.1677-1, and after "@" five signs in common use.
const codes: ReadonlyMap<string, string> = new Map(
  `A.- B-... C-.-. D-.. E. F..-. G--. H.... I.. J.--- K-.- L.-.. M-- N-. O--- P.--. Q--.- R.-.
S... T- U..- V...- W.-- X-..- Y-.-- Z--.. É..-.. 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--...
8---.. 9----. 0----- ..-.-.- ,--..-- :---... ?..--.. '.----. --....- /-..-. (-.--. )-.--.- ".-..-.
=-...- +.-.-. @.--.-. !-.-.-- &.-... ;-.-.-. _..--.- $...-..-`
    .split(/\s/)
    .map((entry) => [entry.charAt(0), entry.slice(1)]),
);

const letters: ReadonlyMap<string, string> = new Map(
  [...codes].map(([letter, code]) => [code, letter]),
);
