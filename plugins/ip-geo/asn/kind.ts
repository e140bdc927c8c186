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
  if (HOSTING.has(asn)) return { kind: "hosting", by: CURATED };
  if (MOBILE.has(asn)) return { kind: "mobile", by: CURATED };
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

const WORDS = new Map<string, Kind["kind"]>(
  Object.entries({
    mobile: "cellular",
    hosting:
      "hosting host cloud vps server servers datacenter datacentre datacenters colocation colo webhosting",
    education:
      "university universidad universidade universität universitaet universitat universita université universite universiteit college school schools academic education educational hochschule",
    government: "government ministry govt federal municipality parliament",
    isp: "telecom telecoms telekom telecommunication telecommunications telecomunicaciones telecomunicacoes communications broadband wireless internet isp fiber fibre cable cablevision telephone telefonica",
    // Legal forms such as "LLC" say nothing: providers and data centres have them, too.
    business: "bank banque banco insurance assurance",
  }).flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind as Kind["kind"]])),
);

/** Words after "mobile" in the names of mobile network operators. */
const TELEPHONY = new Set([
  "communication",
  "communications",
  "telecom",
  "telecommunication",
  "telecommunications",
  "telephone",
  "telephony",
  "telesystems",
  "network",
  "networks",
  "operations",
]);

const HOSTING = new Set([
  16509,
  14618, // Amazon
  15169,
  396982, // Google
  8075, // Microsoft
  13335, // Cloudflare
  31898, // Oracle
  45102,
  37963, // Alibaba
  132203,
  45090, // Tencent
  14061, // DigitalOcean
  63949,
  20940,
  16625, // Akamai
  20473, // Vultr
  24940,
  213230, // Hetzner
  16276, // OVH
  12876, // Scaleway
  60781,
  28753, // Leaseweb
  51167, // Contabo
  8560, // IONOS
  9009, // M247
  54113, // Fastly
  60068,
  212238, // Datacamp
  197540, // netcup
  26496, // GoDaddy
  47583, // Hostinger
]);

const MOBILE = new Set([
  21928, // T-Mobile US
  22394,
  6167, // Verizon Wireless
  20057, // AT&T Mobility
]);
