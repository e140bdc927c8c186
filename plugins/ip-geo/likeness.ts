import type { Address } from "hub/net";

type Answer = (address: Address) => string | number | null | undefined;

const samples = 10_000;
/** Maximum share of changed results. A vendor once shipped a file with shifted ranges. */
const shareMax = 0.2;
/** First bytes of public IPv4 addresses. */
const firstByte = { from: 1, to: 223 };

/** Throws if the results of a new file differ from the previous one for too many addresses. */
export function checkLikeness(former: Answer, newer: Answer): void {
  let known = 0;
  let changed = 0;
  for (const address of spread()) {
    const before = former(address) ?? null;
    if (before === null) continue;
    known++;
    if ((newer(address) ?? null) !== before) changed++;
  }
  if (known > 0 && changed / known > shareMax)
    throw new Error(
      `The results differ from the current data for ${Math.round((100 * changed) / known)} percent of the addresses, which is more than any month has changed`,
    );
}

/** Yields a fixed sample of addresses across the IPv4 space. */
function* spread(): Generator<Address> {
  const span = (firstByte.to - firstByte.from + 1) * 2 ** 24;
  const start = firstByte.from * 2 ** 24;
  for (let index = 0; index < samples; index++) {
    // The golden ratio spreads any number of samples evenly.
    const share = (index * 0.618_033_988_749_894_9) % 1;
    yield { bits: 32, value: BigInt(start + Math.floor(share * span)) };
  }
}
