import { writeCsv } from "hub/csv";
import type { Answer } from "../response.ts";
import type { Validate } from "../validate.ts";

/** Result of a batch. The four verdicts add up to the number of results. */
interface Batch extends Record<Answer["verdict"], number> {
  total: number;
  duplicates: number;
  results: Answer[];
}

/** Concurrency limit: each domain needs three sockets, and the hub serves other callers too. */
const atOnceMax = 25;

/**
 * Validates addresses with limited concurrency and keeps their order. Addresses that differ only in case,
 * comments, unnecessary quotes or spaces count as duplicates.
 */
export async function validateBatch(
  emails: readonly string[],
  { validate, dedupe }: { validate: Validate; dedupe: boolean },
): Promise<Batch> {
  const results = await validateInOrder(emails, validate);
  const seen = new Set<string>();
  const unique = results.filter(({ email, normalized }) => {
    const key = (normalized ?? email).toLowerCase();
    return seen.size < seen.add(key).size;
  });
  const returned = dedupe ? unique : results;
  const having = (verdict: Answer["verdict"]) =>
    returned.filter((result) => result.verdict === verdict).length;
  return {
    total: emails.length,
    valid: having("valid"),
    invalid: having("invalid"),
    risky: having("risky"),
    unknown: having("unknown"),
    duplicates: results.length - unique.length,
    results: returned,
  };
}

async function validateInOrder(emails: readonly string[], validate: Validate): Promise<Answer[]> {
  const results: Answer[] = [];
  const queue = emails.entries();
  async function work(): Promise<void> {
    for (const [index, email] of queue) results[index] = await validate(email);
  }
  await Promise.all(Array.from({ length: atOnceMax }, work));
  return results;
}

/** Writes the results as CSV, without nested values. */
export function writeTable(results: readonly Answer[]): string {
  return writeCsv([
    columns,
    ...results.map((result) => [
      ...plain.map((column) => result[column]),
      result.spf?.all,
      result.dmarc?.policy,
    ]),
  ]);
}

const plain = [
  "email",
  "valid",
  "verdict",
  "reason",
  "score",
  "normalized",
  "syntax_valid",
  "domain_exists",
  "has_mx_records",
  "is_disposable",
  "is_suspected_disposable",
  "is_free_provider",
  "is_role_account",
  "typo_suggestion",
  "has_spf",
  "has_dmarc",
  "dns_checked",
  "mail_provider",
  "detail",
  "disposable_domains_checked",
] as const satisfies (keyof Answer)[];

const columns = [...plain, "spf_all", "dmarc_policy"];
