import { HubError } from "../../contract/errors.ts";

/** Waits for work, and no longer than it may take. Throws `upstream_timeout`. */
export async function inTime<Result>(
  work: (aborted: AbortSignal) => Result | Promise<Result>,
  { timeoutMs, signal, who }: { timeoutMs: number; signal: AbortSignal; who: string },
): Promise<Result> {
  const late = new HubError("upstream_timeout", `"${who}" did not answer in time`);
  if (signal.aborted) throw late;
  const end = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => {
    end.abort();
    reject(late);
  };
  const timer = setTimeout(stop, timeoutMs);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([promise, work(end.signal)]);
  } finally {
    // Nobody waits for it any more, and a rejection that nobody waits for ends the process.
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
