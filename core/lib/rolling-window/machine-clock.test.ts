import { expect, test } from "bun:test";
import { MachineClock } from "./machine-clock.ts";

test("another process reads the same time", async () => {
  const clock = new MachineClock();
  const script = `const { MachineClock } = await import("${import.meta.dir}/machine-clock.ts"); console.log(new MachineClock().now())`;
  const before = clock.now();
  const child = Bun.spawn([process.execPath, "-e", script]);
  const there = Number(await new Response(child.stdout).text());
  expect(there).toBeGreaterThan(before);
  expect(there).toBeLessThan(clock.now());
});

test("two readers in one process agree within their stated error", () => {
  const [one, two] = [new MachineClock(), new MachineClock()];
  for (let reading = 0; reading < 1000; reading++) {
    const [first, second, third] = [one.now(), two.now(), one.now()];
    expect(second).toBeGreaterThan(first - one.uncertaintyMs);
    expect(second).toBeLessThan(third + one.uncertaintyMs);
  }
});
