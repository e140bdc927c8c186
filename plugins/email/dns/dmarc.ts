/** Requested handling of mail that fails the check (RFC 7489 §6.3). */
export const policies = ["none", "quarantine", "reject"] as const;

type Policy = (typeof policies)[number];

export interface Dmarc {
  record: string | null;
  /** Policy for this domain. Subdomains use the subdomain policy of the record. */
  policy: Policy | null;
  /** Domain with the record: the domain itself or the registered domain. */
  domain: string | null;
  problem: "several_records" | "no_policy" | null;
}

/** Finds the DMARC record in the TXT records of `_dmarc` (RFC 7489 §6.6.3). */
export function findDmarc(
  texts: readonly string[],
  { domain, isParent }: { domain: string; isParent: boolean },
): Dmarc {
  const records = texts.filter((text) => text.split(";")[0]?.replaceAll(" ", "") === "v=DMARC1");
  const [record] = records;
  if (record === undefined) return { record: null, policy: null, domain: null, problem: null };
  if (records.length > 1) return { record, policy: null, domain, problem: "several_records" };
  const tags = parseTags(record);
  const policy = parsePolicy((isParent && tags.get("sp")) || tags.get("p"));
  if (policy) return { record, policy, domain, problem: null };
  // A record that only requests reports counts as the policy `none`.
  return tags.has("rua")
    ? { record, policy: "none", domain, problem: null }
    : { record, policy: null, domain, problem: "no_policy" };
}

function parseTags(record: string): Map<string, string> {
  return new Map(
    record.split(";").map((tag) => {
      const equals = tag.indexOf("=");
      return [tag.slice(0, equals).trim().toLowerCase(), tag.slice(equals + 1).trim()];
    }),
  );
}

function parsePolicy(text: string | undefined): Policy | undefined {
  return policies.find((policy) => policy === text?.toLowerCase());
}
