import { oneOf, type Static, t } from "hub";
import { coinAddressFault } from "./coin-address.ts";
import { ethereumText, parseEthereum } from "./ethereum.ts";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { queryOf, readQuery } from "./uri.ts";

/** Decimals of each currency's smallest unit. */
const decimals = {
  bitcoin: 8,
  bitcoincash: 8,
  litecoin: 8,
  dogecoin: 8,
  dash: 8,
  solana: 9,
  ethereum: 18,
} as const;

type Currency = keyof typeof decimals;
const currencies = Object.keys(decimals) as [Currency, ...Currency[]];

export const cryptoSchema = t.Object(
  {
    type: kind("crypto"),
    currency: oneOf(currencies, { default: "bitcoin", description: "The currency" }),
    address: text(128, "Who gets it, on the main network"),
    amount: t.Optional(
      text(
        40,
        "How much, in whole coins with a point: `0.015`; of a `token`, in its smallest unit: `1500000`",
      ),
    ),
    label: t.Optional(text(100, "Who gets it, in words; not for ethereum")),
    message: t.Optional(text(200, "What it is for; not for ethereum")),
    chain_id: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "For ethereum: the chain, where it is not the wallet's own",
      }),
    ),
    token: t.Optional(
      text(44, "For ethereum: the contract of an ERC-20 token to send instead of ether"),
    ),
  },
  {
    additionalProperties: false,
    description: "A payment in a cryptocurrency (BIP 21, EIP-681, Solana Pay)",
  },
);

export type Crypto = Static<typeof cryptoSchema>;

/** Writes the URI that wallets of the currency read. An address that cannot be one is refused. */
export function cryptoText(payment: Crypto, refuse: Refuse): string {
  const { currency, address, amount, label, message } = payment;
  if (amount !== undefined)
    checkAmount(amount, { decimals: payment.token ? 0 : decimals[currency], refuse });
  if (currency === "ethereum") return ethereumText(payment, refuse);
  for (const field of ["chain_id", "token"] as const)
    if (payment[field] !== undefined)
      refuse(field, `must be left out where currency is "${currency}"`, payment[field]);
  const bare = withoutScheme(address, currency);
  const fault = coinAddressFault(bare, currency);
  if (fault) refuse("address", fault, address);
  return `${currency}:${bare}${queryOf({ amount, label, message })}`;
}

/** Reads the URIs that `cryptoText` writes. */
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
