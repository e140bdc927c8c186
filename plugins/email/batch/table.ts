import { writeCsv } from "hub";
import type { Answer } from "../answer.ts";

/** The results as a table, with what fits into a cell. */
export function table(results: readonly Answer[]): string {
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
