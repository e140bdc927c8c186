import type { Call } from "../../accounts/call.ts";
import { isoDate } from "../../accounts/view.ts";
import type { BrowserService } from "../../host/browser/browser.ts";
import type { OpenWebhooks } from "../../host/notices/open-notices.ts";
import type { OpenDoors } from "../../host/open-doors.ts";
import type { Jobs } from "../../host/open-jobs.ts";
import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import type { ServedPlugins } from "../../host/plugin/served-plugins.ts";
import type { Answers } from "../../platform/metrics/answers.ts";
import { boundsMs, type Histogram } from "../../platform/metrics/histogram.ts";
import type { Sibling } from "../../platform/processes/sibling.ts";
import type { AdminRecords } from "../../platform/store/admin-records.ts";
import type { Activity } from "./activity.ts";
import type { AdminAccounts } from "./admin-accounts.ts";
import type { AdminDatasets } from "./admin-datasets.ts";
import { AdminDeliveries } from "./admin-deliveries.ts";
import type { AdminRules } from "./admin-rules.ts";
import type { AuditLog } from "./audit-log.ts";
import type { Draining } from "./draining.ts";
import type { OperatorGate } from "./operator-gate.ts";
import { findRoleFault, type Role } from "./operators.ts";
import { type SettingsView, shownSettings } from "./shown-settings.ts";

/** Access to the hub for the operator's routes. Other routes don't get it. */
export interface AdminView {
  readonly audit: Pick<AuditLog, "list">;
  readonly activity: Pick<Activity, "list">;
  readonly accounts: Pick<AdminAccounts, keyof AdminAccounts>;
  readonly rules: Pick<AdminRules, keyof AdminRules>;
  readonly deliveries: Pick<AdminDeliveries, keyof AdminDeliveries>;
  readonly datasets: Pick<AdminDatasets, keyof AdminDatasets>;
  /** Returns the role of the person who is logged in, with the routes that it may call, for the page. Not for changes. */
  findRole(call: Call): Promise<{ role: Role; may: string[] } | undefined>;
  /** Returns visible settings, and the names of hidden ones. */
  settings(): ReturnType<typeof shownSettings>;
  /** Returns running and queued work. */
  work(): ReturnType<typeof getWork>;
  /** Returns response times and rejected requests since the hub started. */
  numbers(): ReturnType<typeof getNumbers>;
  /** Starts or stops draining. */
  drain(call: Call, isDraining: boolean): ReturnType<typeof getWork>;
  /** Reloads plugins and tiers. */
  reload(call: Call): Promise<ReloadResult>;
}

/** The result of a reload. */
export interface ReloadResult {
  plugins: string[];
  broken: { name: string; reason: string }[];
  tiers: string[];
}

/** The operator's endpoints and their services. */
export interface Admin {
  readonly plugin: LoadedPlugin;
  readonly gate: OperatorGate;
  readonly audit: AuditLog;
  readonly activity: Activity;
  readonly accounts: AdminAccounts;
  readonly rules: AdminRules;
  readonly datasets: AdminDatasets;
}

interface SectionsBelow {
  admin: Admin;
  draining: Draining;
  startedAt: number;
  store: { records: { admin: Pick<AdminRecords, "asyncJobCounts"> } };
  accounts: { now(): number };
  plugins: ServedPlugins;
  webhooks: Pick<OpenWebhooks, "send" | "deliveries">;
  telemetry: { answers: Answers };
  browser: BrowserService;
  doors: Pick<OpenDoors, "upstreams">;
  jobs: Pick<Jobs, "pool">;
  /** Connection to the other processes, which follow this one. */
  sibling?: Sibling | undefined;
}

interface AdminViewOptions {
  settings: SettingsView;
  reload(): Promise<ReloadResult>;
}

