import fc from "fast-check";
import { isPublicAddress, parseAddress } from "../../../core/lib/ip-address.ts";
import { askPython, importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface IpaddrJs {
  default: {
    isValid(text: string): boolean;
    parse(text: string): { range(): string };
    process(text: string): { range(): string };
    IPv4: { isValidFourPartDecimal(text: string): boolean };
  };
}

interface Judgement {
  text: string;
  valid: boolean;
  public: boolean;
  /** Whether the address is in an unallocated part of IPv6, for which the two sides have other rules. */
  unallocated: boolean;
}

export default {
  engine: "core/lib/ip-address",
  ours: ["core/lib/ip-address.ts"],
  theirs: ["ipaddr.js"],
  async measure() {
    const { default: ipaddr } = await importPackage<IpaddrJs>("ipaddr.js");
    const isValid = (text: string) =>
      text.includes(":")
        ? ipaddr.isValid(text) && !text.includes("%")
        : ipaddr.IPv4.isValidFourPartDecimal(text);
    const judged = askPython<Judgement[]>(judge, buildAddresses());
    const valid = judged.filter((one) => one.valid && !one.unallocated);
    const count = (judgements: readonly Judgement[], test: (one: Judgement) => boolean) =>
      judgements.filter(test).length;
    return [
      {
        set: "addresses, damaged ones and other notations; Python's ipaddress is the judge",
        inputs: judged.length,
        figure: "right verdicts on the notation",
        ours: count(judged, (one) => (parseAddress(one.text) !== undefined) === one.valid),
        theirs: { "ipaddr.js": count(judged, (one) => isValid(one.text) === one.valid) },
      },
      {
        set: "first, last and random addresses of the special-purpose blocks, and others; the same judge",
        inputs: valid.length,
        figure: "addresses that aren't public and pass as public",
        ours: count(valid, (one) => !one.public && isPublicAddress(one.text)),
        theirs: {
          "ipaddr.js": count(
            valid,
            (one) => !one.public && ipaddr.process(one.text).range() === "unicast",
          ),
        },
        fewerIsBetter: true,
      },
      {
        set: "the same",
        inputs: valid.length,
        figure: "public addresses that are refused",
        ours: count(valid, (one) => one.public && !isPublicAddress(one.text)),
        theirs: {
          "ipaddr.js": count(
            valid,
            (one) => one.public && ipaddr.process(one.text).range() !== "unicast",
          ),
        },
        fewerIsBetter: true,
      },
    ];
  },
} satisfies Row;

/** Multicast and mapped addresses are judged as the hub's outbound connections must: by what they reach. */
const judge = `import ipaddress, random
random.seed(1)
blocks = """0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
224.0.0.0/4 240.0.0.0/4 8.0.0.0/8 1.0.0.0/8 ::/128 ::1/128 ::ffff:0:0/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16
3fff::/20 5f00::/16 fc00::/7 fe80::/10 ff00::/8 2600::/12 2a00::/12 2400::/12""".split()
texts = json.load(sys.stdin)
for block in map(ipaddress.ip_network, blocks):
  first, size = int(block.network_address), block.num_addresses
  kind = ipaddress.IPv4Address if block.version == 4 else ipaddress.IPv6Address
  numbers = {first, first + size - 1} | {first + random.randrange(size) for _ in range(6)}
  texts += [str(kind(number)) for number in sorted(numbers)]
def verdict(text):
  try: address = ipaddress.ip_address(text)
  except ValueError: return {"text": text, "valid": False, "public": False, "unallocated": False}
  address = getattr(address, "ipv4_mapped", None) or address
  public = address.is_global and not address.is_multicast and not getattr(address, "sixtofour", None)
  unallocated = public and address.version == 6 and address not in ipaddress.ip_network("2000::/3")
  return {"text": text, "valid": "%" not in text, "public": public, "unallocated": unallocated}
print(json.dumps([verdict(text) for text in texts]))`;

/** Returns addresses, and copies in which a character is missing, doubled or another one. */
function buildAddresses(): string[] {
  const damage = fc
    .tuple(
      fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended()),
      fc.nat(40),
      fc.constantFrom("", "0", ".", ":", "x", "::", "%1", " "),
    )
    .map(
      ([text, at, added]) =>
        text.slice(0, at % text.length) + added + text.slice((at % text.length) + 1),
    );
  return fc.sample(fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), damage), {
    numRuns: 800,
    seed: 1,
  });
}
