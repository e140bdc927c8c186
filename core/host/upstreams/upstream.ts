import type { Random } from "../../contract/doors.ts";
import { HubError } from "../../contract/errors.ts";
import type { NetInit } from "../../contract/net-door.ts";
import { asTable } from "../../lib/as-table.ts";
import { Evidence } from "../../platform/health/evidence.ts";
import { retryAfterMs } from "../../platform/http/retry-after.ts";
import { Histogram } from "../../platform/metrics/histogram.ts";
import { type BreakerState, CircuitBreaker } from "./circuit-breaker.ts";
import type { SharedPace, SpentLimit } from "./shared-pace.ts";
import { UpstreamAnswer } from "./upstream-answer.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
const daysPerMonth = 31;

/** The clock, the random source and sleep. Tests replace them. */
export interface Surroundings {
  clock(): number;
  random: Random;
  sleep(ms: number): Promise<unknown>;
  /** Counts requests of all processes together. Default: each process counts its own. */
  pace?: SharedPace | undefined;
}

/** Statistics of a host since the hub started, as shown by `/readyz`. */
export interface UpstreamState {
  host: string;
  state: BreakerState;
  counts: UpstreamCounts;
  /** Failures since the last success. */
  failures_in_a_row: number;
  last_error: string | null;
  last_error_at: string | null;
}

interface UpstreamCounts {
  /** Requests sent, including retries. */
  sent: number;
  /** Retries. */
  retried: number;
  /** Requests that failed after all tries. */
  failed: number;
  /**
   * Requests not sent because the circuit was open, the rate limit was reached, or the host had asked to
   * wait.
   */
  refused: number;
  /** Requests that shared the response of a concurrent one. */
  coalesced: number;
  /** Requests answered from the cache. */
  kept: number;
  /** Requests answered with an older response after a failure. */
  stale: number;
}

const timeoutMsDefault = 10_000;
const perMinuteDefault = 600;

/** Maximum number of requests to a host. */
export interface Pace {
  perMinute?: number | undefined;
  perMonth?: number | undefined;
}

/** Longest `Retry-After` that a caller is kept waiting for. */
const maxRetryDelayMs = 2000;
const unusable = "It sent an unusable response";
/** Descriptions of failures that may be published: they don't name a mirror. */
const reasons = asTable({
  upstream_unavailable: "It cannot be reached",
  upstream_timeout: "It does not answer in time",
  upstream_failed: unusable,
});
const idempotent = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"];

/** The requests to one host: timeout, retry, circuit breaker and rate limit. */
export class Upstream {
  readonly host: string;
  readonly counts: UpstreamCounts = {
    sent: 0,
    retried: 0,
    failed: 0,
    refused: 0,
    coalesced: 0,
    kept: 0,
    stale: 0,
  };
  /** Duration of each request, until its body was read or it failed. */
  readonly times = new Histogram();
  readonly #options: Surroundings;
  readonly #breaker: CircuitBreaker;
  #pace: Pace;
  #budget: Budget;
  /** The share of a day in the monthly limit. */
  #dailyBudget: Budget;
  #quietUntil = 0;
  /** The results of requests, without the names of mirrors. */
  readonly evidence = new Evidence();
  #lastError: string | undefined;

  constructor(host: string, pace: Pace, options: Surroundings) {
    const { perMinute, perMonth } = pace;
    this.host = host;
    this.#pace = pace;
    this.#options = options;
    this.#breaker = new CircuitBreaker(options.clock);
    this.#budget = new Budget(options.clock, perMinute ?? perMinuteDefault);
    this.#dailyBudget = new Budget(options.clock, getDailyLimit(perMonth), dayMs);
  }

  /**
   * Sends a request, with at most one retry. Throws `upstream_unavailable`, `upstream_timeout` or
   * `upstream_failed`.
   */
  async send(
    sendRequest: (init: NetInit) => Promise<Response>,
    init: NetInit,
  ): Promise<UpstreamAnswer> {
    await this.#admit();
    try {
      const answer = await this.#sendWithRetry(sendRequest, init);
      if (answer.isSound) this.#recordSuccess();
      else this.#recordFailure(`It responded with ${answer.status}`);
      return answer;
    } catch (failure) {
      const { code, message } =
        failure instanceof HubError
          ? failure
          : new HubError("upstream_failed", "The request failed");
      this.#recordFailure(message, reasons[code]);
      throw failure;
    }
  }

