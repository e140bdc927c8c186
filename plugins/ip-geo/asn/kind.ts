import { openTable, openWords } from "hub/data-file";

/** Types of autonomous systems. */
export const kinds = [
  "isp",
  "hosting",
  "mobile",
  "education",
  "government",
  "business",
  "unknown",
] as const;

/** Type of an autonomous system, with its evidence. */
export interface Kind {
  kind: (typeof kinds)[number];
  /** Curated list, or word in the AS name. Null if there is no evidence. */
  by: string | null;
}

/** Determines the type of an AS by curated lists, and then by words in its name. */
export function classifySystem(asn: number, name: string): Kind {
  const curated = SYSTEMS.get(asn);
  if (curated) return { kind: curated, by: CURATED };
  let best: Kind = { kind: "unknown", by: null };
  let before = "";
  for (const word of name.toLowerCase().split(/[^\p{L}]/u)) {
    // "Mobile" alone also appears in names of clinics, payment services and counties.
    const isMobile = before === "mobile" && TELEPHONY.has(word);
    if (isMobile) return { kind: "mobile", by: `mobile ${word}` };
    before = word;
    const kind = WORDS.get(word);
    if (kind && ORDER.indexOf(kind) < ORDER.indexOf(best.kind)) best = { kind, by: word };
  }
  return best;
}

/** Value of `by` for curated AS numbers. */
export const CURATED = "curated list";

/** Types by the strength of their keywords, strongest first. */
const ORDER: readonly Kind["kind"][] = [
  "mobile",
  // "Cloud" and "host" are also names of towns, and so of their schools.
  "education",
  "government",
  "hosting",
  "isp",
  "business",
  "unknown",
];

const readCurated = openTable(new URL("./kind.tsv", import.meta.url), {
  asn: "number",
  kind: kinds,
  operator: "text",
});

const SYSTEMS = new Map(readCurated().map(({ asn, kind }) => [asn, kind]));

/** Words by the type that they show, and words after "mobile" in the names of mobile network operators. */
const { telephony: TELEPHONY, ...lists } = openWords(new URL("./kind.txt", import.meta.url), [
  ...(["mobile", "hosting", "education", "government", "isp", "business"] as const),
  "telephony",
])();

const WORDS = new Map(
  kinds.flatMap((kind) =>
    kind === "unknown" ? [] : [...lists[kind]].map((word) => [word, kind] as const),
  ),
);
