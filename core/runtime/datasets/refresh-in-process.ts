/** Fetches or makes a dataset in a process of its own, with the same settings. Throws its last words. */
export function refreshInProcess(env: Readonly<Record<string, string | undefined>>) {
  return async (work: "refresh" | "make", id: string): Promise<void> => {
    const program = `${import.meta.dir}/../../../scripts/data.ts`;
    const child = Bun.spawn([process.execPath, program, work, id], {
      cwd: `${import.meta.dir}/../../..`,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const words = await new Response(child.stderr).text();
    if ((await child.exited) === 0) return;
    // The datasets says the same in front of what went wrong.
    const reason = words.trim().replace(`Cannot ${work} "${id}": `, "");
    throw new Error(reason || "It was ended");
  };
}
