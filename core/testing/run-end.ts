const ends: (() => unknown)[] = [];

/** Registers what to do after the last test file of this process: `bun test` emits no event at its exit. */
export function onRunEnd(end: () => unknown): void {
  ends.push(end);
}

/** Does what was registered, once. A worker of several does so after each of its files. */
export async function endRun(): Promise<void> {
  for (const end of ends.splice(0)) await end();
}
