const ends: (() => unknown)[] = [];

/**
 * Whether this is one of several processes of `bun test --parallel`. Nothing tells such a process that its
 * last file has ended, so what its files share must end with the process by itself.
 */
export const isWorker = process.env.BUN_TEST_WORKER_ID !== undefined;

/** Registers what to do after the last test file of this process: `bun test` emits no event at its exit. */
export function onRunEnd(end: () => unknown): void {
  ends.push(end);
}

/** Does what was registered, once. A worker of several does so after each of its files. */
export async function endRun(): Promise<void> {
  for (const end of ends.splice(0)) await end();
}
