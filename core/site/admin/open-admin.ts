import type { Accounts } from "../../accounts/accounts.ts";
import type { Call } from "../../accounts/call.ts";
import type { Eraser } from "../../accounts/eraser.ts";
import type { Gate } from "../../accounts/gate.ts";
import type { Datasets } from "../../host/datasets/datasets.ts";
import { loadOwn } from "../../host/load/load-plugin.ts";
import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import type { Meter } from "../../lib/rolling-window/meter.ts";
import type { RecordsWithAdmin } from "../../platform/store/admin-records.ts";
import { AdminAccounts } from "./admin-accounts.ts";
import { AdminDatasets } from "./admin-datasets.ts";
import { adminRoutes } from "./admin-routes.ts";
import type { AdminParts } from "./admin-view.ts";
import { AuditLog } from "./audit-log.ts";
import { OperatorGate } from "./operator-gate.ts";

/** Reads `admin/routes/`, which answer under `/admin`. */
export function loadAdminRoutes(): Promise<LoadedPlugin> {
  const options = { name: "admin", prefix: "/admin" };
  return loadOwn(adminRoutes, `${import.meta.dir}/../../../admin/routes`, options);
}

/** Reads the operator's endpoints, and opens what they need. */
export async function openAdminParts(
  token: string,
  {
    gate: callers,
    ...parts
  }: {
    gate: Gate;
    accounts: Accounts;
    eraser: Eraser;
    meter: Meter;
    datasets: Datasets;
    records: RecordsWithAdmin;
    isKeptFresh: boolean;
    now(): number;
    later(work: Promise<unknown>): void;
  },
): Promise<AdminParts> {
  const audit = new AuditLog({ records: parts.records.admin, now: parts.now });
  const gate = new OperatorGate({ token, gate: callers, audit });
  const operatorOf = (call: Call) => gate.operatorOf(call);
  const plugin = await loadAdminRoutes();
  return {
    plugin,
    gate,
    audit,
    records: parts.records.admin,
    accounts: new AdminAccounts({ ...parts, gate: callers, audit, operatorOf }),
    datasets: new AdminDatasets({ ...parts, audit, operatorOf }),
  };
}
