import type { Random } from "../../contract/doors.ts";
import { HubError } from "../../contract/errors.ts";
import type { NetInit } from "../../contract/net-door.ts";
import { retryAfterMs } from "../../platform/http/retry-after.ts";
import { Histogram } from "../../platform/metrics/histogram.ts";
import { type BreakerState, CircuitBreaker } from "./circuit-breaker.ts";
import { UpstreamAnswer } from "./upstream-answer.ts";

const windowMs = 60_000;

/** Time, dice and sleep, which a test replaces. */
export interface Surroundings {
  clock(): number;
  random: Random;
  sleep(ms: number): Promise<unknown>;
}

/** What became of the requests for a host since the hub started, as `/readyz` shows it. */
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
  /** Requests sent, second tries included. */
  sent: number;
  /** Second tries. */
  retried: number;
  /** Requests that failed after all tries. */
  failed: number;
  /** Requests that were not sent: the circuit is open, the budget used up or a wait asked for. */
  refused: number;
  /** Requests that shared the answer of one under way. */
  coalesced: number;
  /** Requests answered from memory. */
  kept: number;
  /** Those answered with an older answer, in place of a failure. */
  stale: number;
}

const timeoutMsDefault = 10_000;
const perMinuteDefault = 600;
/** How long a caller waits at most for a second try that the host wants later. */
const patienceMs = 2000;
const idempotent = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"];

/** One host, and how it is dealt with. */
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
  /** How long each request took, with the body of its answer or until it failed. */
  readonly times = new Histogram();
  readonly #around: Surroundings;
  readonly #breaker: CircuitBreaker;
  #budget: Budget;
  #quietUntil = 0;
  #lastError: { message: string; at: number } | undefined;

  constructor(host: string, perMinute: number | undefined, around: Surroundings) {
    this.host = host;
    this.#around = around;
    this.#breaker = new CircuitBreaker(around.clock);
    this.#budget = new Budget(around.clock, perMinute ?? perMinuteDefault);
  }

  /** Sends a request, twice at most. Throws the hub's three failures of upstreams. */
  async send(
    exchange: (init: NetInit) => Promise<Response>,
    init: NetInit,
  ): Promise<UpstreamAnswer> {
    this.#admit();
    try {
      const answer = await this.#tryOnce(exchange, init);
      if (answer.isSound) this.#breaker.noteSuccess();
      else this.#note(`It answered ${answer.status}`);
      return answer;
    } catch (failure) {
      this.#note(failure instanceof HubError ? failure.message : "The request broke");
      throw failure;
    }
  }

  /** Sets how often it may be asked from now on. */
  setPace(perMinute = perMinuteDefault): void {
    if (perMinute !== this.#budget.perMinute) this.#budget = this.#budget.withPace(perMinute);
  }

  /** Remembers an answer that was no use. It is one request's trouble, so the circuit stays. */
  noteRefused(): void {
    this.#lastError = { message: "It gave an answer of no use", at: this.#around.clock() };
  }

  get state(): UpstreamState {
    const { message = null, at } = this.#lastError ?? {};
    return {
      host: this.host,
      state: this.#breaker.state,
      counts: { ...this.counts },
      failures_in_a_row: this.#breaker.failures,
      last_error: message,
      last_error_at: at === undefined ? null : new Date(at).toISOString(),
    };
  }

  async #tryOnce(
    exchange: (init: NetInit) => Promise<Response>,
    init: NetInit,
  ): Promise<UpstreamAnswer> {
    const { timeoutMs = timeoutMsDefault, method = "GET" } = init;
    const { clock } = this.#around;
    const deadline = clock() + timeoutMs;
    const first = await this.#once(exchange, { ...init, timeoutMs }).catch(asTransient);
    if (first instanceof UpstreamAnswer && first.isSound) return first;
    const waitMs = this.#pauseMs();
    const left = deadline - clock() - waitMs;
    const mayRetry = idempotent.includes(method) && waitMs <= patienceMs && left > 0;
    if (mayRetry) await this.#around.sleep(waitMs);
    // The budget is asked last, as asking takes from it.
    if (mayRetry && this.#budget.take() === 0) {
      this.counts.retried++;
      return this.#once(exchange, { ...init, timeoutMs: left });
    }
    if (first instanceof UpstreamAnswer) return first;
    throw first;
  }

  async #once(
    exchange: (init: NetInit) => Promise<Response>,
    init: NetInit,
  ): Promise<UpstreamAnswer> {
    this.counts.sent++;
    const begin = performance.now();
    try {
      const response = await exchange(init);
      const now = this.#around.clock();
      const asked = response.status === 429 || response.status === 503;
      const waitMs = asked ? retryAfterMs(response.headers, now) : undefined;
      if (waitMs !== undefined) this.#quietUntil = now + waitMs;
      return await UpstreamAnswer.of(response, now);
    } finally {
      this.times.observe(performance.now() - begin);
    }
  }

  /** As long as the host asks for, and else at random, so that hubs do not come back in step. */
  #pauseMs(): number {
    const asked = this.#quietUntil - this.#around.clock();
    return Math.max(asked, 0) + 50 + this.#around.random.integer(200);
  }

  #admit(): void {
    const quietMs = this.#quietUntil - this.#around.clock();
    if (quietMs > 0) throw this.#refusal("wants to be left alone", quietMs);
    const openMs = this.#breaker.admit();
    if (openMs > 0) throw this.#refusal("keeps failing and is left alone", openMs);
    const spentMs = this.#budget.take();
    if (spentMs === 0) return;
    // The call that was let through to see is not made.
    if (this.#breaker.state === "half_open") this.#breaker.noteFailure();
    throw this.#refusal(`may be asked ${this.#budget.perMinute} times a minute`, spentMs);
  }

  #refusal(why: string, waitMs: number): HubError {
    this.counts.refused++;
    const seconds = Math.ceil(waitMs / 1000);
    return new HubError(
      "upstream_unavailable",
      `Cannot reach "${this.host}": it ${why}, try again in ${seconds} s`,
      { headers: { "retry-after": String(seconds) } },
    );
  }

  #note(message: string): void {
    this.counts.failed++;
    this.#breaker.noteFailure();
    this.#lastError = { message, at: this.#around.clock() };
  }
}

/** A connection that failed may work at the next try; whatever else went wrong would again. */
function asTransient(failure: unknown): HubError {
  const isTransient = failure instanceof HubError && failure.code === "upstream_unavailable";
  if (isTransient) return failure;
  throw failure;
}

/** Counts calls, so that no 60 seconds hold more than there may be. */
export class Budget {
  readonly perMinute: number;
  readonly #clock: () => number;
  /** When each of the last calls was, as a ring. */
  readonly #times: number[] = [];
  #next = 0;

  constructor(clock: () => number, perMinute: number) {
    this.#clock = clock;
    this.perMinute = perMinute;
  }

  /** The same calls, with another number that there may be. */
  withPace(perMinute: number): Budget {
    const budget = new Budget(this.#clock, perMinute);
    const times = [...this.#times.slice(this.#next), ...this.#times.slice(0, this.#next)];
    budget.#times.push(...times.slice(-perMinute));
    budget.#next = budget.#times.length % perMinute;
    return budget;
  }

  /** Takes one call and answers 0, or how many milliseconds to wait for one. */
  take(): number {
    const now = this.#clock();
    const oldest = this.#times[this.#next];
    if (oldest !== undefined && now - oldest < windowMs) return windowMs - (now - oldest);
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % this.perMinute;
    return 0;
  }
}