/** Creates the operator's view of a running hub. */
export function createAdminView(
  below: SectionsBelow,
  { settings, reload }: AdminViewOptions,
): AdminView {
  const { admin, draining, accounts, plugins, sibling, webhooks } = below;
  const { audit, gate } = admin;
  const subject = sibling ? "all processes" : `process ${process.pid}`;
  return {
    audit,
    activity: admin.activity,
    accounts: admin.accounts,
    rules: admin.rules,
    deliveries: new AdminDeliveries({
      ...{ audit, webhooks },
      getOperator: (call) => gate.identifyOperator(call),
    }),
    datasets: admin.datasets,
    async findRole(call) {
      const person = await gate.findPerson(call, false);
      if (!person) return undefined;
      const { role } = person;
      const changes = admin.plugin.routes.map(({ method, path }) => `${method} ${path}`);
      return { role, may: changes.filter((route) => findRoleFault(role, route) === undefined) };
    },
    settings: () => shownSettings(settings, plugins.plugins),
    work: () => getWork(below),
    numbers: () => getNumbers(below),
    drain: (call, isDraining) => {
      const act = {
        action: "hub.drain",
        subject,
        before: { draining: draining.since !== undefined },
        after: { draining: isDraining },
      };
      return audit.act(gate.identifyOperator(call), act, async () => {
        if (isDraining) draining.begin(accounts.now());
        else draining.end();
        sibling?.notifySiblings({ kind: "drain", isDraining });
        return getWork(below);
      });
    },
    reload: (call) => {
      const act = { action: "hub.reload", subject };
      return audit.act(gate.identifyOperator(call), act, async () => {
        const reloaded = await reload();
        // Only after success: if the reload fails here, the other processes keep their state.
        sibling?.notifySiblings({ kind: "reload" });
        return reloaded;
      });
    },
  };
}

async function getWork({ draining, jobs, browser, startedAt, store }: SectionsBelow) {
  const counts = new Map(
    (await store.records.admin.asyncJobCounts()).map(({ state, count }) => [state, count]),
  );
  return {
    process: process.pid,
    started_at: isoDate(startedAt),
    draining_since: draining.since === undefined ? null : isoDate(draining.since),
    jobs: jobs.pool.stats().map(({ plugin, processes, running, queued, oldestWaitMs }) => ({
      group: plugin ?? "shared",
      processes,
      running,
      queued,
      oldest_wait_ms: Math.round(oldestWaitMs),
    })),
    pages: getPageQueue(browser),
    async_jobs: {
      queued: counts.get("queued") ?? 0,
      running: counts.get("running") ?? 0,
      succeeded: counts.get("succeeded") ?? 0,
      failed: counts.get("failed") ?? 0,
      cancelled: counts.get("cancelled") ?? 0,
    },
  };
}

function getPageQueue(browser: BrowserService) {
  const { running, queued, oldestWaitMs } = browser.stats();
  return {
    running,
    queued,
    oldest_wait_ms: Math.round(oldestWaitMs),
    browser_running: browser.pid() !== undefined,
  };
}

function getNumbers({
  accounts,
  browser,
  doors,
  jobs,
  startedAt,
  telemetry: { answers },
}: SectionsBelow) {
  return {
    at: isoDate(accounts.now()),
    since: isoDate(startedAt),
    bounds_ms: [...boundsMs],
    answers: answers.all().map(({ service, route, statusClass, count }) => ({
      service,
      route,
      status: statusClass,
      count,
    })),
    latency: answers.times.all().flatMap(({ labels, histogram }) => seen(labels, histogram)),
    refusals: answers.refusals.all(),
    job_waits: jobs.pool.waits.all().flatMap(({ labels, histogram }) => seen(labels, histogram)),
    page_waits: seen({}, browser.waits),
    upstreams: doors.upstreams.times().flatMap(({ host, times }) => seen({ host }, times)),
  };
}

/** Summarises a histogram. Returns nothing if it is empty. */
function seen<Labels>(labels: Labels, { counts, sumMs }: Histogram) {
  const count = counts.reduce((sum, one) => sum + one, 0);
  if (count === 0) return [];
  return [
    {
      ...labels,
      count,
      sum_ms: Math.round(sumMs),
      p50_ms: getQuantile(counts, count / 2),
      p95_ms: getQuantile(counts, count * 0.95),
      counts: [...counts],
    },
  ];
}

/** Returns the bucket bound of a quantile, or null if it is above the last bound. */
function getQuantile(counts: Float64Array, wanted: number): number | null {
  let count = 0;
  const at = counts.findIndex((one) => {
    count += one;
    return count >= wanted;
  });
  return boundsMs[at] ?? null;
}
