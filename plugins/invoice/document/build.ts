import { rightToLeft } from "../locales/names.ts";
import type { Raster } from "../pdf/file.ts";
import type { Party } from "../schema/party.ts";
import type { Block, Content, Fact, PartyText } from "./content.ts";
import type { Document } from "./document.ts";
import { sumLines } from "./sums.ts";
import { tableOf } from "./table.ts";

/** What only some kinds of document have. */
export interface Extras {
  /** After the day of issue. */
  facts?: readonly Fact[];
  /** After the sums. */
  sums?: readonly Fact[];
  payment?: Content["payment"];
  blocks?: readonly Block[];
  acceptance?: Content["acceptance"];
  stamp?: Content["stamp"];
  logo?: Raster | undefined;
  /** What was left out, and why. */
  warnings?: readonly string[];
}

/** What the buyer is called in each kind of document. */
const buyerLabel = {
  invoice: "bill_to",
  credit_note: "bill_to",
  receipt: "received_from",
  quote: "quote_for",
} as const;

/** Puts all that is printed into the words and figures it is printed in. */
export function contentOf(document: Document, extras: Extras): Content {
  const { kind, number, body, labels } = document;
  const settled = (extras.sums ?? []).map(
    ([label, value]) => ({ label, value, kind: "plain" }) as const,
  );
  return {
    rtl: rightToLeft.has(body.locale),
    labels,
    title: labels[kind],
    number,
    seller: partyOf(body.from, { label: labels.from, document }),
    buyer: partyOf(body.to, { label: labels[buyerLabel[kind]], document }),
    facts: factsOf(document, extras),
    ...tableOf(document),
    sums: [...sumLines(document), ...settled],
    payment: extras.payment,
    blocks: [...blocksOf(document), ...(extras.blocks ?? [])],
    acceptance: extras.acceptance,
    stamp: extras.stamp,
    logo: extras.logo && { width: extras.logo.width, height: extras.logo.height },
  };
}

/** A fact for each value that is there. */
export function presentFacts(
  pairs: readonly (readonly [string, string | undefined | false])[],
): readonly Fact[] {
  return pairs.filter((pair): pair is Fact => Boolean(pair[1]));
}

/** What is short stands with the facts in the head of the page, what is longer below the sums. */
const shortMax = { terms: 28, field: 60 };

/** Lines of an address that are printed as they are; those beyond share one. */
const addressMax = 7;

function factsOf({ date, body, labels, formats }: Document, { facts = [] }: Extras) {
  const { delivery_date, purchase_order, payment_terms, custom_fields = [] } = body;
  return presentFacts([
    [labels.date, formats.day(date)],
    ...facts,
    [labels.delivery_date, delivery_date && formats.day(delivery_date)],
    [labels.purchase_order, purchase_order],
    [
      labels.payment_terms,
      payment_terms && payment_terms.length <= shortMax.terms && payment_terms,
    ],
    ...custom_fields
      .filter(({ value }) => value.length <= shortMax.field)
      .map(({ label, value }) => [label, value.replaceAll("\n", " ")] as const),
  ]);
}

function blocksOf({ body, labels }: Document): readonly Block[] {
  const { payment_terms = "", notes, custom_fields = [] } = body;
  const long = payment_terms.length > shortMax.terms && payment_terms;
  return presentFacts([
    ...custom_fields
      .filter(({ value }) => value.length > shortMax.field)
      .map(({ label, value }) => [label, value] as const),
    [labels.payment_terms, long],
    [labels.notes, notes],
  ]).map(([title, text]) => ({ title, text }));
}

function partyOf(
  party: Party,
  { label, document: { labels, formats } }: { label: string; document: Document },
): PartyText {
  const place = [party.postal_code, party.city].filter(Boolean).join(" ");
  const address = party.address.split("\n").filter((line) => line !== "");
  const lines = [
    party.contact_name,
    ...address.slice(0, addressMax),
    address.slice(addressMax).join(", "),
    place,
    party.region,
    party.country && formats.country(party.country),
    party.email,
    party.phone,
    party.website,
    party.tax_id && `${labels.tax_id} ${party.tax_id}`,
    party.registration_id && `${labels.registration_id} ${party.registration_id}`,
  ];
  return { label, name: party.name, lines: lines.filter((line): line is string => Boolean(line)) };
}
