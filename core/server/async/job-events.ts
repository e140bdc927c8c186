import { HubError } from "../../contract/errors.ts";
import type { AsyncJobOwner } from "../../platform/store/async-job-records.ts";
import type { AsyncJobs } from "./async-jobs.ts";

/** The polling interval for changes, because another hub may run the job. */
const pollMs = 300;
/** The interval of keep-alive comments. */
const keepAliveMs = 15_000;
/** The maximum number of event streams per account. */
const perAccountMax = 20;

/** Streams job events to callers. */
export class JobEvents {
  readonly #jobs: AsyncJobs;
  readonly #watching = new Map<string, number>();

  constructor(jobs: AsyncJobs) {
    this.#jobs = jobs;
  }

  /**
   * Streams the events of a job, optionally since a received event, until the job ends, the hub stops or
   * `getOwner` fails. Throws `not_found` and `rate_limited`.
   */
  async watch(
    getOwner: () => Promise<AsyncJobOwner>,
    id: string,
    lastEventId: string | null,
  ): Promise<ReadableStream<Uint8Array>> {
    const owner = await getOwner();
    const first = await this.#jobs.getVersionedView(owner, id);
    const { account } = owner;
    const watched = this.#watching.get(account) ?? 0;
    if (watched >= perAccountMax)
      throw new HubError(
        "rate_limited",
        `Too many event streams: an account can watch ${perAccountMax} jobs at a time`,
        {
          headers: { "retry-after": "5" },
        },
      );
    this.#watching.set(account, watched + 1);
    const events = this.#events(getOwner, id, { first, seen: lastEventId });
    return toStream(events, () => this.#release(account));
  }

  async *#events(
    getOwner: () => Promise<AsyncJobOwner>,
    id: string,
    {
      first,
      seen,
    }: { first: Awaited<ReturnType<AsyncJobs["getVersionedView"]>>; seen: string | null },
  ): AsyncGenerator<string> {
    let { view, version } = first;
    let lastVersion = seen;
    let quietSince = performance.now();
    for (;;) {
      const hasEnded = view.ended_at !== null;
      // Repeats the final event on reconnect, because the client hasn't noticed the end.
      if (version !== lastVersion || hasEnded) {
        lastVersion = version;
        quietSince = performance.now();
        yield `id: ${version}\nevent: ${view.status}\ndata: ${JSON.stringify(view)}\n\n`;
      } else if (performance.now() - quietSince >= keepAliveMs) {
        quietSince = performance.now();
        yield ": still there\n\n";
      }
      if (hasEnded || this.#jobs.isClosed) return;
      await Bun.sleep(pollMs);
      try {
        ({ view, version } = await this.#jobs.getVersionedView(await getOwner(), id));
      } catch {
        return;
      }
    }
  }

  #release(account: string): void {
    const remaining = (this.#watching.get(account) ?? 1) - 1;
    if (remaining > 0) this.#watching.set(account, remaining);
    else this.#watching.delete(account);
  }
}

/** Creates a text stream. Calls `onEnd` once, when the texts end or the reader is gone. */
function toStream(texts: AsyncGenerator<string>, onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isOpen = true;
  const end = () => {
    if (isOpen) onEnd();
    isOpen = false;
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await texts.next();
        if (done) {
          end();
          controller.close();
        } else controller.enqueue(encoder.encode(value));
      } catch (error) {
        end();
        throw error;
      }
    },
    async cancel() {
      end();
      await texts.return(undefined);
    },
  });
}
