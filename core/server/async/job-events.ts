import { HubError } from "../../contract/errors.ts";
import type { AsyncJobOwner } from "../../platform/store/async-job-records.ts";
import type { AsyncJobs } from "./async-jobs.ts";

/** How often is looked whether something has happened: another hub may be at work. */
const lookMs = 300;
/** How often a connection is kept from being taken for dead where nothing happens. */
const aliveMs = 15_000;
/** How many jobs an account may watch at a time. */
const perAccountMax = 20;

/** Tells callers of their jobs as server-sent events. */
export class JobEvents {
  readonly #jobs: AsyncJobs;
  readonly #watching = new Map<string, number>();

  constructor(jobs: AsyncJobs) {
    this.#jobs = jobs;
  }

  /**
   * What happens to a job from now on, or since an event that was seen, until it ends or the hub does.
   * Throws `not_found` and `rate_limited`.
   */
  async watch(
    owner: AsyncJobOwner,
    id: string,
    lastEventId: string | null,
  ): Promise<ReadableStream<Uint8Array>> {
    const first = await this.#jobs.look(owner, id);
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
    const events = this.#events(owner, id, { first, seen: lastEventId });
    return streamOf(events, () => this.#leave(account));
  }

  async *#events(
    owner: AsyncJobOwner,
    id: string,
    { first, seen }: { first: Awaited<ReturnType<AsyncJobs["look"]>>; seen: string | null },
  ): AsyncGenerator<string> {
    let { view, version } = first;
    let known = seen;
    let quietSince = performance.now();
    for (;;) {
      const hasEnded = view.ended_at !== null;
      // What is over is told again: whoever asks once more has not understood that it is.
      if (version !== known || hasEnded) {
        known = version;
        quietSince = performance.now();
        yield `id: ${version}\nevent: ${view.status}\ndata: ${JSON.stringify(view)}\n\n`;
      } else if (performance.now() - quietSince >= aliveMs) {
        quietSince = performance.now();
        yield ": still there\n\n";
      }
      if (hasEnded || this.#jobs.isClosed) return;
      await Bun.sleep(lookMs);
      ({ view, version } = await this.#jobs.look(owner, id));
    }
  }

  #leave(account: string): void {
    const left = (this.#watching.get(account) ?? 1) - 1;
    if (left > 0) this.#watching.set(account, left);
    else this.#watching.delete(account);
  }
}

/** A stream of texts as they come, which says once when nobody reads it any more. */
function streamOf(texts: AsyncGenerator<string>, onEnd: () => void): ReadableStream<Uint8Array> {
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
