import { afterAll } from "bun:test";

const ends: (() => unknown)[] = [];

/** Registers what to do after the last test file of this process: `bun test` emits no event at its exit. */
export function onTestRunEnd(end: () => unknown): void {
  ends.push(end);
}

// In a module that bunfig.toml preloads, it runs once for all files.
afterAll(async () => {
  for (const end of ends.splice(0)) await end();
});