  /** Changes the rate limits of the host. */
  setPace(pace: Pace): void {
    const { perMinute = perMinuteDefault, perMonth } = pace;
    this.#pace = pace;
    this.#budget = this.#budget.withLimit(perMinute);
    this.#dailyBudget = this.#dailyBudget.withLimit(getDailyLimit(perMonth));
  }

  /** Records an unusable response. The circuit doesn't open, because only one request is affected. */
  recordUnusableAnswer(): void {
    this.#lastError = unusable;
    this.evidence.retractSuccess(unusable, this.#options.clock());
  }

  /** Whether requests are held back after repeated failures. */
  get isOpen(): boolean {
    return this.#breaker.state !== "closed";
  }

  get state(): UpstreamState {
    const { lastError } = this.evidence;
    return {
      host: this.host,
      state: this.#breaker.state,
      counts: { ...this.counts },
      failures_in_a_row: this.#breaker.failures,
      last_error: this.#lastError ?? null,
      last_error_at: lastError ? new Date(lastError.at).toISOString() : null,
    };
  }

  async #sendWithRetry(
    sendRequest: (init: NetInit) => Promise<Response>,
    init: NetInit,
  ): Promise<UpstreamAnswer> {
    const { timeoutMs = timeoutMsDefault, method = "GET" } = init;
    const { clock } = this.#options;
    const deadline = clock() + timeoutMs;
    const first = await this.#sendOnce(sendRequest, { ...init, timeoutMs }).catch(requireTransient);
    if (first instanceof UpstreamAnswer && first.isSound) return first;
    const waitMs = this.#getRetryDelayMs();
    const remainingMs = deadline - clock() - waitMs;
    const mayRetry = idempotent.includes(method) && waitMs <= maxRetryDelayMs && remainingMs > 0;
    if (mayRetry) await this.#options.sleep(waitMs);
    // Checked last, because a successful check uses up the budget.
    if (mayRetry && (await this.#findSpentLimit()) === undefined) {
      this.counts.retried++;
      return this.#sendOnce(sendRequest, { ...init, timeoutMs: remainingMs });
    }
    if (first instanceof UpstreamAnswer) return first;
    throw first;
  }

  async #sendOnce(
    sendRequest: (init: NetInit) => Promise<Response>,
    init: NetInit,
  ): Promise<UpstreamAnswer> {
    this.counts.sent++;
    const start = performance.now();
    try {
      const response = await sendRequest(init);
      const now = this.#options.clock();
      const canRetryLater = response.status === 429 || response.status === 503;
      const waitMs = canRetryLater ? retryAfterMs(response.headers, now) : undefined;
      if (waitMs !== undefined) this.#quietUntil = now + waitMs;
      return await UpstreamAnswer.of(response, now);
    } finally {
      this.times.observe(performance.now() - start);
    }
  }

