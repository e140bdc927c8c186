import { oneOf, t } from "hub";
import { answer, answerFields, spanFields } from "../answer.ts";
import ai from "../plugin.ts";
import { kinds, redactOptions, usualKinds } from "../redact/options.ts";
import { ownProvider, textFields } from "../request.ts";

export default ai.route({
  summary: "Take personal data out of a text",
  description: `Numbers are checked where they can be: cards by Luhn and their issuers, IBANs modulo 97, telephone numbers by the plans of their countries, national numbers and coin addresses by their check digits, US social security numbers by their ranges. A \`secret\` is also a token in an address or the code on a card. What is found once is taken out wherever it stands, and to redact twice changes nothing. By default: ${usualKinds.join(", ")}. No recogniser finds everything: read what matters.`,
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
          "The key of `hash`: with the same one, the same value has the same hash in every answer; random without it",
      }),
    ),
  }),
  response: t.Object({
    ...answerFields,
    text: t.String({ description: "The text without what was found" }),
    findings: t.Array(
      t.Object({
        type: oneOf([...kinds, "custom"], { description: "What it is" }),
        ...spanFields,
        original: t.Optional(t.String({ description: "What stood there" })),
        replacement: t.String({ description: "What stands there instead" }),
        confidence: t.Number({ description: "How sure it is, from 0 to 1" }),
      }),
      { description: "By their places in the text as it was" },
    ),
    counts: t.Record(t.String(), t.Integer(), { description: "How many there were of each type" }),
  }),
  plain: "text",
  heavy: true,
  cache: "never",
  example: {
    body: {
      text: "Anna Smith, born on 4 May 1985, pays with 4111 1111 1111 1111; write to anna@example.com.",
    },
  },
  async handler(doors) {
    const { redact } = await import("../redact/redact.ts");
    const { salt, ...options } = doors.body;
    const key = salt === undefined ? doors.random.bytes(32) : new TextEncoder().encode(salt);
    return answer(options, { doors, embedded: (input) => redact({ ...input, salt: key }) });
  },
});
