import { HubError } from "hub";
import { openTexts } from "hub/data-file";
import type { RuleSet } from "../einvoice/rules/check.ts";
import invoice from "../plugin.ts";
import { documentTerms } from "../schema/terms.ts";

const texts = openTexts(new URL("./request-path.txt", import.meta.url), ["fields"])();

/** Fields of the request's invoice by path in the electronic invoice. After `^`, they are fields of the body. */
const fields = texts.fields;

/** Fields of the delivery address, which is the buyer's by default. */
const deliveryFields: readonly string[] = ["city", "postal_code", "country"];

/** Returns the field of the request to correct for a path in the electronic invoice. */
export function findRequestPath(
  path: string,
  { ruleSet, hasDelivery }: { ruleSet: RuleSet; hasDelivery: boolean },
): string {
  const names = path.split(".").filter((name) => !/^\d+$/.test(name));
  const index = /^\w+\.(\d+)/.exec(path)?.[1] ?? "0";
  const [first, second, third] = names;
  const side = first === "seller" ? "from" : "to";
  if (second === "endpoint" && third !== "scheme")
    return `body.invoice.${side}.${ruleSet === "peppol" ? "endpoint_id" : "email"}`;
  if (first === "delivery" && second === "address") {
    const field = deliveryFields.includes(third ?? "") ? third : "country";
    return hasDelivery ? `body.delivery.${field}` : `body.invoice.to.${field}`;
  }
  while (names.length > 0) {
    const field = fields[names.join(".")];
    if (field?.startsWith("^")) return `body.${field.slice(1)}`;
    if (field !== undefined) return `body.invoice.${field.replace("*", index)}`;
    names.pop();
  }
  return "body.invoice";
}

/** Rewrites error paths: `body` of the invoice code is `body.invoice` in this request. */
export async function mapErrorPaths<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const at = cause instanceof HubError ? cause.errors[0]?.location : undefined;
    if (!(cause instanceof HubError) || at === undefined || !isInner(at)) throw cause;
    const inner = at.replace("body", "body.invoice");
    throw invoice.error(cause.code as "invalid_input", cause.message.replaceAll(at, inner), {
      at: inner,
      cause,
    });
  }
}

function isInner(at: string): boolean {
  return !outerNames.has(at.split(".")[1] ?? "");
}

/** Fields of the body next to the invoice. */
const outerNames: ReadonlySet<string> = new Set([
  ...Object.keys(documentTerms),
  ...["invoice", "format", "profile", "preceding_invoice", "preceding_invoices"],
  ...["period", "documents"],
]);
