import { asTable } from "hub";
import { openWords } from "hub/data-file";
import { foldNumbers } from "../recognize/fold.ts";
import type { TextEntity } from "../recognize/found.ts";
import type { Mode } from "./request.ts";

interface Options {
  mode: Mode;
  salt: Uint8Array;
}

/**
 * Creates a function that returns the replacement of a finding. Equal values get equal replacements, so that the
 * text stays readable. Tags within a value remain, without their attributes.
 */
export function createReplacer({
  mode,
  salt,
}: Options): (found: TextEntity, shown: string) => string {
  const replace = createTextReplacer({ mode, salt });
  return (found, shown) => {
    const plain = shown.replaceAll(tags, "");
    if (plain === shown) return replace(found, shown);
    let isFirst = true;
    return shown
      .split(tag)
      .map((piece, index) => {
        // Attributes can contain personal data.
        if (index % 2 === 1) return `<${piece}>`;
        if (piece.trim() === "") return piece;
        if (mode === "mask") return replace(found, piece);
        const replacement = isFirst ? replace(found, plain) : "";
        isFirst = false;
        return replacement + (/\s$/u.test(piece) ? " " : "");
      })
      .join("");
  };
}

/** A tag within a value. Its name, with the slash of an end tag, is captured. */
const tag = /<(\/?[a-zA-Z][a-zA-Z\d]{0,20})(?:[\s/][^<>]{0,200})?>/u;
const tags = new RegExp(tag, "gu");

function createTextReplacer({ mode, salt }: Options): (found: TextEntity, shown: string) => string {
  const numbers = new Map<string, number>();
  const perKind = new Map<string, number>();
  return (found, shown) => {
    const { type } = found;
    const same = `${type} ${toCanonicalForm(found, shown).toLowerCase()}`;
    if (mode === "remove") return "";
    if (mode === "label") return `[${type.toUpperCase()}]`;
    if (mode === "mask") return maskValue(type, shown);
    if (mode === "hash") return `${type}_${hashValue(same, salt)}`;
    const number = numbers.get(same) ?? (perKind.get(type) ?? 0) + 1;
    if (!numbers.has(same)) {
      perKind.set(type, number);
      numbers.set(same, number);
    }
    return inventValue(type, number);
  };
}

/** Returns a key that is equal for equal values. Telephone numbers of unknown countries compare by their digits. */
function toCanonicalForm({ type, normalized }: TextEntity, shown: string): string {
  return normalized ?? (type === "phone" ? foldNumbers(shown).replaceAll(/\D/g, "") : shown);
}

/** Masks letters and digits with asterisks. Values that people know by their last four characters keep those. */
function maskValue(type: string, shown: string): string {
  const at = shown.indexOf("@");
  // An encoded address has no at sign.
  if (type === "email" && at > 0) {
    return `${shown[0]}${"*".repeat(at - 1)}${shown.slice(at)}`;
  }
  const keep = type === "credit_card" || type === "iban" || type === "phone" ? 4 : 0;
  let left = 0;
  let written = "";
  for (const char of [...shown].toReversed()) {
    const isSign = /[\p{L}\p{N}\p{M}]/u.test(char);
    written = (isSign && left >= keep ? "*" : char) + written;
    if (isSign) left++;
  }
  return written;
}

/** Returns 48 bits of HMAC-SHA-256. Only someone with the salt can find the value by trying. */
function hashValue(value: string, salt: Uint8Array): string {
  return new Bun.CryptoHasher("sha256", salt).update(value).digest("hex").slice(0, 12);
}

const people = [...openWords(new URL("./people.txt", import.meta.url), ["people"])().people];

/** Makes up values that can't belong to anyone: ranges reserved for examples, and invalid check digits. */
function inventValue(type: string, number: number): string {
  const two = String(number).padStart(2, "0");
  const invented: Record<string, () => string> = asTable({
    person: () => people[number - 1] ?? `${people[number % people.length]} ${number}`,
    // RFC 2606, RFC 5737, and numbers reserved for fiction.
    email: () => `user${number}@example.com`,
    url: () => `https://example.com/${number}`,
    ip: () => `192.0.2.${number % 256}`,
    phone: () => `+1 202 555 01${two.slice(-2)}`,
    credit_card: () => `0000 0000 0000 00${two}`,
    iban: () => `XX00 0000 0000 0000 00${two}`,
    mac_address: () =>
      `00:00:5E:00:53:${(number % 256).toString(16).padStart(2, "0").toUpperCase()}`,
    ssn: () => `000-00-00${two}`,
    date_of_birth: () => "1 January 1900",
    date: () => "1 January 1900",
    address: () => `${number} Example Street`,
    mention: () => `@user${number}`,
    organization: () => `Company ${number}`,
    location: () => `Place ${number}`,
  });
  return invented[type]?.() ?? `${type.toUpperCase()}-${number}`;
}
