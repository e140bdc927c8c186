import { bech32, bech32m, createBase58check } from "@scure/base";
import { type Found, matches } from "../recognize/found.ts";

const base58check = createBase58check((data: Uint8Array) =>
  new Bun.CryptoHasher("sha256").update(data).digest(),
);
const networks = new Set(["bc", "tb", "bcrt", "ltc", "tltc"]);

/** Addresses of Bitcoin and its like whose checksum is right (Base58Check, BIP 173, BIP 350), and Ethereum's. */
export function* coinAddresses(text: string): Generator<Found> {
  const found = (normalized: string) => ({ type: "crypto_address", confidence: 0.97, normalized });
  yield* matches(text, /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{25,36}(?![A-Za-z0-9])/g, ([value]) => {
    try {
      // A version of one byte and a hash of twenty.
      return base58check.decode(value).length === 21 ? found(value) : undefined;
    } catch {
      return undefined;
    }
  });
  yield* matches(
    text,
    /(?<![A-Za-z0-9])(?:bc|tb|bcrt|t?ltc)1[ac-hj-np-z02-9]{8,87}(?![A-Za-z0-9])/gi,
    ([value]) => {
      const decoded = bech32.decodeUnsafe(value, 90) ?? bech32m.decodeUnsafe(value, 90);
      return decoded && networks.has(decoded.prefix.toLowerCase())
        ? found(value.toLowerCase())
        : undefined;
    },
  );
  yield* matches(text, /(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])/g, ([value]) =>
    found(value.toLowerCase()),
  );
}
