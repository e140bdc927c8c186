import { names } from "../entities/names.ts";
import { base } from "../language/base.ts";
import { dates } from "../recognize/dates.ts";
import { type Found, withoutOverlaps } from "../recognize/found.ts";
import { emails, ips, tags, urls } from "../recognize/internet.ts";
import { cards, ibans } from "../recognize/numbers.ts";
import { phones } from "../recognize/phones.ts";
import { type Kind, type Mode, usualKinds } from "./kinds.ts";
import { addresses, birthDates, macs, passports, secrets, ssns, vatIds } from "./personal.ts";
import { replacer } from "./replace.ts";

interface Input {
  text: string;
  language: string;
  types?: readonly Kind[];
  mode: Mode;
  custom: readonly string[];
  confidence: number;
  include_original: boolean;
  salt: Uint8Array;
}

/** Writes something else for whatever in a text names a person, and tells what it was. */
export function redact(input: Input) {
  const { text, confidence } = input;
  const wanted = new Set<string>([...(input.types ?? usualKinds), "custom"]);
  const found = withoutOverlaps(
    personal(input).filter((one) => wanted.has(one.type) && one.confidence >= confidence),
  );
  const instead = replacer(input);
  let written = "";
  let from = 0;
  const findings = found.map((one) => {
    const shown = text.slice(one.start, one.end);
    const replacement = instead(one, shown);
    written += text.slice(from, one.start);
    from = one.end;
    if (replacement === "" && /\s$/u.test(written) && /\s/u.test(text[from] ?? " ")) from++;
    written += replacement;
    return {
      type: one.type as Kind | "custom",
      start: one.start,
      end: one.end,
      ...(input.include_original && { original: shown }),
      replacement,
      confidence: one.confidence,
    };
  });
  const counts: Record<string, number> = {};
  for (const { type } of findings) counts[type] = (counts[type] ?? 0) + 1;
  return { text: written + text.slice(from), findings, counts };
}

function personal({ text, language, custom }: Input): Found[] {
  const code = base(language);
  return [
    ...literals(text, custom),
    ...emails(text),
    ...ibans(text),
    ...cards(text),
    ...ips(text),
    ...macs(text),
    ...ssns(text),
    ...phones(text, code),
    ...birthDates(text, code),
    ...passports(text),
    ...vatIds(text),
    ...secrets(text),
    ...addresses(text),
    ...urls(text),
    ...tags(text),
    ...names(text, language),
    ...dates(text, { language: code, now: 0 }),
  ];
}

/** The caller's own words wherever they stand, whatever their case. */
function* literals(text: string, custom: readonly string[]): Generator<Found> {
  const lower = text.toLowerCase();
  // Where small letters are of another length, places would not agree.
  const where = lower.length === text.length ? lower : text;
  for (const word of custom) {
    const sought = where === text ? word : word.toLowerCase();
    for (
      let start = where.indexOf(sought);
      start >= 0;
      start = where.indexOf(sought, start + sought.length)
    )
      yield {
        type: "custom",
        start,
        end: start + sought.length,
        confidence: 1,
        normalized: sought,
      };
  }
}
