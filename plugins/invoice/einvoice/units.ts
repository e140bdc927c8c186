/** Codes of UN/ECE Recommendation 20 for what people write. */
const known: Readonly<Record<string, string>> = {
  h: "HUR",
  hr: "HUR",
  hrs: "HUR",
  hour: "HUR",
  hours: "HUR",
  std: "HUR",
  min: "MIN",
  day: "DAY",
  days: "DAY",
  d: "DAY",
  week: "WEE",
  weeks: "WEE",
  month: "MON",
  months: "MON",
  year: "ANN",
  years: "ANN",
  kg: "KGM",
  g: "GRM",
  t: "TNE",
  m: "MTR",
  cm: "CMT",
  mm: "MMT",
  km: "KMT",
  m2: "MTK",
  "m²": "MTK",
  m3: "MTQ",
  "m³": "MTQ",
  l: "LTR",
  ml: "MLT",
  kwh: "KWH",
  pc: "H87",
  pcs: "H87",
  piece: "H87",
  pieces: "H87",
  stk: "H87",
  set: "SET",
  box: "XBX",
};

/** The code of a unit: its own, a known word's, or C62, "one", for what is counted in anything else. */
export function unitCode(unit: string | undefined): string {
  if (unit === undefined) return "C62";
  const found = known[unit.toLowerCase().replaceAll(".", "")];
  if (found) return found;
  return /^[A-Z0-9]{2,3}$/.test(unit) ? unit : "C62";
}
