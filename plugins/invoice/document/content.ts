import type { Labels } from "../locales/labels.ts";
import type { Color } from "../pdf/page.ts";

/** A label and its value. */
export type Fact = readonly [label: string, value: string];

export interface PartyText {
  label: string;
  name: string;
  lines: readonly string[];
}

export interface Column {
  label: string;
  /** Maximum width as a share of the table. */
  maxShare: number;
}

export interface Row {
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
export interface Block {
  title: string;
  text: string;
}

/** The modules of a QR code. */
export interface Modules {
  size: number;
  dark(row: number, column: number): boolean;
}

export interface Payment {
  title: string;
  facts: readonly Fact[];
  text: string;
  /** URL of a page to pay online. */
  link?: string | undefined;
  qr?: { modules: Modules; caption: string };
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
  modules: Modules;
}

/** The formatted content of a document. */
export interface Content {
  rtl: boolean;
  labels: Labels;
  title: string;
  number: string;
  seller: PartyText;
  buyer: PartyText;
  facts: readonly Fact[];
  /** The first column is the description. */
  columns: readonly [Column, ...Column[]];
  rows: readonly Row[];
  /** Returns the sum of the rows up to and including the given one. */
  sumUpTo(row: number): string;
  sums: readonly SumLine[];
  payment?: Payment | undefined;
  swissBill?: { bill: SwissBillPart; locale: string } | undefined;
  blocks: readonly Block[];
  acceptance?: { title: string; text: string; fields: readonly string[] } | undefined;
  stamp?: { text: string; color: Color } | undefined;
  logo?: { width: number; height: number } | undefined;
}
