import { HubError } from "../contract/errors.ts";
import { type Block, contains, parseAddress, parseBlock } from "../lib/ip-address.ts";
import type { Records } from "../platform/store/records.ts";
import type { TierLimits } from "./tiers.ts";

/** The kinds of rules: a blocked network, the limits of a tier, and the limit of a route or service. */
export const ruleKinds = ["block", "tier", "route"] as const;

/** A rule of an operator. It applies on all processes of all hubs that share the store. */
export interface Rule extends TierLimits {
  readonly kind: (typeof ruleKinds)[number];
  /** A network, a tier, or a route or service, whose limit 0 pauses it. */
  readonly subject: string;
  /** The reason. Callers of a paused route see it. */
  readonly note: string | null;
  readonly createdAt: number;
  readonly endsAt: number | null;
}

interface LiveRulesOptions {
  records: Pick<Records, "kvGet" | "kvSet" | "kvDelete" | "kvKeys">;
  now(): number;
  /** Applies the limits of tiers. */
  useLimits(limits: ReadonlyMap<string, TierLimits>): void;
}

/** The namespace of rules. No plugin can have this name. */
const namespace = "/rules";

/** The rules of operators that apply at the moment. */
export class LiveRules {
  readonly #options: LiveRulesOptions;
  #rules: readonly Rule[] = [];
  #reads = 0;
  /** The blocked networks. Undefined if there are none, so that calls need no check. */
  blocks: readonly Block[] | undefined;
  /** The limits of routes and services. Undefined if there are none. */
  routes: ReadonlyMap<string, Rule> | undefined;

  constructor(options: LiveRulesOptions) {
    this.#options = options;
  }

  /** The rules that haven't ended. */
  get all(): readonly Rule[] {
    const time = this.#options.now();
    return this.#rules.filter(({ endsAt }) => endsAt === null || endsAt > time);
  }

  /** Finds the rule of a subject. */
  find(kind: Rule["kind"], subject: string): Rule | undefined {
    return this.all.find((rule) => rule.kind === kind && rule.subject === subject);
  }

  /** Reads all rules and applies them. */
  async read(): Promise<void> {
    const { records, now, useLimits } = this.#options;
    const turn = ++this.#reads;
    const keys = await records.kvKeys(namespace, "", { now: now() });
    const entries = await Promise.all(keys.map((key) => records.kvGet(namespace, key)));
    if (turn !== this.#reads) return;
    this.#rules = entries.flatMap((entry) => (entry ? [JSON.parse(entry.value) as Rule] : []));
    const list = (kind: Rule["kind"]) => this.#rules.filter((rule) => rule.kind === kind);
    const blocks = list("block").flatMap(({ subject }) => parseBlock(subject) ?? []);
    this.blocks = blocks.length > 0 ? blocks : undefined;
    const routes = new Map(list("route").map((rule) => [rule.subject, rule]));
    this.routes = routes.size > 0 ? routes : undefined;
    useLimits(new Map(list("tier").map((rule) => [rule.subject, rule])));
  }

  /** Reads the rules again if one of them has ended. */
  async readIfEnded(): Promise<void> {
    if (this.all.length < this.#rules.length) await this.read();
  }

  /** Stores a rule, or replaces that of the same subject. */
  async save(rule: Rule): Promise<void> {
    const entry = { value: JSON.stringify(rule), expiresAt: rule.endsAt };
    await this.#options.records.kvSet(namespace, getKey(rule), entry);
  }

  async remove(rule: Pick<Rule, "kind" | "subject">): Promise<void> {
    await this.#options.records.kvDelete(namespace, getKey(rule));
  }

  /** Returns the error for an IP address of a blocked network. */
  findBlock(text: string): HubError | undefined {
    const address = parseAddress(text);
    if (!address || !this.blocks?.some((block) => contains(block, address))) return undefined;
    return new HubError("address_blocked", `Requests from the IP address ${text} are blocked`);
  }
}

function getKey({ kind, subject }: Pick<Rule, "kind" | "subject">): string {
  return `${kind} ${subject}`;
}

/** Returns the error for calls of a route or service that the operator has paused. */
export function createPausedError({ subject, note }: Rule): HubError {
  const reason = note === null ? "" : `: ${note}`;
  return new HubError("endpoint_paused", `The operator of this hub has paused ${subject}${reason}`);
}
