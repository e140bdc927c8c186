import type { Log } from "../../contract/doors.ts";
import { HubError } from "../../contract/errors.ts";

/** One way to do a piece of work: an engine of the hub, a program, or a service on the network. */
export interface Provider<Input, Answer> {
  /** Its name in requests, in answers and in the operator's order. */
  id: string;
  kind: "embedded" | "program" | "network";
  /**
   * Why it cannot serve this input, as far as that is known before it is asked: it is not set up, it
   * has no such language. A HubError is what the caller gets if nobody else can either.
   */
  cannot?(input: Input): Awaitable<string | HubError | undefined>;
  run(input: Input, given: { timeoutMs: number; signal: AbortSignal }): Awaitable<Answer>;
}

type Awaitable<T> = T | Promise<T>;

export interface ProvideOptions<Input, Answer> {
  /** In the order in which they are asked where the operator says nothing. */
  providers: readonly Provider<Input, Answer>[];
  /** What the operator says, from the `env` door. */
  settings: {
    /**
     * Names and their order, such as `"openai,embedded"`: whoever is not named is not asked. All that
     * are not on the network are also named by "embedded".
     */
    order?: string | undefined;
    /** HUB_OFFLINE: `"1"` or `"true"` leaves out whoever is on the network. */
    offline?: string | undefined;
  };
  /**
   * The one that the caller allows, `"embedded"` for whoever is not on the network, or `"auto"` for
   * all. Default "auto".
   */
  provider?: string;
  /** Whether another one may do what the first one could not. Default true. */
  fallback?: boolean;
  /** Time for all of them together. */
  timeoutMs: number;
  clock(): number;
  signal: AbortSignal;
  log: Log;
}

/** What a provider answered, and how it came to be the one. */
export interface Provided<Answer> {
  value: Answer;
  /** Whose answer it is. */
  engine: string;
  /** Whether somebody else was asked first and failed. */
  degraded: boolean;
  /** Who and why, as in `"openai: timeout"`. */
  degraded_reason?: string;
  /** `X-Degraded` with the reason, where there is one. */
  headers: Record<string, string>;
}

/** How much of the time left those on the network get while somebody else could still follow. */
const networkShare = 0.7;

/**
 * Has the first provider that can do a piece of work do it, and the next one where that fails for
 * reasons that are not the caller's: it is out of reach, too slow, over its limits, does not accept the
 * operator's key or model, or gives nothing of use. What is wrong with the request is thrown.
 *
 * ```ts
 * const { value, headers, ...how } = await provide(body, {
 *   providers: [
 *     {
 *       id: "azure",
 *       kind: "network",
 *       cannot: () => (env.AZURE_SPEECH_KEY ? undefined : "AZURE_SPEECH_KEY is not set"),
 *       run: (input, { timeoutMs }) => azureSpeech(input, { net, env, timeoutMs }),
 *     },
 *     { id: "embedded", kind: "embedded", run: (input) => espeak(input) },
 *   ],
 *   settings: { order: env.TTS_PROVIDERS, offline: env.HUB_OFFLINE },
 *   provider: body.provider,
 *   fallback: body.fallback,
 *   ...{ timeoutMs: 20_000, clock, signal, log },
 * });
 * return reply({ ...value, ...how }, { headers }); // engine, degraded and degraded_reason
 * ```
 *
 * Throws `capability_unavailable` with the reasons where nobody can, and what the first one failed of
 * where all fail.
 */
export async function provide<Input, Answer>(
  input: Input,
  options: ProvideOptions<Input, Answer>,
): Promise<Provided<Answer>> {
  const { fallback = true, timeoutMs, clock, signal, log } = options;
  const able = await ableOf(input, options);
  const asked = fallback ? able : able.slice(0, 1);
  const begin = clock();
  const failures: Failed[] = [];
  for (const [index, provider] of asked.entries()) {
    const share = { timeoutMs, goneMs: clock() - begin };
    const ms = Math.max(1, Math.floor(timeFor(asked.slice(index), share)));
    try {
      const work = (aborted: AbortSignal) =>
        provider.run(input, { timeoutMs: ms, signal: aborted });
      const value = await inTime(work, { timeoutMs: ms, signal, who: provider.id });
      return { value, engine: provider.id, ...degradation(failures) };
    } catch (failure) {
      if (!isInfrastructure(failure) || signal.aborted) throw failure;
      log.warn(`The provider "${provider.id}" failed`, {
        code: failure.code,
        why: failure.message,
      });
      failures.push({ id: provider.id, failure });
    }
  }
  throw together(failures);
}

