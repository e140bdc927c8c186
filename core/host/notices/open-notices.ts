import type { OpenGate } from "../../accounts/open-gate.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Store } from "../../platform/store/open-store.ts";
import type { BackgroundWork } from "../doors/background-work.ts";
import { systemRandom } from "../doors/random.ts";
import { Webhooks } from "../doors/webhook.ts";
import type { OpenDoors } from "../open-doors.ts";
import { type AccountWebhooks, createAccountWebhooks } from "./account-webhooks.ts";
import { Deliveries } from "./deliveries.ts";
import { QuotaNotices } from "./quota-notices.ts";

interface SectionsBelow {
  store: Pick<Store, "records">;
  accounts: OpenGate;
  background: BackgroundWork;
  doors: Pick<OpenDoors, "reachReceiver" | "checkReceiver">;
  log: Log;
}

/** The sender of webhooks to accounts, and the results. */
export interface OpenWebhooks extends AccountWebhooks {
  readonly deliveries: Deliveries;
}

/** Starts quota alerts. Returns the sender for other webhooks to accounts. */
export function openNotices(
  { baseUrl }: { baseUrl: string | undefined },
  { store: { records }, accounts, background, doors, log }: SectionsBelow,
): OpenWebhooks {
  const { gate, mailer, now } = accounts;
  const later = (work: Promise<unknown>) => background.add(work);
  const deliveries = new Deliveries(records, now);
  const webhooks = createAccountWebhooks({
    deliveries,
    webhooks: new Webhooks({
      clock: now,
      random: systemRandom,
      later,
      after: (ms, work) => void setTimeout(work, ms).unref(),
    }),
    reach: doors.reachReceiver,
    checkAddress: doors.checkReceiver,
    getSecret: gate.getWebhookSecret,
    log,
  });
  const notices = new QuotaNotices({ records, webhooks, mailer, now, later, log, baseUrl });
  gate.onQuota(notices.tell);
  return { ...webhooks, deliveries };
}
