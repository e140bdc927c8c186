/**
 * Scales the bound on a wait in a test to the machine's speed. `bun run test` measures the factor: 1 on a
 * fast machine, at most 10. For bounds on hanging only: no test may prove that something is fast.
 */
export function waitMs(base: number): number {
  return base * Number(process.env.UTILHUB_TEST_PATIENCE ?? 1);
}