interface Failed {
  id: string;
  failure: HubError;
}

/** How long the first of these may take, so that there is time for the others. */
function timeFor(
  [first, ...later]: readonly { kind: string }[],
  { timeoutMs, goneMs }: { timeoutMs: number; goneMs: number },
): number {
  if (first?.kind !== "network") return timeoutMs - goneMs;
  const others = later.filter(({ kind }) => kind === "network").length;
  const ofAll = later.length > others ? networkShare : 1;
  return (ofAll * timeoutMs - goneMs) / (1 + others);
}

function isInfrastructure(failure: unknown): failure is HubError {
  if (!(failure instanceof HubError)) return false;
  return failure.code in SHORT || failure.status === 429 || failure.status === 503;
}

/** The failures after which somebody else is asked, in a word for `degraded_reason`. */
const SHORT: Readonly<Record<string, string>> = {
  upstream_unavailable: "out of reach",
  upstream_timeout: "timeout",
  upstream_failed: "bad answer",
  upstream_refused: "refused",
  job_timeout: "timeout",
  capability_unavailable: "not able",
};

function shortOf({ code, status }: HubError): string {
  return SHORT[code] ?? (status === 429 ? "over its limits" : "out of reach");
}

function degradation(failures: readonly Failed[]) {
  if (failures.length === 0) return { degraded: false, headers: {} };
  const reason = failures.map(({ id, failure }) => `${id}: ${shortOf(failure)}`).join("; ");
  return { degraded: true, degraded_reason: reason, headers: { "x-degraded": reason } };
}

/** One failure of all: the first one's code, and what each has said. */
function together([first, ...others]: readonly Failed[]): HubError {
  if (!first) return new HubError("capability_unavailable", "No engine of this hub can do this");
  if (others.length === 0) return first.failure;
  const failures = [first, ...others];
  const why = failures.map(({ id, failure }) => `${id}: ${failure.message}`).join("; ");
  return new HubError(first.failure.code, `No engine has answered: ${why}`, {
    cause: first.failure.cause,
    headers: first.failure.headers,
    members: Object.assign({}, ...failures.map(({ failure }) => failure.members)),
  });
}

/** Who may be asked and can, in order. Throws where that is nobody. */
async function ableOf<Input, Answer>(
  input: Input,
  { providers, settings, provider: wanted = "auto" }: ProvideOptions<Input, Answer>,
): Promise<Provider<Input, Answer>[]> {
  const names = namesOf(settings.order);
  const isOffline = settings.offline === "1" || settings.offline === "true";
  const able: Provider<Input, Answer>[] = [];
  const reasons: { id: string; why: string | HubError }[] = [];
  for (const provider of inOrder(providers, names)) {
    const { id, kind } = provider;
    if (wanted !== "auto" && !isNamed(provider, wanted)) continue;
    const why = !(names?.some((name) => isNamed(provider, name)) ?? true)
      ? "the operator has left it out"
      : isOffline && kind === "network"
        ? "this hub may not reach the network"
        : await provider.cannot?.(input);
    if (why === undefined) able.push(provider);
    else reasons.push({ id, why });
  }
  if (able.length > 0) return able;
  throw nobody(reasons, wanted);
}

/** Whoever is not on the network may also be called "embedded". */
function isNamed({ id, kind }: Named, name: string): boolean {
  return id === name || (name === "embedded" && kind !== "network");
}

type Named = Pick<Provider<unknown, unknown>, "id" | "kind">;

/** Those whom the operator names as they are named, then the rest, to say why they are not asked. */
function inOrder<P extends Named>(providers: readonly P[], names: readonly string[] = []): P[] {
  const place = (provider: P) => {
    const own = names.indexOf(provider.id);
    const at = own < 0 ? names.findIndex((name) => isNamed(provider, name)) : own;
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
  };
  return providers.toSorted((a, b) => place(a) - place(b));
}

function namesOf(order = ""): string[] | undefined {
  const names = order
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  return names.length > 0 ? names : undefined;
}

function nobody(reasons: { id: string; why: string | HubError }[], wanted: string): HubError {
  const own = reasons.map(({ why }) => why).find((why) => why instanceof HubError);
  if (own) return own;
  const list = reasons.map(({ id, why }) => `${id}: ${why}`).join("; ");
  return wanted === "auto"
    ? new HubError(
        "capability_unavailable",
        `No engine of this hub can do this: ${list || "it has none"}`,
      )
    : new HubError(
        "capability_unavailable",
        `Cannot use the provider "${wanted}": ${reasons[0]?.why ?? "it does no such work"}`,
        { at: "body.provider" },
      );
}

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
