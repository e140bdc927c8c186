import { coinAddressFault } from "./coin-address.ts";
import { type Crypto, type Currency, currencies, decimals } from "./crypto-schema.ts";
import { ethereumText, parseEthereum } from "./ethereum.ts";
import { type Parsed, present, type Refuse } from "./kind.ts";
import { buildQuery, readQuery } from "./uri.ts";

/** Returns the URI for wallets of the currency. Invalid addresses are rejected. */
export function cryptoText(payment: Crypto, refuse: Refuse): string {
  const { currency, address, amount, label, message } = payment;
  if (amount !== undefined)
    checkAmount(amount, { decimals: payment.token ? 0 : decimals[currency], refuse });
  if (currency === "ethereum") return ethereumText(payment, refuse);
  for (const field of ["chain_id", "token"] as const)
    if (payment[field] !== undefined)
      refuse(field, `must be omitted if currency is "${currency}"`, payment[field]);
  const bareAddress = withoutScheme(address, currency);
  const problem = coinAddressFault(bareAddress, currency);
  if (problem) refuse("address", problem, address);
  return `${currency}:${bareAddress}${buildQuery({ amount, label, message })}`;
}

/** Parses the URIs that `cryptoText` writes. */
export function parseCrypto(text: string): Parsed | undefined {
  const scheme = text.slice(0, Math.max(text.indexOf(":"), 0)).toLowerCase();
  if (!currencies.some((currency) => currency === scheme)) return undefined;
  if (scheme === "ethereum") return parseEthereum(text.slice(9));
  const { path, query } = readQuery(text.slice(scheme.length + 1));
  return present({
    type: "crypto",
    currency: scheme,
    address: path,
    amount: query.get("amount"),
    label: query.get("label"),
    message: query.get("message"),
  });
}

function withoutScheme(address: string, currency: Exclude<Currency, "ethereum">): string {
  return address.toLowerCase().startsWith(`${currency}:`)
    ? address.slice(currency.length + 1)
    : address;
}

function checkAmount(
  amount: string,
  { decimals, refuse }: { decimals: number; refuse: Refuse },
): void {
  const [whole = "", fraction, ...more] = amount.split(".");
  const isNumber =
    /^\d+$/.test(whole) && (fraction === undefined || /^\d+$/.test(fraction)) && more.length === 0;
  if (!isNumber || Number(amount) === 0)
    refuse("amount", "must be a number above 0 such as 0.015", amount);
  if ((fraction ?? "").length > decimals)
    refuse("amount", `must have ${decimals || "no"} decimals${decimals ? " at most" : ""}`, amount);
}
