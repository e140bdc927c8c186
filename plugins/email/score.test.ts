import { expect, test } from "bun:test";
import { computeScoreParts, type Findings } from "./score.ts";

const best: Findings = {
  reason: "ok",
  exists: true,
  hasMx: true,
  implicitMx: false,
  hasSpf: true,
  hasDmarc: true,
  disposable: undefined,
  isRole: false,
  hasTypo: false,
};
const score = (findings: Partial<Findings>) =>
  computeScoreParts({ ...best, ...findings }).reduce((sum, { points }) => sum + points, 0);

test.each<[number, Partial<Findings>]>([
  [100, {}],
  [90, { hasMx: false, implicitMx: true }],
  [95, { hasSpf: false }],
  [95, { hasDmarc: undefined }],
  [95, { isRole: true }],
  [90, { disposable: "suspected" }],
  [80, { hasTypo: true }],
  [30, { disposable: "listed", reason: "disposable" }],
  [10, { hasMx: false, reason: "null_mx" }],
  [10, { exists: false, hasMx: false, disposable: "listed", reason: "no_such_domain" }],
  [
    50,
    {
      reason: "dns_unavailable",
      exists: undefined,
      hasMx: undefined,
      hasSpf: undefined,
      hasDmarc: undefined,
    },
  ],
])("%d for %j", (expected, findings) => {
  expect(score(findings)).toBe(expected);
});

test("unchecked facts aren't reported as missing", () => {
  const notes = computeScoreParts({ ...best, hasSpf: undefined, hasDmarc: false });
  expect(notes.find(({ check }) => check === "spf")?.note).toBe("Not checked");
  expect(notes.find(({ check }) => check === "dmarc")?.note).toBe("The domain has no DMARC");
});

test("limits the points of each part", () => {
  for (const { points, points_max } of computeScoreParts(best))
    expect(points).toBeLessThanOrEqual(points_max);
});
