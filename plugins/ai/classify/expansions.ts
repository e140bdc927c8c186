import { taxonomies } from "./taxonomies.ts";

// What else is said where these labels are meant.
const further: Readonly<Record<string, string>> = {
  billing: "invoice payment charge charged refund bill price card paid money subscription receipt",
  shipping: "delivery package parcel arrive tracking courier late shipment address post",
  refund: "money back return refund reimburse charge chargeback",
  bug: "error crash broken fail wrong issue defect exception freeze",
  feature: "add support would like wish request ability option suggestion",
  positive: "good great love excellent amazing happy wonderful best thanks perfect",
  negative: "bad terrible hate awful worst angry disappointed poor horrible broken",
  news: "report announced government yesterday officials said according",
  sales: "buy price quote purchase demo offer discount deal order",
  support: "help problem issue error not working fix assist",
  account: "login password sign profile username email settings access",
  security: "hack password breach attack malware virus phishing vulnerability encryption",
  legal: "contract law court lawyer agreement liability clause terms",
  hr: "vacation salary hire employee leave interview onboarding benefits",
  marketing: "campaign brand advertising audience social seo newsletter launch",
  weather: "rain sun snow storm temperature forecast wind cloudy degrees",
  music: "song album band concert guitar singer melody",
  animals: "dog cat pet bird horse fish zoo wildlife",
  family: "mother father child baby parents wedding son daughter",
  work: "office boss colleague job meeting deadline project",
};

const builtIn: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(taxonomies));

/** Words that go with a label of a well-known name, or none. */
export function expansions(name: string): string {
  const key = name.toLowerCase().trim().replaceAll(/[ -]/g, "_");
  const own = Object.hasOwn(further, key) ? further[key] : undefined;
  return own ?? (Object.hasOwn(builtIn, key) ? builtIn[key]! : "");
}
