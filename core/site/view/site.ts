import type { SignUpMode } from "../../accounts/sign-ups.ts";
import type { Tier } from "../../accounts/tiers.ts";
import type { BrokenPlugin, LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import type { Sandbox } from "../../platform/sandbox/sandbox.ts";
import type { CapturedAnswers } from "../examples/captured-answers.ts";
import type { ResponseExamples } from "../examples/response-examples.ts";

/** The plugins that are served, and the hub's own routes. */
export interface Catalogue {
  readonly plugins: readonly LoadedPlugin[];
  readonly own: LoadedPlugin;
}

/** The permissions of plugins, and the plugins that were skipped. */
export interface PluginGrants {
  readonly plugins: readonly LoadedPlugin[];
  readonly broken: readonly BrokenPlugin[];
  /** The permission kinds that the operator denies a plugin. */
  denied(plugin: string): readonly string[];
  /** The state of the kernel's sandbox for job processes, with a sentence that describes it. */
  readonly sandbox: Pick<Sandbox, "isEnforced" | "state">;
}

/** The sign-up mode and the tiers of keys. */
export interface SignUpTerms {
  readonly signup: SignUpMode;
  readonly tiers: readonly Tier[];
}

/** The running version of the hub. */
export interface Release {
  readonly version: string;
  readonly commit: string;
  /** When the hub started, in milliseconds since 1970. */
  readonly startedAt: number;
}

/** The address of the hub. */
export interface SiteAddress {
  /** The address of the hub, if the operator configured it. */
  baseUrl(): string | undefined;
}

/** The responses of endpoints to their own examples. */
export interface AnswerExamples {
  /** Answers that the hub captures for its documentation. */
  captured(): Promise<CapturedAnswers>;
  /** The response examples of the OpenAPI document. */
  readonly examples: Pick<ResponseExamples, "find" | "revision">;
}

/** The data that pages render. It is replaced when plugins or tiers change. */
export interface Site
  extends Catalogue,
    PluginGrants,
    SignUpTerms,
    Release,
    SiteAddress,
    AnswerExamples {
  /** Whether language models may use the services as tools. */
  readonly mcp: boolean;
  /** The contact addresses for security reports. Empty if the operator configured none. */
  readonly securityContacts: readonly string[];
}
