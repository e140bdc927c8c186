const callbacks: (() => unknown)[] = [];

/**
 * Whether this is one of several processes of `bun test --parallel`. Such a process isn't notified of the end of
 * its last file, so that what its files share must end with the process by itself.
 */
export const isWorker = process.env.BUN_TEST_WORKER_ID !== undefined;

/**
 * Registers a callback for the end of this process's last test file: `bun test` emits no event at its exit.
 */
export function onRunEnd(callback: () => unknown): void {
  callbacks.push(callback);
}

/**
 * Runs the registered callbacks once. If there are several workers, each runs them after each of its files.
 */
export async function endRun(): Promise<void> {
  for (const callback of callbacks.splice(0)) await callback();
}
