import { expect, test } from "bun:test";
import { CircuitBreaker } from "./circuit-breaker.ts";

function breakAt(start: number) {
  let now = start;
  const breaker = new CircuitBreaker(() => now, { failuresMax: 3, openMs: 1000 });
  for (let call = 0; call < 3; call++) {
    breaker.admit();
    breaker.recordFailure();
  }
  return { breaker, wait: (ms: number) => (now += ms) };
}

test("it opens at so many failures in a row, and tells how long it stays open", () => {
  const { breaker, wait } = breakAt(5000);
  expect(breaker.state).toBe("open");
  expect(breaker.admit()).toBe(1000);
  wait(400);
  expect(breaker.admit()).toBe(600);
});

test("a success in between starts the count again", () => {
  const breaker = new CircuitBreaker(() => 0, { failuresMax: 2 });
  breaker.recordFailure();
  breaker.recordSuccess();
  breaker.recordFailure();
  expect([breaker.state, breaker.failures]).toEqual(["closed", 1]);
});

test("when its time is up one call goes, and nobody waits for it", () => {
  const { breaker, wait } = breakAt(0);
  wait(1000);
  expect(breaker.admit()).toBe(0);
  expect(breaker.state).toBe("half_open");
  expect(breaker.admit()).toBeGreaterThan(0);
});

test("that call's success closes it", () => {
  const { breaker, wait } = breakAt(0);
  wait(1000);
  breaker.admit();
  breaker.recordSuccess();
  expect([breaker.state, breaker.admit()]).toEqual(["closed", 0]);
});

test("that call's failure opens it for as long again", () => {
  const { breaker, wait } = breakAt(0);
  wait(1000);
  breaker.admit();
  breaker.recordFailure();
  expect([breaker.state, breaker.admit()]).toEqual(["open", 1000]);
});

test("how a call from before ends changes nothing while it is open", () => {
  const { breaker, wait } = breakAt(0);
  wait(500);
  breaker.recordSuccess();
  breaker.recordFailure();
  expect([breaker.state, breaker.admit()]).toEqual(["open", 500]);
});
