import { Health } from "../health/health.ts";
import type { Log } from "../log/log.ts";
import type { RecordsWithAdmin } from "./admin-records.ts";
import { openRecords, type StoreSettings } from "./open-records.ts";

/** The records of a hub, and the health of its backends. */
export interface Store {
  records: RecordsWithAdmin;
  health: Health;
  /** Identifies this hub among those that share the records. */
  holder: string;
}

/** Opens the records and starts to monitor the backends. */
export async function openStore(
  settings: StoreSettings & { healthCheckMs: number },
  { log }: { log: Log },
): Promise<Store> {
  const health = new Health(log, { checkMs: settings.healthCheckMs });
  const records = await openRecords(settings, health);
  return { records, health, holder: crypto.randomUUID() };
}
