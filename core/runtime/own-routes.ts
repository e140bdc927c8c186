import { definePlugin, type Manifest, type Plugin } from "../contract/plugin.ts";
import type { AccountView, IssuedView } from "./access/access.ts";
import type { CodeSent } from "./access/codes.ts";
import type { CodeDetails, SignUpDetails, SignUpMode } from "./access/sign-ups.ts";
import type { Tier } from "./access/tiers.ts";
import type { BrokenPlugin, LoadedPlugin } from "./load/loaded-plugin.ts";
import type { LateCount } from "./log/late-failures.ts";
import type { UpstreamState } from "./upstreams/upstream.ts";

/** What the hub's own routes see of the hub. No plugin gets this door. */
export interface HubView {
  readonly version: string;
  readonly commit: string;
  /** When the hub started, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly plugins: readonly LoadedPlugin[];
  readonly broken: readonly BrokenPlugin[];
  readonly own: LoadedPlugin;
  /** The permission kinds that the operator denies a plugin. */
  denied(plugin: string): readonly string[];
  readonly tiers: readonly Tier[];
  /** Whether each thing that the hub needs to serve works, by its name, and what is wrong if not. */
  ready(): Record<string, { ok: boolean; detail?: string }>;
  /** What plugins have thrown where nobody waited for it. */
  late(): LateCount[];
  /** The datasets of the plugins, and of when the newest part of each is. */
  datasets(): { service: string; id: string; built: string | undefined }[];
  /** The hosts that plugins have asked, and how it went. */
  upstreams(): UpstreamState[];
  /** What whoever may read the metrics must send; undefined where nobody may. */
  readonly metricsToken: string | undefined;
  /** The state of the hub in numbers, as Prometheus reads them. */
  metrics(): string;
  readonly signup: SignUpMode;
  /** The address the hub is reached at, where the operator has said it. */
  baseUrl(): string | undefined;
  /**
   * Issues a key, or mails a code for one. `api_key`, or the key of the request, is one of the account's
   * own. Throws `invalid_email`, `email_taken`, `too_many_keys`, `signup_closed`, `mail_unavailable` or
   * `rate_limited`.
   */
  signUp(
    request: Request,
    details: SignUpDetails & { api_key?: string | undefined },
  ): Promise<IssuedView | CodeSent>;
  /**
   * Exchanges a code for a key. Throws `invalid_email`, `invalid_code`, `too_many_keys`,
   * `signup_closed`, `capability_unavailable` or `rate_limited`.
   */
  exchangeCode(
    request: Request,
    details: CodeDetails,
  ): Promise<IssuedView & { other_keys: number }>;
  /** The key of a request, its account and what is left of its limits. Throws the 401s. */
  whoAmI(request: Request): Promise<AccountView>;
}

/** The hub's own endpoints. `routes/` is read like a plugin's. */
export const own: Plugin<Manifest, { hub: HubView; request: Request }> = definePlugin({
  title: "Hub",
  summary: "Keys, sign-up, health and documentation.",
});
