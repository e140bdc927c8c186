import type { Address } from "hub/net";

type Answer = (address: Address) => string | number | null | undefined;

const samples = 10_000;
/** A vendor once shipped a file in which every range had its neighbour's place. */
const shareMax = 0.2;
/** What is known to be announced all over the world, and has been for decades. */
const firstByte = { from: 1, to: 223 };

/** Throws where a new file tells something else than the former of too many addresses. */
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

/** Addresses of IPv4 all over the space, the same each time. */
function* spread(): Generator<Address> {
  const span = (firstByte.to - firstByte.from + 1) * 2 ** 24;
  const start = firstByte.from * 2 ** 24;
  for (let index = 0; index < samples; index++) {
    // By the golden ratio no two are near each other, however many there are.
    const share = (index * 0.618_033_988_749_894_9) % 1;
    yield { bits: 32, value: BigInt(start + Math.floor(share * span)) };
  }
}
