import { appendFileSync } from "node:fs";

/**
 * Returns whether a program is missing that some tests require, for `test.skipIf`. `bun run test` then
 * reports it at the end, with the Debian package that contains it.
 */
export function isMissing(
  program: string,
  {
    from = program,
    isThere = Bun.which(program) !== null,
  }: {
    /** The Debian packages to install, if their names differ from the program's. Empty if Debian has none. */
    from?: string;
    /** Whether the program exists, if looking it up in the path isn't enough. */
    isThere?: boolean;
  } = {},
): boolean {
  if (isThere) return false;
  const { UTILHUB_TEST_MISSING } = process.env;
  if (UTILHUB_TEST_MISSING) appendFileSync(UTILHUB_TEST_MISSING, `${program}\t${from}\n`);
  return true;
}
