import { oneOf, t } from "hub";
import ai from "../plugin.ts";
import { kinds, redactOptions, usualKinds } from "../redact/request.ts";
import { ownProvider, textFields } from "../request.ts";
import { answer, answerFields, spanFields } from "../response.ts";

export default ai.route({
  summary: "Redact personal data in a text",
  keywords: "anonymize, pii, remove personal data, gdpr, mask names",
  description: `Makes a text safe to store or share: replaces personal data, and lists what it found. Numbers are verified where possible: cards by the Luhn check and their issuers, IBANs by their checksum, telephone numbers by national numbering plans, national IDs and cryptocurrency addresses by their check digits, US social security numbers by their ranges. A \`secret\` can also be a token in a URL or the security code of a card. Once a value has been found, all its occurrences are redacted. Redacting a text twice changes nothing. Types by default: ${usualKinds.join(", ")}. No recognizer finds everything: review what matters.`,
  body: t.Object({
    text: textFields.text,
    language: textFields.language,
    provider: ownProvider,
    ...redactOptions.properties,
    salt: t.Optional(
      t.String({
        minLength: 8,
        maxLength: 256,
        description:
          "The key of `hash`: with the same key, the same value has the same hash in every response; random by default",
      }),
    ),
  }),
  response: t.Object({
    ...answerFields,
    text: t.String({ description: "The redacted text" }),
    findings: t.Array(
      t.Object({
        type: oneOf([...kinds, "custom"], { description: "Type of the finding" }),
        ...spanFields,
        original: t.Optional(t.String({ description: "The original value" })),
        replacement: t.String({ description: "The replacement" }),
        confidence: t.Number({ description: "Confidence, from 0 to 1" }),
      }),
      { description: "The findings, with their positions in the original text" },
    ),
    counts: t.Record(t.String(), t.Integer(), { description: "Number of findings of each type" }),
  }),
  plain: "text",
  heavy: true,
  cache: "never",
  headers: ["x-degraded"],
  example: {
    body: {
      text: "Anna Smith, born on 4 May 1985, pays with 4111 1111 1111 1111; write to anna@example.com.",
    },
  },
  async handler(doors) {
    const { redact } = await import("../redact/redact.ts");
    const { salt, ...options } = doors.body;
    const key = salt === undefined ? doors.random.bytes(32) : new TextEncoder().encode(salt);
    const guessed = options.language === "auto";
    return answer(
      { ...options, guessed },
      { doors, embedded: (input) => redact({ ...input, salt: key }) },
    );
  },
});
