import type { Log } from "../../contract/doors.ts";
import { findFailoverReason, HubError } from "../../contract/errors.ts";

/** One implementation of a task: an engine of the hub, a program, or a network service. */
export interface Provider<Input, Answer> {
  /** Its name in requests, responses and settings. */
  id: string;
  kind: "embedded" | "program" | "network";
  /**
   * Returns why it can't process this input, as far as that is known in advance: it isn't configured, or it
   * doesn't support the language. A HubError is thrown to the caller if no other provider is available.
   */
  cannot?(input: Input): Awaitable<string | HubError | undefined>;
  run(input: Input, given: { timeoutMs: number; signal: AbortSignal }): Awaitable<Answer>;
}

type Awaitable<T> = T | Promise<T>;

export interface ProvideOptions<Input, Answer> {
  /** In the default order. */
  providers: readonly Provider<Input, Answer>[];
  /** Settings of the operator, from the `env` door. */
  settings: {
    /**
     * Names in order of preference, such as `["openai", "embedded"]`. Others aren't used. `"embedded"` stands for
     * all that aren't on the network.
     */
    order?: string | readonly string[] | undefined;
    /** HUB_OFFLINE: `"1"` or `"true"` excludes network providers. */
    offline?: string | undefined;
  };
  /**
   * The provider that the caller allows, `"embedded"` for all that aren't on the network, or `"auto"` for
   * all. Default "auto".
   */
  provider?: string;
  /** Whether another provider may take over if the first one fails. Default true. */
  fallback?: boolean;
  /** Total time for all of them. */
  timeoutMs: number;
  clock(): number;
  signal: AbortSignal;
  log: Log;
}

/** A result, and the provider that it came from. */
export interface Provided<Answer> {
  value: Answer;
  /** The id of the provider. */
  engine: string;
  /** Whether another provider failed first. */
  degraded: boolean;
  /** The failed providers and reasons, such as `"openai: timeout"`. */
  degraded_reason?: string;
  /** `X-Degraded` with the reason, if any. */
  headers: Record<string, string>;
}

/** The share of the remaining time for network providers, if another provider can follow. */
const networkShare = 0.7;

/**
 * Runs a task with the first available provider, and fails over to the next one if the failure isn't the
 * caller's fault: the provider is unreachable, too slow, over its rate limit, rejects the operator's key or
 * model, or returns an unusable result. Errors in the request are thrown.
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
 * Throws `capability_unavailable` with the reasons if no provider is available, and the error of the first
 * one if all fail.
 */
export async function provide<Input, Answer>(
  input: Input,
  options: ProvideOptions<Input, Answer>,
): Promise<Provided<Answer>> {
  const { fallback = true, timeoutMs, clock, signal, log } = options;
  const available = await listAvailable(input, options);
  const candidates = fallback ? available : available.slice(0, 1);
  const startedAt = clock();
  const failures: ProviderFailure[] = [];
  for (const [index, provider] of candidates.entries()) {
    const share = { timeoutMs, elapsedMs: clock() - startedAt };
    const ms = Math.max(1, Math.floor(getTimeLimit(candidates.slice(index), share)));
    try {
      const work = (aborted: AbortSignal) =>
        provider.run(input, { timeoutMs: ms, signal: aborted });
      const value = await inTime(work, { timeoutMs: ms, signal, who: provider.id });
      return { value, engine: provider.id, ...describeDegradation(failures) };
    } catch (failure) {
      if (!(failure instanceof HubError) || signal.aborted) throw failure;
      const reason = findFailoverReason(failure);
      if (reason === undefined) throw failure;
      log.warn(`The provider "${provider.id}" failed`, {
        code: failure.code,
        why: failure.message,
      });
      failures.push({ id: provider.id, failure, reason });
    }
  }
  throw combineFailures(failures);
}

interface ProviderFailure {
  id: string;
  failure: HubError;
  reason: string;
}

/** Whether a value of `HUB_OFFLINE` keeps the hub off the network. */
export function isOffline(setting: string | undefined): boolean {
  return setting === "1" || setting === "true";
}

/** Returns the time limit of the first provider, so that the others have time left. */
function getTimeLimit(
  [first, ...rest]: readonly { kind: string }[],
  { timeoutMs, elapsedMs }: { timeoutMs: number; elapsedMs: number },
): number {
  if (first?.kind !== "network") return timeoutMs - elapsedMs;
  const networkCount = rest.filter(({ kind }) => kind === "network").length;
  const share = rest.length > networkCount ? networkShare : 1;
  return (share * timeoutMs - elapsedMs) / (1 + networkCount);
}

