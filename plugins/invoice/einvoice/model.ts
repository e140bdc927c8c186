import type { Decimal } from "../money/decimal.ts";
import type { Party, TaxCategory } from "../schema/fields.ts";

/**
 * An invoice in the terms of EN 16931. Comments name the business terms (BT) and groups (BG) where a
 * name alone would not tell.
 */
export interface Model {
  /** BT-24: the rules that the invoice says it follows. */
  guideline: string;
  /** BT-23. */
  process: string | undefined;
  number: string;
  issued: string;
  due: string | undefined;
  type: "380" | "381";
  currency: string;
  note: string | undefined;
  /** BT-10; in Germany the Leitweg-ID. */
  buyerReference: string | undefined;
  order: string | undefined;
  /** BG-3. */
  preceding: { number: string; date: string | undefined } | undefined;
  seller: ModelParty;
  buyer: ModelParty;
  /** BG-13, and BG-15 where goods leave the country. */
  delivery: { date: string | undefined; address: ModelAddress | undefined };
  payment: ModelPayment | undefined;
  /** BT-20. */
  terms: string | undefined;
  /** BG-20 and BG-21. */
  allowances: Allowance[];
  breakdown: Breakdown[];
  lines: ModelLine[];
  sums: Sums;
}

/** BG-5, BG-8 or BG-15. */
export type ModelAddress = Pick<Party, "city" | "postal_code" | "region" | "country"> & {
  lines: readonly string[];
};

export interface ModelParty extends Party {
  /** BT-31 or BT-48: begins with the letters of its country. */
  vat: string | undefined;
  /** BT-32: a tax number of another kind. */
  taxNumber: string | undefined;
  lines: readonly string[];
}

/** BG-16. */
export interface ModelPayment {
  /** UNTDID 4461. */
  code: string;
  text: string | undefined;
  reference: string | undefined;
  account: { iban: string; name: string; bic: string | undefined } | undefined;
}

interface Tax {
  category: TaxCategory;
  rate: number;
}

export interface Allowance extends Tax {
  isCharge: boolean;
  amount: Decimal;
  /** UNTDID 5189 for allowances, 7161 for charges. */
  code: string;
  reason: string;
}

/** BG-23. */
export interface Breakdown extends Tax {
  /** BT-119: what is not subject to VAT has one in XRechnung alone, for BR-DE-14. */
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
  /** UN/ECE Recommendation 20; undefined for a word that is not known. */
  unit: string | undefined;
  /** BT-146: without tax. */
  price: Decimal;
  /** BG-27. */
  discount: Decimal;
  net: Decimal;
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
