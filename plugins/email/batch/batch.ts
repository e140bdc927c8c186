import { writeCsv } from "hub/csv";
import type { Validation } from "../response.ts";
import type { Validate } from "../validate.ts";
import type { BatchItem } from "./source.ts";

/** Result of a batch. The four verdicts add up to the number of results. */
interface Batch extends Record<Validation["verdict"], number> {
  total: number;
  duplicates: number;
  results: BatchResult[];
}

/** Result for an address, with the row that it comes from. */
interface BatchResult extends Validation {
  row?: number | undefined;
  original?: readonly string[] | undefined;
}

/** Concurrency limit: each domain needs three sockets, and the hub serves other callers too. */
const atOnceMax = 25;

interface BatchOptions {
  validate: Validate;
  dedupe: boolean;
  /** Called after each address. */
  progress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Validates addresses with limited concurrency and keeps their order. Addresses that differ only in case,
 * comments, unnecessary quotes or spaces count as duplicates.
 */
export async function validateBatch(
  items: readonly BatchItem[],
  { validate, dedupe, progress }: BatchOptions,
): Promise<Batch> {
  const results = await validateInOrder(items, { validate, progress });
  const seen = new Set<string>();
  const unique = results.filter(({ email, normalized }) => {
    const key = (normalized ?? email).toLowerCase();
    return seen.size < seen.add(key).size;
  });
  const returned = dedupe ? unique : results;
  const having = (verdict: Validation["verdict"]) =>
    returned.filter((result) => result.verdict === verdict).length;
  return {
    total: items.length,
    valid: having("valid"),
    invalid: having("invalid"),
    risky: having("risky"),
    unknown: having("unknown"),
    duplicates: results.length - unique.length,
    results: returned,
  };
}

async function validateInOrder(
  items: readonly BatchItem[],
  { validate, progress }: Pick<BatchOptions, "validate" | "progress">,
): Promise<BatchResult[]> {
  let done = 0;
  const results: BatchResult[] = [];
  const queue = items.entries();
  async function work(): Promise<void> {
    for (const [index, { email, row, cells }] of queue) {
      results[index] = {
        ...(await validate(email)),
        ...(row !== undefined && { row }),
        ...(cells && { original: cells }),
      };
      done++;
      progress?.(done, items.length);
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, work));
  return results;
}

/** Writes the results as CSV, without nested values. The cells of the original row follow in columns of their own. */
export function writeTable(
  results: readonly BatchResult[],
  header: readonly string[] = [],
): string {
  const width = results.reduce((most, { original = [] }) => Math.max(most, original.length), 0);
  const originals = Array.from(
    { length: width },
    (_, index) => `original_${header[index]?.trim() || index + 1}`,
  );
  const hasRows = results.some(({ row }) => row !== undefined);
  return writeCsv([
    [...columns, ...(hasRows ? ["row"] : []), ...originals],
    ...results.map((result) => [
      ...plain.map((column) => result[column]),
      result.spf?.all,
      result.dmarc?.policy,
      ...(hasRows ? [result.row] : []),
      ...originals.map((_, index) => result.original?.[index]),
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
] as const satisfies (keyof Validation)[];

const columns = [...plain, "spf_all", "dmarc_policy"];
