import { oneOf, type Static, t } from "hub";
import { kind, text } from "./kind.ts";

/** Decimals of each currency's smallest unit. */
export const decimals = {
  bitcoin: 8,
  bitcoincash: 8,
  litecoin: 8,
  dogecoin: 8,
  dash: 8,
  solana: 9,
  ethereum: 18,
} as const;

/** A currency by URI scheme. */
export type Currency = keyof typeof decimals;
/** All supported currencies. */
export const currencies = Object.keys(decimals) as [Currency, ...Currency[]];

export const cryptoSchema = t.Object(
  {
    type: kind("crypto"),
    currency: oneOf(currencies, { default: "bitcoin", description: "The currency" }),
    address: text(128, "Address of the recipient, on the main network"),
    amount: t.Optional(
      text(
        40,
        "Amount in whole coins, with a decimal point: `0.015`; for a `token`, in its smallest unit: `1500000`",
      ),
    ),
    label: t.Optional(text(100, "Name of the recipient; not for ethereum")),
    message: t.Optional(text(200, "Purpose of the payment; not for ethereum")),
    chain_id: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "For ethereum: the chain, if it is not the wallet's own",
      }),
    ),
    token: t.Optional(
      text(44, "For ethereum: contract of an ERC-20 token to send instead of ether"),
    ),
  },
  {
    additionalProperties: false,
    description: "A payment in a cryptocurrency (BIP 21, EIP-681, Solana Pay)",
  },
);

/** A payment in a cryptocurrency. */
export type Crypto = Static<typeof cryptoSchema>;
