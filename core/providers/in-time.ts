import { HubError } from "../errors.ts";

/** Waits for work, and no longer than it may take. Throws `upstream_timeout`. */
export async function inTime<Result>(
  work: (aborted: AbortSignal) => Result | Promise<Result>,
  { timeoutMs, signal, who }: { timeoutMs: number; signal: AbortSignal; who: string },
): Promise<Result> {
  const late = AbortSignal.timeout(timeoutMs);
  const aborted = AbortSignal.any([signal, late]);
  const { promise, reject } = Promise.withResolvers<never>();
  aborted.addEventListener(
    "abort",
    () => reject(new HubError("upstream_timeout", `"${who}" did not answer in time`)),
    { once: true },
  );
  return Promise.race([work(aborted), promise]);
}
