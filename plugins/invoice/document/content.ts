import type { Labels } from "../locales/labels.ts";
import type { Color } from "../pdf/page.ts";

/** A label and its value. */
export type Fact = readonly [label: string, value: string];

export interface PartyText {
  label: string;
  name: string;
  lines: readonly string[];
}

export interface PrintedColumn {
  label: string;
  /** Maximum width as a share of the table. */
  maxShare: number;
}

export interface PrintedRow {
  title: string;
  /** Smaller lines below the title. */
  details: readonly string[];
  /** Whether the item is optional and not part of the total. Its figures are printed paler. */
  optional: boolean;
  /** Texts of the columns after the first. */
  cells: readonly string[];
}

export interface SumLine {
  label: string;
  value: string;
  kind: "plain" | "total" | "due" | "note";
}

/** A paragraph with a heading. */
export interface TextBlock {
  title: string;
  text: string;
}

/** The modules of a QR code. */
export interface QrModules {
  size: number;
  dark(row: number, column: number): boolean;
}

export interface PrintedPayment {
  title: string;
  facts: readonly Fact[];
  text: string;
  /** URL of a page to pay online. */
  link?: string | undefined;
  qr?: { modules: QrModules; caption: string };
}

/** The texts and the code of a Swiss QR-bill. */
export interface SwissBillPart {
  account: string;
  creditor: readonly string[];
  reference: string;
  message: string;
  debtor: readonly string[];
  currency: string;
  amount: string;
  modules: QrModules;
}

/** The formatted content of a document. */
export interface PrintedContent {
  rtl: boolean;
  labels: Labels;
  title: string;
  number: string;
  seller: PartyText;
  buyer: PartyText;
  facts: readonly Fact[];
  /** The first column is the description. */
  columns: readonly [PrintedColumn, ...PrintedColumn[]];
  rows: readonly PrintedRow[];
  /** Returns the sum of the rows up to and including the given one. */
  sumUpTo(row: number): string;
  sums: readonly SumLine[];
  payment?: PrintedPayment | undefined;
  swissBill?: { bill: SwissBillPart; locale: string } | undefined;
  blocks: readonly TextBlock[];
  acceptance?: { title: string; text: string; fields: readonly string[] } | undefined;
  stamp?: { text: string; color: Color } | undefined;
  logo?: { width: number; height: number } | undefined;
}
