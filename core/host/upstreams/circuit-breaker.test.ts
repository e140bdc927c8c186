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

test("it opens after a number of consecutive failures, and returns how long it stays open", () => {
  const { breaker, wait } = breakAt(5000);
  expect(breaker.state).toBe("open");
  expect(breaker.admit()).toBe(1000);
  wait(400);
  expect(breaker.admit()).toBe(600);
});

test("a success in between resets the count", () => {
  const breaker = new CircuitBreaker(() => 0, { failuresMax: 2 });
  breaker.recordFailure();
  breaker.recordSuccess();
  breaker.recordFailure();
  expect([breaker.state, breaker.failures]).toEqual(["closed", 1]);
});

test("when its time is up one probe is sent, and other calls don't wait for it", () => {
  const { breaker, wait } = breakAt(0);
  wait(1000);
  expect(breaker.admit()).toBe(0);
  expect(breaker.state).toBe("half_open");
  expect(breaker.admit()).toBeGreaterThan(0);
});

test("a successful probe closes it", () => {
  const { breaker, wait } = breakAt(0);
  wait(1000);
  breaker.admit();
  breaker.recordSuccess();
  expect([breaker.state, breaker.admit()]).toEqual(["closed", 0]);
});

test("a failed probe opens it for the same time again", () => {
  const { breaker, wait } = breakAt(0);
  wait(1000);
  breaker.admit();
  breaker.recordFailure();
  expect([breaker.state, breaker.admit()]).toEqual(["open", 1000]);
});

test("earlier calls that end while it is open change nothing", () => {
  const { breaker, wait } = breakAt(0);
  wait(500);
  breaker.recordSuccess();
  breaker.recordFailure();
  expect([breaker.state, breaker.admit()]).toEqual(["open", 500]);
});
