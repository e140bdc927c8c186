/**
 * Scales the time limit of a wait to the machine's speed. `bun run test` measures the factor: from 1 on a
 * fast machine to 10. Only for detecting hangs: tests must not prove that something is fast.
 */
export function waitMs(base: number): number {
  return base * Number(process.env.UTILHUB_TEST_PATIENCE ?? 1);
}
