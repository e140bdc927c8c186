import { asTable } from "hub";

/** Currency replaced by the euro at a rate fixed by the Council. */
export interface Fixed {
  /** Units per euro, with the six digits of the regulation. */
  rate: string;
  since: string;
  numeric: string;
  /** Whether it is still listed as current. */
  isCurrent?: true;
}

/**
 * Conversion rates of the euro: Regulations (EC) No 2866/98, 1478/2000, 1086/2006, 1134/2007,
 * 1135/2007, 694/2008, (EU) No 671/2010, 870/2013, 851/2014, 2022/1208 and 2025/1409.
 */
export const fixedRates: Readonly<Record<string, Fixed>> = asTable({
  ATS: { rate: "13.7603", since: "1999-01-01", numeric: "040" },
  BEF: { rate: "40.3399", since: "1999-01-01", numeric: "056" },
  DEM: { rate: "1.95583", since: "1999-01-01", numeric: "276" },
  ESP: { rate: "166.386", since: "1999-01-01", numeric: "724" },
  FIM: { rate: "5.94573", since: "1999-01-01", numeric: "246" },
  FRF: { rate: "6.55957", since: "1999-01-01", numeric: "250" },
  IEP: { rate: "0.787564", since: "1999-01-01", numeric: "372" },
  ITL: { rate: "1936.27", since: "1999-01-01", numeric: "380" },
  LUF: { rate: "40.3399", since: "1999-01-01", numeric: "442" },
  NLG: { rate: "2.20371", since: "1999-01-01", numeric: "528" },
  PTE: { rate: "200.482", since: "1999-01-01", numeric: "620" },
  GRD: { rate: "340.750", since: "2001-01-01", numeric: "300" },
  SIT: { rate: "239.640", since: "2007-01-01", numeric: "705" },
  CYP: { rate: "0.585274", since: "2008-01-01", numeric: "196" },
  MTL: { rate: "0.429300", since: "2008-01-01", numeric: "470" },
  SKK: { rate: "30.1260", since: "2009-01-01", numeric: "703" },
  EEK: { rate: "15.6466", since: "2011-01-01", numeric: "233" },
  LVL: { rate: "0.702804", since: "2014-01-01", numeric: "428" },
  LTL: { rate: "3.45280", since: "2015-01-01", numeric: "440" },
  HRK: { rate: "7.53450", since: "2023-01-01", numeric: "191" },
  BGN: { rate: "1.95583", since: "2026-01-01", numeric: "975", isCurrent: true },
});

/** Redenominated currency, with the number of old units per new unit. */
interface Redenominated {
  successor: string;
  factor: string;
  since: string;
  numeric: string;
}

/** Turkey's Law No. 5083 and Romania's Law No. 348/2004. */
export const redenominated: Readonly<Record<string, Redenominated>> = asTable({
  TRL: { successor: "TRY", factor: "1000000", since: "2005-01-01", numeric: "792" },
  ROL: { successor: "RON", factor: "10000", since: "2005-07-01", numeric: "642" },
});
