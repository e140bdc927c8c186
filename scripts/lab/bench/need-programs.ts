/** Ends the bench where a program is missing that something is compared with, by the package that has it. */
export function needPrograms(programs: Readonly<Record<string, string>>): void {
  for (const [program, from] of Object.entries(programs))
    if (!Bun.which(program))
      throw new Error(`This machine has no ${program}: on Debian, apt install ${from}`);
}
