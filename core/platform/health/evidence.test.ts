import { expect, test } from "bun:test";
import { Evidence, mergeEvidence } from "./evidence.ts";

test("a component fails from its first failure after a success", () => {
  const evidence = new Evidence();
  expect(evidence.failingSince).toBeUndefined();
  evidence.recordSuccess(1);
  evidence.recordFailure("It is down", 2);
  evidence.recordFailure("It is slow", 3);
  expect(evidence).toMatchObject({
    okAt: 1,
    failingSince: 2,
    failures: 2,
    lastError: { reason: "It is slow", at: 3 },
  });
  evidence.recordSuccess(4);
  expect(evidence).toMatchObject({ failures: 0, lastError: { reason: "It is slow", at: 3 } });
  expect(evidence.failingSince).toBeUndefined();
});

test("unusable results in a row are one failure period", () => {
  const evidence = new Evidence();
  for (const at of [1, 3, 5]) {
    evidence.recordSuccess(at);
    evidence.retractSuccess("It sent an unusable response", at + 1);
  }
  expect(evidence.failingSince).toBe(2);
  evidence.recordSuccess(7);
  evidence.recordSuccess(8);
  evidence.retractSuccess("It sent an unusable response", 9);
  expect(evidence.failingSince).toBe(9);
});

test("the latest result of several processes counts", () => {
  const [one, other] = [new Evidence(), new Evidence()];
  one.recordFailure("It is down", 2);
  other.recordFailure("It is down", 1);
  expect(mergeEvidence([one, other])).toMatchObject({ failingSince: 1, failures: 2 });
  other.recordSuccess(3);
  expect(mergeEvidence([one, other])).toMatchObject({ okAt: 3, failingSince: undefined });
  one.recordFailure("It is down", 4);
  expect(mergeEvidence([one, other])).toMatchObject({ failingSince: 2 });
  expect(mergeEvidence([])).toMatchObject({ okAt: undefined, failures: 0 });
});
