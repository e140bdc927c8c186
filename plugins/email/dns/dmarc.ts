/** What a domain asks receivers to do with mail that fails: RFC 7489 §6.3. */
export const policies = ["none", "quarantine", "reject"] as const;

type Policy = (typeof policies)[number];

export interface Dmarc {
  record: string | null;
  /** What holds for this domain; for one below the record's, that is its subdomain policy. */
  policy: Policy | null;
  /** The domain that has the record: the one asked for, or the registered one above it. */
  domain: string | null;
  problem: "several_records" | "no_policy" | null;
}

/** Finds the DMARC record among the texts at `_dmarc` below a domain: RFC 7489 §6.6.3. */
export function dmarcOf(
  texts: readonly string[],
  { domain, isParent }: { domain: string; isParent: boolean },
): Dmarc {
  const records = texts.filter((text) => text.split(";")[0]?.replaceAll(" ", "") === "v=DMARC1");
  const [record] = records;
  if (record === undefined) return { record: null, policy: null, domain: null, problem: null };
  if (records.length > 1) return { record, policy: null, domain, problem: "several_records" };
  const tags = tagsOf(record);
  const policy = asPolicy((isParent && tags.get("sp")) || tags.get("p"));
  if (policy) return { record, policy, domain, problem: null };
  // A record that asks for reports alone counts as one that asks for nothing else.
  return tags.has("rua")
    ? { record, policy: "none", domain, problem: null }
    : { record, policy: null, domain, problem: "no_policy" };
}

function tagsOf(record: string): Map<string, string> {
  return new Map(
    record.split(";").map((tag) => {
      const equals = tag.indexOf("=");
      return [tag.slice(0, equals).trim().toLowerCase(), tag.slice(equals + 1).trim()];
    }),
  );
}

function asPolicy(text: string | undefined): Policy | undefined {
  return policies.find((policy) => policy === text?.toLowerCase());
}