  /**
   * Returns the pause before a retry: what the host asked for, plus a random part so that hubs spread out.
   */
  #getRetryDelayMs(): number {
    const quietMs = this.#quietUntil - this.#options.clock();
    return Math.max(quietMs, 0) + 50 + this.#options.random.integer(200);
  }

  async #admit(): Promise<void> {
    const quietMs = this.#quietUntil - this.#options.clock();
    if (quietMs > 0) throw this.#createRefusal("asked to wait", quietMs);
    const openMs = this.#breaker.admit();
    if (openMs > 0) throw this.#createRefusal("keeps failing", openMs);
    const spent = await this.#findSpentLimit();
    if (spent === undefined) return;
    // The test call of the breaker isn't sent.
    if (this.#breaker.state === "half_open") this.#breaker.recordFailure();
    const { limit, waitMs } = spent;
    const period = spent.period === "minute" ? "minute" : "day, a share of its monthly limit";
    throw this.#createRefusal(`is limited to ${limit} requests per ${period}`, waitMs);
  }

  /** Counts a request, unless a limit is used up. Returns that limit. */
  async #findSpentLimit(): Promise<SpentLimit | undefined> {
    const { perMinute, perMonth } = this.#pace;
    const isLimited = perMinute !== undefined || perMonth !== undefined;
    if (this.#options.pace && isLimited && !this.#findOwnSpentLimit()) {
      const limits = { perMinute, perDay: perMonth && getDailyLimit(perMonth) };
      // While the shared counters are unavailable, this process counts alone.
      const spent = await this.#options.pace.take(this.host, limits).catch(() => undefined);
      if (spent) return spent;
    }
    const spent = this.#findOwnSpentLimit();
    if (!spent) for (const budget of [this.#budget, this.#dailyBudget]) budget.take();
    return spent;
  }

  #findOwnSpentLimit(): SpentLimit | undefined {
    const [minute, day] = [this.#budget, this.#dailyBudget];
    if (minute.waitMs > 0) return { limit: minute.limit, period: "minute", waitMs: minute.waitMs };
    return day.waitMs > 0 ? { limit: day.limit, period: "day", waitMs: day.waitMs } : undefined;
  }

  #createRefusal(why: string, waitMs: number): HubError {
    this.counts.refused++;
    const seconds = Math.ceil(waitMs / 1000);
    return new HubError(
      "upstream_unavailable",
      `Cannot reach "${this.host}": it ${why}, try again in ${seconds} s`,
      { headers: { "retry-after": String(seconds) } },
    );
  }

  #recordSuccess(): void {
    this.#breaker.recordSuccess();
    this.evidence.recordSuccess(this.#options.clock());
  }

  #recordFailure(message: string, reason = message): void {
    this.counts.failed++;
    this.#breaker.recordFailure();
    this.#lastError = message;
    this.evidence.recordFailure(reason, this.#options.clock());
  }
}

/** Returns connection errors, which may succeed on a retry. Throws all others. */
function requireTransient(failure: unknown): HubError {
  const isTransient = failure instanceof HubError && failure.code === "upstream_unavailable";
  if (isTransient) return failure;
  throw failure;
}

function getDailyLimit(perMonth: number | undefined): number {
  return perMonth === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(1, Math.floor(perMonth / daysPerMonth));
}

/** A rate limit for any window of a fixed length. */
export class Budget {
  readonly limit: number;
  readonly #windowMs: number;
  readonly #clock: () => number;
  /** The times of the last calls, as a ring buffer. */
  readonly #times: number[] = [];
  #next = 0;

  constructor(clock: () => number, limit: number, windowMs = minuteMs) {
    this.#clock = clock;
    this.limit = limit;
    this.#windowMs = windowMs;
  }

  /** Returns a budget with another limit that includes the same past calls. */
  withLimit(limit: number): Budget {
    if (limit === this.limit) return this;
    const budget = new Budget(this.#clock, limit, this.#windowMs);
    const times = [...this.#times.slice(this.#next), ...this.#times.slice(0, this.#next)];
    budget.#times.push(...(limit === Number.POSITIVE_INFINITY ? [] : times.slice(-limit)));
    budget.#next = budget.#times.length % limit;
    return budget;
  }

  /** The milliseconds until another call is allowed, or 0. */
  get waitMs(): number {
    const oldest = this.#times[this.#next];
    const elapsed = oldest === undefined ? this.#windowMs : this.#clock() - oldest;
    return Math.max(0, this.#windowMs - elapsed);
  }

  /** Counts a call and returns 0, or returns the milliseconds to wait for one. */
  take(): number {
    const { waitMs } = this;
    // Without a limit, there is nothing to remember.
    if (waitMs > 0 || this.limit === Number.POSITIVE_INFINITY) return waitMs;
    this.#times[this.#next] = this.#clock();
    this.#next = (this.#next + 1) % this.limit;
    return 0;
  }
}
