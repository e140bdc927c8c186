import { expect, test } from "bun:test";
import { findDmarc } from "./dmarc.ts";

const own = { domain: "shop.com", isParent: false };
const parent = { domain: "shop.com", isParent: true };

test.each([
  ["v=DMARC1; p=none", own, "none"],
  ["v=DMARC1;p=Reject", own, "reject"],
  ["v = DMARC1 ; p = quarantine ;", own, "quarantine"],
  ["v=DMARC1; p=reject; sp=none", own, "reject"],
  ["v=DMARC1; p=reject; sp=none", parent, "none"],
  ["v=DMARC1; p=reject", parent, "reject"],
  ["v=DMARC1; rua=mailto:a@shop.com", own, "none"],
] as const)("parses the policy of %s", (record, where, policy) => {
  expect(findDmarc([record], where)).toEqual({ record, policy, domain: "shop.com", problem: null });
});

test.each(["v=DMARC2; p=none", "v=dmarc1; p=none", "p=none; v=DMARC1", "*"])(
  "%s isn't a DMARC record",
  (text) => {
    expect(findDmarc([text], own).record).toBeNull();
  },
);

test("a DMARC record without a policy, or one of several, has no policy", () => {
  expect(findDmarc(["v=DMARC1; p=maybe"], own)).toMatchObject({
    policy: null,
    problem: "no_policy",
  });
  const two = findDmarc(["v=DMARC1; p=none", "v=DMARC1; p=reject"], own);
  expect(two).toMatchObject({ policy: null, problem: "several_records" });
});
