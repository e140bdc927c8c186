import { type Extras, presentFacts } from "../document/build-content.ts";
import type { TextBlock } from "../document/content.ts";
import type { Document } from "../document/document.ts";
import { invoiceExtras } from "../document/invoice-extras.ts";
import type { EinvoiceBody } from "../schema/bodies.ts";
import { listPreceding } from "./build-model.ts";

/** Returns the extra content of the PDF. A credit note references the corrected invoice and requests no payment. */
export function printExtras(
  document: Document<EinvoiceBody["invoice"]>,
  body: EinvoiceBody,
): Extras {
  const { payment, swissBill, ...extras } = invoiceExtras(document);
  const { type, buyer_reference, references: terms } = body;
  const { labels, formats } = document;
  const days = [body.period?.start, body.period?.end].filter((day) => day !== undefined);
  const references = presentFacts([
    [
      labels.invoice,
      listPreceding(body)
        .map(({ number }) => number)
        .join(", "),
    ],
    [labels.buyer_reference, buyer_reference],
    [labels.project, terms?.project],
    [labels.contract, terms?.contract],
    [labels.service_period, days.map(formats.day).join(" – ")],
  ]);
  const facts = [...(extras.facts ?? []), ...references];
  const blocks = listBlocks(document, body);
  return { ...extras, facts, blocks, ...(`${type}` !== "381" && { payment, swissBill }) };
}

/** Returns the delivery address, the payee and the supporting documents. */
function listBlocks({ labels, formats }: Document, body: EinvoiceBody): TextBlock[] {
  const { delivery, payee, tax_representative, notes = [], documents = [] } = body;
  const listPlace = (place: Partial<NonNullable<EinvoiceBody["delivery"]>>) => [
    place.name,
    place.address,
    [place.postal_code, place.city].filter(Boolean).join(" "),
    place.region,
    place.country && formats.country(place.country),
  ];
  const representative = tax_representative && [
    ...listPlace(tax_representative),
    `${labels.tax_id} ${tax_representative.vat_id}`,
  ];
  const files = documents.map(({ id, description, filename, url }) =>
    [id, description, filename ?? url].filter(Boolean).join(" · "),
  );
  return presentFacts([
    [labels.tax_representative, representative?.filter(Boolean).join("\n")],
    [labels.delivery_address, delivery && listPlace(delivery).filter(Boolean).join("\n")],
    [labels.payee, payee && [payee.name, payee.id].filter(Boolean).join(" · ")],
    [labels.documents, files.join("\n")],
    [labels.notes, notes.map(({ text }) => text).join("\n")],
  ]).map(([title, text]) => ({ title, text }));
}
