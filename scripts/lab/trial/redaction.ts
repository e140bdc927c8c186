import { redact } from "../../../plugins/ai/redact/redact.ts";
import { usualKinds } from "../../../plugins/ai/redact/request.ts";
import { importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface Case {
  text: string;
  spans: { entity_type: string; start_position: number; end_position: number }[];
}

type Redact = (text: string) => string;

/** The types that both sides redact by default. Organizations, towns and ages are left out. */
const wanted = new Set([
  "CREDIT_CARD",
  "EMAIL_ADDRESS",
  "IBAN_CODE",
  "IP_ADDRESS",
  "PERSON",
  "PHONE_NUMBER",
  "STREET_ADDRESS",
  "US_SSN",
]);

export default {
  engine: "ai/redact",
  ours: ["plugins/ai/{redact,recognize}/*.ts"],
  theirs: ["redact-pii"],
  async measure({ find }) {
    const cases = (await Bun.file(find("redact/presidio-dev.json")).json()) as Case[];
    const redactors: Record<string, Redact> = { ours: redactByUs, ...(await loadTheirs()) };
    const judge = (one: Redact) => {
      let [gone, lost] = [0, 0];
      for (const { text, spans } of cases) {
        const output = one(text);
        for (const { entity_type, start_position, end_position } of spans)
          if (wanted.has(entity_type) && !output.includes(text.slice(start_position, end_position)))
            gone++;
        lost += listPlainWords(text, spans).filter((word) => !output.includes(word)).length;
      }
      return { gone, lost };
    };
    const judged = Object.entries(redactors).map(([name, one]) => [name, judge(one)] as const);
    const pick = (key: "gone" | "lost") => {
      const { ours = 0, ...theirs } = Object.fromEntries(
        judged.map(([name, one]) => [name, one[key]]),
      );
      return { ours, theirs };
    };
    const spans = cases.flatMap((one) => one.spans).filter((one) => wanted.has(one.entity_type));
    const words = cases.flatMap((one) => listPlainWords(one.text, one.spans));
    return [
      {
        set: "part of presidio-research",
        inputs: spans.length,
        figure: "names, numbers and addresses redacted",
        ...pick("gone"),
      },
      {
        set: "part of presidio-research",
        inputs: words.length,
        figure: "other words lost",
        ...pick("lost"),
        fewerIsBetter: true,
      },
    ];
  },
} satisfies Row;

/** Returns the words of a text that are in no span. */
function listPlainWords(text: string, spans: Case["spans"]): string[] {
  return Array.from(text.matchAll(/[\p{L}]{3,}/gu))
    .filter(({ index, 0: word }) =>
      spans.every((one) => index >= one.end_position || index + word.length <= one.start_position),
    )
    .map(([word]) => word);
}

function redactByUs(text: string): string {
  const options = { mode: "remove", custom: [], confidence: 0.5, include_original: false };
  const input = {
    text,
    language: "en",
    ...options,
    types: [...usualKinds],
    salt: new Uint8Array(16),
  };
  return redact(input as unknown as Parameters<typeof redact>[0]).text;
}

async function loadTheirs(): Promise<Record<string, Redact>> {
  type RedactPii = { SyncRedactor: new () => { redact(text: string): string } };
  const { SyncRedactor } = await importPackage<RedactPii>("redact-pii");
  const redactor = new SyncRedactor();
  return { "redact-pii": (text) => redactor.redact(text) };
}
