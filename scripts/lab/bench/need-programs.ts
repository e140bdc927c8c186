/** Exits with an error if a program to compare with is missing, and names its package. */
export function needPrograms(programs: Readonly<Record<string, string>>): void {
  for (const [program, from] of Object.entries(programs))
    if (!Bun.which(program))
      throw new Error(`This machine has no ${program}: on Debian, apt install ${from}`);
}