function describeDegradation(failures: readonly ProviderFailure[]) {
  if (failures.length === 0) return { degraded: false, headers: {} };
  const reason = failures.map(({ id, reason }) => `${id}: ${reason}`).join("; ");
  return { degraded: true, degraded_reason: reason, headers: { "x-degraded": reason } };
}

/** Combines the errors of all providers: the code of the first one, and all messages. */
function combineFailures([first, ...others]: readonly ProviderFailure[]): HubError {
  if (!first) return new HubError("capability_unavailable", "No engine of this hub supports this");
  if (others.length === 0) return first.failure;
  const failures = [first, ...others];
  const why = failures.map(({ id, failure }) => `${id}: ${failure.message}`).join("; ");
  return new HubError(first.failure.code, `All engines failed: ${why}`, {
    cause: first.failure.cause,
    headers: first.failure.headers,
    members: Object.assign({}, ...failures.map(({ failure }) => failure.members)),
  });
}

/** Returns the usable providers in order. Throws if there are none. */
async function listAvailable<Input, Answer>(
  input: Input,
  { providers, settings, provider: requestedId = "auto" }: ProvideOptions<Input, Answer>,
): Promise<Provider<Input, Answer>[]> {
  const names = parseNames(settings.order);
  const available: Provider<Input, Answer>[] = [];
  const reasons: { id: string; why: string | HubError }[] = [];
  for (const provider of sortByName(providers, names)) {
    const { id, kind } = provider;
    if (requestedId !== "auto" && !isNamed(provider, requestedId)) continue;
    const why = !(names?.some((name) => isNamed(provider, name)) ?? true)
      ? "it is disabled in the settings of this hub"
      : isOffline(settings.offline) && kind === "network"
        ? "this hub has no network access"
        : await provider.cannot?.(input);
    if (why === undefined) available.push(provider);
    else reasons.push({ id, why });
  }
  if (available.length > 0) return available;
  throw noProviderError(reasons, requestedId);
}

/** Checks whether a name is that of a provider, or `embedded` for one that isn't on the network. */
function isNamed({ id, kind }: ProviderIdentity, name: string): boolean {
  return id === name || (name === "embedded" && kind !== "network");
}

type ProviderIdentity = Pick<Provider<unknown, unknown>, "id" | "kind">;

/**
 * Sorts providers in the order of the settings. The others follow, so that messages can say why they aren't
 * used.
 */
function sortByName<P extends ProviderIdentity>(
  providers: readonly P[],
  names: readonly string[] = [],
): P[] {
  const getPosition = (provider: P) => {
    const own = names.indexOf(provider.id);
    const at = own < 0 ? names.findIndex((name) => isNamed(provider, name)) : own;
    return at < 0 ? Number.MAX_SAFE_INTEGER : at;
  };
  return providers.toSorted((a, b) => getPosition(a) - getPosition(b));
}

function parseNames(order: string | readonly string[] = ""): string[] | undefined {
  const names = (typeof order === "string" ? order.split(",") : order)
    .map((name) => name.trim())
    .filter(Boolean);
  return names.length > 0 ? names : undefined;
}

function noProviderError(
  reasons: { id: string; why: string | HubError }[],
  requestedId: string,
): HubError {
  const own = reasons.map(({ why }) => why).find((why) => why instanceof HubError);
  if (own) return own;
  const list = reasons.map(({ id, why }) => `${id}: ${why}`).join("; ");
  return requestedId === "auto"
    ? new HubError(
        "capability_unavailable",
        `No engine of this hub supports this: ${list || "none is installed"}`,
      )
    : new HubError(
        "capability_unavailable",
        `Cannot use the provider "${requestedId}": ${reasons[0]?.why ?? "it is unknown"}`,
        { at: "body.provider" },
      );
}

/** Runs work with a time limit. Throws `upstream_timeout`. */
export async function inTime<Result>(
  work: (aborted: AbortSignal) => Result | Promise<Result>,
  { timeoutMs, signal, who }: { timeoutMs: number; signal: AbortSignal; who: string },
): Promise<Result> {
  const timeoutError = new HubError("upstream_timeout", `"${who}" did not answer in time`);
  if (signal.aborted) throw timeoutError;
  const abort = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => {
    abort.abort();
    reject(timeoutError);
  };
  const timer = setTimeout(stop, timeoutMs);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([promise, work(abort.signal)]);
  } finally {
    // Otherwise an unhandled rejection would end the process.
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
