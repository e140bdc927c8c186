import type { Labels } from "../locales/en.ts";
import type { Color } from "../pdf/page.ts";

/** A name and what it says. */
export type Fact = readonly [label: string, value: string];

export interface PartyText {
  label: string;
  name: string;
  lines: readonly string[];
}

export interface Column {
  label: string;
  /** The widest it may grow, as a share of the table. */
  most: number;
}

export interface Row {
  title: string;
  /** Smaller lines below it. */
  details: readonly string[];
  /** Whether it is offered and not summed: its figures are printed paler. */
  optional: boolean;
  /** What stands in the columns after the first. */
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
  qr?: { modules: Modules; caption: string };
}

/** All that is printed, in the words and figures it is printed in. */
export interface Content {
  rtl: boolean;
  labels: Labels;
  title: string;
  number: string;
  seller: PartyText;
  buyer: PartyText;
  facts: readonly Fact[];
  /** The first one is the description's. */
  columns: readonly [Column, ...Column[]];
  rows: readonly Row[];
  /** The sum of the rows up to and with one. */
  sumUpTo(row: number): string;
  sums: readonly SumLine[];
  payment?: Payment | undefined;
  blocks: readonly Block[];
  acceptance?: { title: string; text: string; fields: readonly string[] } | undefined;
  stamp?: { text: string; color: Color } | undefined;
  logo?: { width: number; height: number } | undefined;
}
