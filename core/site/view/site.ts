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

/** What the plugins were granted, and which were left out. */
export interface PluginGrants {
  readonly plugins: readonly LoadedPlugin[];
  readonly broken: readonly BrokenPlugin[];
  /** The permission kinds that the operator denies a plugin. */
  denied(plugin: string): readonly string[];
  /** Whether the kernel keeps job processes inside, in a sentence too. */
  readonly sandbox: Pick<Sandbox, "isEnforced" | "state">;
}

/** How callers get keys, and what those allow. */
export interface SignUpTerms {
  readonly signup: SignUpMode;
  readonly tiers: readonly Tier[];
}

/** The hub that runs. */
export interface Release {
  readonly version: string;
  readonly commit: string;
  /** When the hub started, in milliseconds since 1970. */
  readonly startedAt: number;
}

/** Where the hub is reached. */
export interface Addressed {
  /** The address of the hub, if the operator configured it. */
  baseUrl(): string | undefined;
}

/** What endpoints answer to their own examples. */
export interface AnswerExamples {
  /** Answers that the hub captures for its documentation. */
  captured(): Promise<CapturedAnswers>;
  /** The response examples of the OpenAPI document. */
  readonly examples: Pick<ResponseExamples, "find" | "revision">;
}

/** The subject of all pages. Another one takes its place when plugins or tiers change. */
export interface Site
  extends Catalogue,
    PluginGrants,
    SignUpTerms,
    Release,
    Addressed,
    AnswerExamples {
  /** Whether language models may use the services as tools. */
  readonly mcp: boolean;
  /** The addresses for reports of security holes. Empty if the operator names none. */
  readonly securityContacts: readonly string[];
}
