import type { Call } from "../../accounts/call.ts";
import type { OpenGate } from "../../accounts/open-gate.ts";
import type { BackgroundWork } from "../../host/doors/background-work.ts";
import { loadOwn } from "../../host/load/load-plugin.ts";
import type { OpenDoors } from "../../host/open-doors.ts";
import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import type { ServedPlugins } from "../../host/plugin/served-plugins.ts";
import type { Store } from "../../platform/store/open-store.ts";
import { Activity } from "./activity.ts";
import { AdminAccounts } from "./admin-accounts.ts";
import { AdminDatasets } from "./admin-datasets.ts";
import { adminRoutes } from "./admin-routes.ts";
import { AdminRules } from "./admin-rules.ts";
import type { Admin } from "./admin-view.ts";
import { AuditLog } from "./audit-log.ts";
import { OperatorGate } from "./operator-gate.ts";
import type { Operators } from "./operators.ts";

interface SectionsBelow {
  store: Pick<Store, "records" | "holder">;
  accounts: OpenGate;
  plugins: ServedPlugins;
  background: BackgroundWork;
  doors: Pick<OpenDoors, "datasets">;
}

/** Loads `admin/routes/`, which are served under `/admin`. */
export function loadAdminRoutes(): Promise<LoadedPlugin> {
  const options = { name: "admin", prefix: "/admin" };
  return loadOwn(adminRoutes, `${import.meta.dir}/../../../admin/routes`, options);
}

/** Loads the operator's endpoints and creates their services. */
export async function openAdmin(
  {
    adminToken: token,
    operators,
    isKeptFresh,
  }: { adminToken: string | undefined; operators: Operators; isKeptFresh: boolean },
  { store: { records, holder }, accounts, plugins, background, doors: { datasets } }: SectionsBelow,
): Promise<Admin> {
  const { gate: callers, eraser, meter, now } = accounts;
  const audit = new AuditLog({ records: records.admin, now });
  const activity = new Activity({ records: records.admin, holder, now });
  callers.onUsage((usage) => activity.add(usage));
  const gate = new OperatorGate({ token, operators, gate: callers, audit, now });
  const identifyOperator = (call: Call) => gate.identifyOperator(call);
  const shared = { audit, records, now, getOperator: identifyOperator };
  return {
    plugin: await loadAdminRoutes(),
    gate,
    audit,
    activity,
    accounts: new AdminAccounts({
      ...shared,
      accounts: accounts.accounts,
      passkeys: accounts.passkeys,
      eraser,
      gate: callers,
      meter,
    }),
    rules: new AdminRules({
      ...{ ...shared, plugins, rules: accounts.rules },
      accounts: accounts.accounts,
    }),
    datasets: new AdminDatasets({
      ...shared,
      datasets,
      isKeptFresh,
      later: (work) => background.add(work),
    }),
  };
}
