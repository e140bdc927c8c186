import { continueParts, type Say, type Script } from "../text/script.ts";
import type { Reading } from "./cursor.ts";
import { loadNormalizer } from "./load.ts";
import { findReadings, type Normalizer } from "./normalize.ts";
import { readSayAs } from "./say-as.ts";

/** Normalises a script for a locale: numbers, dates and others become words. Its text doesn't change. */
export async function normalizeScript(script: Script, locale: string): Promise<Script> {
  const normalizer = await loadNormalizer(locale, script.text);
  return normalizer ? applyNormalizer(script, normalizer).script : script;
}

/** Normalises a script, and lists what changed. */
export function applyNormalizer(
  script: Script,
  normalizer: Normalizer,
): { script: Script; readings: Reading[] } {
  const { text } = script;
  const all = findReadings(text, normalizer);
  const readings: Reading[] = [];
  const parts = script.parts.flatMap((part): Script["parts"] => {
    if (part.kind === "pause") return [part];
    const own = readPart(part, { text, all, normalizer });
    readings.push(...own);
    return own.length === 0 ? [part] : splitPart(part, own);
  });
  return { script: { ...script, parts }, readings };
}

function readPart(
  part: Say,
  { text, all, normalizer }: { text: string; all: readonly Reading[]; normalizer: Normalizer },
): Reading[] {
  const { start, end, as } = part;
  if (as) {
    const spoken = readSayAs(text.slice(start, end), as, normalizer);
    if (spoken !== undefined) return [{ start, end, spoken, kind: sayAsKinds[as.kind] }];
  }
  if (part.spoken !== undefined || part.spelled || part.ipa !== undefined) return [];
  const crossing = all.some(
    (one) => one.start < end && one.end > start && (one.start < start || one.end > end),
  );
  if (!crossing) return all.filter((one) => one.start >= start && one.end <= end);
  return findReadings(text.slice(start, end), normalizer).map((one) => ({
    ...one,
    start: start + one.start,
    end: start + one.end,
  }));
}

const sayAsKinds = {
  cardinal: "number",
  ordinal: "ordinal",
  digits: "digits",
  telephone: "phone",
  date: "date",
  time: "time",
  currency: "money",
  fraction: "fraction",
  unit: "unit",
} as const;

/** Splits a part at its readings. */
function splitPart(part: Say, readings: readonly Reading[]): Say[] {
  const { as: _, ...plain } = part;
  const parts: Say[] = [];
  let from = part.start;
  for (const { start, end, spoken } of readings) {
    if (start > from) parts.push({ ...plain, start: from, end: start });
    parts.push({ ...plain, start, end, spoken });
    from = end;
  }
  if (from < part.end) parts.push({ ...plain, start: from });
  return continueParts(parts);
}
