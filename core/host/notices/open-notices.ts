import type { OpenGate } from "../../accounts/open-gate.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Records } from "../../platform/store/records.ts";
import { systemRandom } from "../doors/random.ts";
import { Webhooks } from "../doors/webhook.ts";
import type { OpenDoors } from "../open-doors.ts";
import { type AccountWebhooks, createAccountWebhooks } from "./account-webhooks.ts";
import { QuotaNotices } from "./quota-notices.ts";

interface NoticesParts {
  access: OpenGate;
  doors: Pick<OpenDoors, "reach" | "checkAddress">;
  records: Records;
  later(work: Promise<unknown>): void;
  log: Log;
}

/** Lets accounts be told of what happens to them: of their quotas from now on, and of what else is sent. */
export function openNotices(
  { baseUrl }: { baseUrl: string | undefined },
  { access, doors, records, later, log }: NoticesParts,
): AccountWebhooks {
  const { gate, mailer, now } = access;
  const webhooks = createAccountWebhooks({
    webhooks: new Webhooks({
      clock: now,
      random: systemRandom,
      later,
      after: (ms, work) => void setTimeout(work, ms).unref(),
    }),
    reach: doors.reach,
    checkAddress: doors.checkAddress,
    secretOf: gate.webhookSecretOf,
    log,
  });
  const notices = new QuotaNotices({ records, webhooks, mailer, now, later, log, baseUrl });
  gate.onQuota(notices.tell);
  return webhooks;
}
