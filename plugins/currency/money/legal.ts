import { openTable } from "hub/data-file";

const readFixedRates = openTable(new URL("./fixed-rates.tsv", import.meta.url), {
  code: "text",
  // Units per euro, with the six digits of the regulation.
  rate: "text",
  since: "text",
  numeric: "text",
  // Whether it is still listed as current.
  listed: ["current", "former"],
});

/** Currencies replaced by the euro at a rate fixed by the Council. */
export const fixedRates = new Map(readFixedRates().map((fixed) => [fixed.code, fixed]));

const readRedenominated = openTable(new URL("./redenominated.tsv", import.meta.url), {
  code: "text",
  successor: "text",
  // Number of old units per new unit.
  factor: "text",
  since: "text",
  numeric: "text",
});

/** Redenominated currencies with their successors. */
export const redenominated = new Map(readRedenominated().map((former) => [former.code, former]));

const readPegs = openTable(new URL("./pegs.tsv", import.meta.url), {
  code: "text",
  anchor: "text",
  // So many units are worth `anchor_units` of the other currency.
  units: "text",
  anchor_units: "text",
  since: "text",
});

/** Currencies that their law or currency board ties to another one, at a parity that no day changes. */
export const pegs = new Map(readPegs().map((peg) => [peg.code, peg]));
