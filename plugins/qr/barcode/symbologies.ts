import type { ZBarSymbolType } from "@undecaf/zbar-wasm";
import type { ReadInputBarcodeFormat } from "zxing-wasm/reader";
import table from "./symbologies.json" with { type: "json" };

/** The types of codes. */
export const barcodeTypes = [
  "ean_13",
  "ean_8",
  "upc_a",
  "upc_e",
  "itf_14",
  "code_128",
  "gs1_128",
  "code_39",
  "data_matrix",
  "gs1_data_matrix",
  "pdf_417",
  "aztec",
  "micro_qr",
  "rmqr",
] as const;

export type BarcodeType = (typeof barcodeTypes)[number];

/** The properties of a type of code. */
interface Symbology {
  /** Its name in bwip-js. */
  bcid: string;
  /** The modules of its quiet zone at the left and right, and around a matrix. */
  quiet: number;
  zxing: ReadInputBarcodeFormat;
  /** Its name in ZBar, if ZBar reads it. */
  zbar?: keyof typeof ZBarSymbolType;
  /** The number of digits without and with the check digit. */
  digits?: number[];
  characters?: string;
  max?: number;
  isMatrix?: boolean;
  /** The accepted contents, for messages and documentation. */
  holds: string;
}

/** The types of codes with their properties. */
export const symbologies = table as Readonly<Record<BarcodeType, Symbology>>;
