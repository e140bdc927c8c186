import type { Decimal } from "../money/decimal.ts";
import type { Adjustment } from "../money/line.ts";
import type { EinvoiceBody } from "../schema/bodies.ts";
import type { Party, TaxCategory } from "../schema/fields.ts";
import type { LineTerms } from "../schema/terms.ts";

/**
 * An invoice in the terms of EN 16931. Comments give the business term (BT) or group (BG) if the name alone is
 * unclear.
 */
export interface Model {
  /** BT-24: the specification that the invoice declares to follow. */
  guideline: string;
  /** BT-23: the business process. */
  process: string | undefined;
  number: string;
  issued: string;
  due: string | undefined;
  type: string;
  currency: string;
  /** BT-6 and BT-111: the currency for VAT accounting, and the total VAT in it. */
  taxCurrency: { code: string; total: Decimal | undefined } | undefined;
  /** BT-7, or BT-8 in the codes of UBL. */
  taxPoint: { date: string | undefined; code: string | undefined };
  /** BG-1. */
  notes: readonly { text: string; subject?: string | undefined }[];
  /** BT-10: in Germany the Leitweg-ID. */
  buyerReference: string | undefined;
  order: string | undefined;
  /** BT-11 to BT-19. */
  references: NonNullable<EinvoiceBody["references"]>;
  /** BG-3. */
  preceding: readonly { number: string; date?: string | undefined }[];
  seller: ModelParty;
  buyer: ModelParty;
  /** BG-11 and BG-12. */
  representative: { name: string; vat_id: string; address: ModelAddress } | undefined;
  /** BG-13, and BG-15 if goods leave the country. */
  delivery: {
    name: string | undefined;
    /** BT-71. */
    location: Identifier | undefined;
    date: string | undefined;
    address: ModelAddress | undefined;
  };
  /** BG-10. */
  payee: { name: string; id: Identifier; registration: Identifier } | undefined;
  /** BG-14. */
  period: { start: string | undefined; end: string | undefined } | undefined;
  documents: readonly ModelDocument[];
  payment: ModelPayment | undefined;
  /** BT-20. */
  terms: string | undefined;
  /** BG-20 and BG-21. */
  allowances: Allowance[];
  breakdown: Breakdown[];
  lines: ModelLine[];
  sums: Sums;
}

/** An identifier and its scheme. */
export interface Identifier {
  id?: string | undefined;
  scheme?: string | undefined;
}

/** BG-5, BG-8 or BG-15. */
export type ModelAddress = Pick<Party, "city" | "postal_code" | "region" | "country"> & {
  lines: readonly string[];
};

/** BG-24: a supporting document, linked or embedded. */
export interface ModelDocument {
  id: string;
  description: string | undefined;
  url: string | undefined;
  file: { media_type: string; filename: string; content_base64: string } | undefined;
}

export interface ModelParty extends Party {
  /** BT-34 or BT-49. */
  endpoint: { id: string; scheme: string } | undefined;
  /** BT-31 or BT-48: starts with the country code. */
  vat: string | undefined;
  /** BT-32: another tax number. */
  taxNumber: string | undefined;
  /** BT-28 or BT-45. */
  trading_name?: string | undefined;
  /** BT-29 or BT-46. */
  identifiers?: readonly Identifier[] | undefined;
  /** BT-33. */
  legal_information?: string | undefined;
  lines: readonly string[];
}

/** BG-16. */
export interface ModelPayment {
  /** UNTDID 4461 code. */
  code: string;
  text: string | undefined;
  reference: string | undefined;
  account: { iban: string; name: string; bic: string | undefined } | undefined;
  /** BG-18. */
  card: NonNullable<EinvoiceBody["payment_means"]>["card"];
  /** BG-19. */
  mandate: NonNullable<EinvoiceBody["payment_means"]>["mandate"];
}

interface Tax {
  category: TaxCategory;
  rate: number;
}

export interface Allowance extends Tax {
  isCharge: boolean;
  amount: Decimal;
  /** UNTDID 5189 code for allowances, 7161 code for charges. */
  code?: string | undefined;
  reason: string;
}

/** BG-23. */
export interface Breakdown extends Tax {
  /** BT-119: supplies not subject to VAT only have one in XRechnung, for BR-DE-14. */
  percent: number | undefined;
  base: Decimal;
  tax: Decimal;
  exemption: { code: string | undefined; reason: string } | undefined;
}

export interface ModelLine extends Tax {
  id: string;
  name: string;
  description: string | undefined;
  sku: string | undefined;
  quantity: Decimal;
  /** UN/ECE Recommendation 20 code, or the requested unit if it is unknown. */
  unit: string;
  /** BT-146: without tax. */
  price: Decimal;
  /** BT-149. */
  priceQuantity: Decimal;
  /** BG-27. */
  discount: Decimal;
  /** Further ones of BG-27, and BG-28. */
  adjustments: readonly Adjustment[];
  net: Decimal;
  /** BT-127, BT-128, BT-132 to BT-135 and BT-156 to BT-161. */
  terms: LineTerms;
}

/** BG-22. */
export interface Sums {
  lines: Decimal;
  allowances: Decimal;
  charges: Decimal;
  withoutTax: Decimal;
  tax: Decimal;
  withTax: Decimal;
  paid: Decimal;
  rounding: Decimal;
  due: Decimal;
}
