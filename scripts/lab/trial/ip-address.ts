import fc from "fast-check";
import { isPublicAddress, parseAddress } from "../../../core/lib/ip-address.ts";
import { askPython, importPackage, readJudge } from "./kit/judges.ts";
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
    const judged = askPython<Judgement[]>(readJudge("ip_address.py"), buildAddresses());
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
