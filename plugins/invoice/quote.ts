import { answerDocument } from "./answer.ts";
import { presentFacts } from "./document/build-content.ts";
import { cleanTexts } from "./document/clean.ts";
import { checkDay, checkNotBefore, daysAfter } from "./document/day.ts";
import { buildDocument, type Document, resolveNumber } from "./document/document.ts";
import invoice from "./plugin.ts";
import type { InvoiceAnswerOptions } from "./schema/answer.ts";
import type { QuoteBody } from "./schema/bodies.ts";

/** How long a quote may be accepted that does not say. */
const usualDays = 30;

/** Adds up a quote, and draws it unless it is only to be calculated. */
export async function makeQuote(request: QuoteBody, asked: InvoiceAnswerOptions) {
  const body = cleanTexts(request);
  const number = resolveNumber("quote_number", body);
  const { now } = asked;
  const document = await buildDocument(body, { kind: "quote", number, now, amountPaid: 0 });
  const { labels, formats } = document;
  const valid = lastDay(document);
  return answerDocument(document, {
    asked,
    members: { quote_number: number, valid_until: valid },
    extras: () => ({
      facts: [[labels.valid_until, formats.day(valid)]],
      blocks: presentFacts([[labels.terms, body.terms]]).map(([title, text]) => ({ title, text })),
      ...(body.acceptance && {
        acceptance: {
          title: labels.acceptance,
          text: labels.acceptance_text,
          fields: [labels.name, labels.date, labels.signature],
        },
      }),
    }),
  });
}

function lastDay({ body, date }: Document<QuoteBody>): string {
  const at = "body.valid_until";
  const { valid_days } = body;
  const until = checkDay(body.valid_until, at);
  if (until === undefined) return daysAfter(date, valid_days ?? usualDays);
  if (valid_days !== undefined)
    throw invoice.error(
      "invalid_input",
      "body must have one of valid_until and valid_days: it has both",
      { at },
    );
  return checkNotBefore(date, { day: until, at });
}
