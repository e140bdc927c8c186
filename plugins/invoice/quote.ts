import type { InvoiceAnswerOptions } from "./document/answer-options.ts";
import { presentFacts } from "./document/build-content.ts";
import { cleanTexts } from "./document/clean.ts";
import { checkDay, checkNotBefore, daysAfter } from "./document/day.ts";
import { buildDocument, type Document, withNumber } from "./document/document.ts";
import invoice from "./plugin.ts";
import { answerDocument } from "./response.ts";
import type { QuoteBody } from "./schema/bodies.ts";

/** Default validity of a quote in days. */
const defaultValidDays = 30;

/** Computes a quote, and draws it unless only the totals were requested. */
export function makeQuote(request: QuoteBody, options: InvoiceAnswerOptions) {
  const body = cleanTexts(request);
  return withNumber("quote_number", { body, options }, (number) =>
    makeNumbered(body, { number, options }),
  );
}

async function makeNumbered(
  body: QuoteBody,
  { number, options }: { number: string; options: InvoiceAnswerOptions },
) {
  const { now } = options;
  const document = await buildDocument(body, { kind: "quote", number, now, amountPaid: 0 });
  const { labels, formats } = document;
  const validUntil = resolveValidUntil(document);
  return answerDocument(document, {
    options,
    members: { quote_number: number, valid_until: validUntil },
    extras: () => ({
      facts: [[labels.valid_until, formats.day(validUntil)]],
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

function resolveValidUntil({ body, date }: Document<QuoteBody>): string {
  const at = "body.valid_until";
  const { valid_days } = body;
  const until = checkDay(body.valid_until, at);
  if (until === undefined) return daysAfter(date, valid_days ?? defaultValidDays);
  if (valid_days !== undefined)
    throw invoice.error(
      "invalid_input",
      "body must have one of valid_until and valid_days: it has both",
      { at },
    );
  return checkNotBefore(date, { day: until, at });
}
