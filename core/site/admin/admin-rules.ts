import type { Accounts } from "../../accounts/accounts.ts";
import type { Call } from "../../accounts/call.ts";
import type { LiveRules, Rule } from "../../accounts/live-rules.ts";
import { isoDate } from "../../accounts/view.ts";
import { HubError } from "../../contract/errors.ts";
import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import { contains, parseAddress, parseBlock } from "../../lib/ip-address.ts";
import { quoteValue } from "../../platform/http/complaints.ts";
import type { AdminRecords } from "../../platform/store/admin-records.ts";
import type { AuditLog, Operator } from "./audit-log.ts";

interface AdminRulesOptions {
  accounts: Pick<Accounts, "refresh" | "tiers">;
  audit: Pick<AuditLog, "act">;
  records: { admin: Pick<AdminRecords, "recordRuleChange"> };
  rules: LiveRules;
  /** The plugins that are currently served. */
  plugins: { readonly plugins: readonly LoadedPlugin[] };
  now(): number;
  getOperator(call: Call): Operator;
}

/** A rule as an operator sends it. */
interface RuleRequest extends Pick<Rule, "kind" | "subject"> {
  per_minute?: number | undefined;
  per_day?: number | undefined;
  note?: string | undefined;
  expires_in?: number | undefined;
}

/** Maximum number of rules. Each call of a route is compared with all blocked networks. */
const rulesMax = 500;
/** Maximum limit of a route. The counters of addresses, which count it, support at most this. */
const routePerMinuteMax = 1000;

/** The operator's actions on rules, which apply without a restart. */
export class AdminRules {
  readonly #options: AdminRulesOptions;

  constructor(options: AdminRulesOptions) {
    this.#options = options;
  }

  list() {
    return this.#options.rules.all.map(viewRule);
  }

  /** Sets a rule on all processes. */
  async set(call: Call, given: RuleRequest) {
    const { now, rules } = this.#options;
    const { kind, subject, per_minute, per_day, note, expires_in: seconds } = given;
    this.#check(call, given);
    const before = rules.find(kind, subject);
    if (!before && rules.all.length >= rulesMax)
      throw new HubError("invalid_input", `The hub has ${rulesMax} rules, which is the limit`);
    const time = now();
    const rule: Rule = {
      ...{ kind, subject, note: note ?? null, createdAt: time },
      perMinute: per_minute ?? null,
      perDay: per_day ?? null,
      endsAt: seconds === undefined ? null : time + seconds * 1000,
    };
    await this.#act(call, { action: "rule.set", before, after: rule }, () => rules.save(rule));
    return viewRule(rule);
  }

  /** Removes a rule from all processes. */
  async remove(call: Call, { kind, subject }: Pick<Rule, "kind" | "subject">): Promise<void> {
    const { rules } = this.#options;
    const before = rules.find(kind, subject);
    if (!before)
      throw new HubError("not_found", `There is no rule for ${kind} ${quoteValue(subject)}`);
    await this.#act(call, { action: "rule.remove", before }, () => rules.remove(before));
  }

  async #act(
    call: Call,
    { action, before, after }: { action: string; before?: Rule | undefined; after?: Rule },
    work: () => Promise<void>,
  ): Promise<void> {
    const { accounts, audit, records, getOperator } = this.#options;
    const { kind, subject } = after ?? before ?? { kind: "", subject: "" };
    const act = {
      ...{ action, subject: `${kind} ${subject}` },
      before: before && viewRule(before),
      after: after && viewRule(after),
    };
    await audit.act(getOperator(call), act, async () => {
      await work();
      await records.admin.recordRuleChange();
      await accounts.refresh();
    });
  }

  /** Throws if the subject of a rule doesn't exist, or if its limits are invalid. */
  #check(call: Call, { kind, subject, per_minute: perMinute, per_day: perDay }: RuleRequest): void {
    const { accounts, plugins, getOperator } = this.#options;
    if (kind === "block") {
      const own = getOperator(call).address;
      const [block, address] = [parseBlock(subject), parseAddress(own)];
      if (!block) throw refuse("subject", "must be an IP address or a CIDR block");
      if (address && contains(block, address))
        throw refuse("subject", `must not contain your own IP address ${own}`);
    } else if (kind === "tier") {
      const names = accounts.tiers.map(({ name }) => name);
      if (!names.includes(subject)) throw refuse("subject", `must be a tier: ${names.join(", ")}`);
      if (perMinute === undefined && perDay === undefined)
        throw refuse("per_minute", "or body.per_day is required for a tier");
      if (perMinute === 0) throw refuse("per_minute", "must be at least 1");
    } else {
      const isKnown = plugins.plugins.some(
        ({ name, routes }) =>
          name === subject || routes.some(({ method, path }) => `${method} ${path}` === subject),
      );
      if (!isKnown) throw refuse("subject", 'must be a service or a route such as "GET /api/NAME"');
      if (perMinute === undefined) throw refuse("per_minute", "is required for a route");
      if (perMinute > routePerMinuteMax)
        throw refuse("per_minute", `must be at most ${routePerMinuteMax} for a route`);
    }
  }
}

function refuse(name: string, what: string): HubError {
  const at = `body.${name}`;
  return new HubError("invalid_input", `${at} ${what}`, { at });
}

function viewRule({ kind, subject, perMinute, perDay, note, createdAt, endsAt }: Rule) {
  return {
    ...{ kind, subject, per_minute: perMinute, per_day: perDay, note },
    created_at: isoDate(createdAt),
    ends_at: endsAt === null ? null : isoDate(endsAt),
  };
}
