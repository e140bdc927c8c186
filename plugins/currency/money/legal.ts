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
