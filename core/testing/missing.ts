import { appendFileSync } from "node:fs";

/**
 * Whether a program is missing that some tests cannot do without, as for `test.skipIf`. The last
 * lines of `bun run test` then say so, and which Debian package has it.
 */
export function isMissing(
  program: string,
  {
    from = program,
    isThere = Bun.which(program) !== null,
  }: {
    /** The Debian packages to install, where they are not called like the program. */
    from?: string;
    /** Where it takes more to tell than to look for the program. */
    isThere?: boolean;
  } = {},
): boolean {
  if (isThere) return false;
  const { UTILHUB_TEST_MISSING } = process.env;
  if (UTILHUB_TEST_MISSING) appendFileSync(UTILHUB_TEST_MISSING, `${program}\t${from}\n`);
  return true;
}
