import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { watchProcessorWait } from "./processor-wait.ts";

// Larger than any process ID.
const nobody = 2 ** 30;

test("a process that has ended waits for no processor", () => {
  expect(watchProcessorWait(nobody)()).toBe(0);
});

test.if(existsSync("/proc/self/schedstat"))(
  "two processes that spin on one processor wait for each other",
  async () => {
    const spin = ["taskset", "-c", "0", process.execPath, "-e", "for (;;);"];
    const spinning = [spin, spin].map((command) =>
      Bun.spawn(command, { stdio: ["ignore", "ignore", "ignore"] }),
    );
    try {
      const waits = spinning.map(({ pid }) => watchProcessorWait(pid));
      while (!waits.every((read) => read() > 0)) await Bun.sleep(5);
    } finally {
      for (const child of spinning) child.kill("SIGKILL");
    }
  },
);
