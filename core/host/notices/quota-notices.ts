import type { QuotaUse } from "../../accounts/quotas.ts";
import { isoDate } from "../../accounts/view.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Mail, Mailer } from "../../platform/mail/mailer.ts";
import type { Account, Records } from "../../platform/store/records.ts";
import type { AccountWebhooks } from "./account-webhooks.ts";

interface QuotaNoticesOptions {
  records: Pick<Records, "addNotice">;
  webhooks: AccountWebhooks;
  /** Undefined if the hub sends no mail. */
  mailer: Mailer | undefined;
  now(): number;
  later(work: Promise<unknown>): void;
  log: Log;
  baseUrl: string | undefined;
}

/** Sends quota alerts by webhook or mail: at most one per threshold, account and day. */
export class QuotaNotices {
  readonly #options: QuotaNoticesOptions;

  constructor(options: QuotaNoticesOptions) {
    this.#options = options;
  }

  /** Sends an alert in the background, unless another hub on the same store has sent it. */
  readonly tell = (account: Account, use: QuotaUse): void => {
    const { later, log } = this.#options;
    const sending = this.#sendAlert(account, use).catch((cause) => {
      log.error("Cannot send a quota alert", { cause });
    });
    later(sending);
  };

  async #sendAlert(account: Account, use: QuotaUse): Promise<void> {
    const { records, webhooks, mailer, now, later, baseUrl } = this.#options;
    // Refunded units may cross a threshold again. That doesn't send another alert.
    if (!(await records.addNotice(account.id, use))) return;
    const { percent, used, limit, day } = use;
    if (account.mailNotices === 1) mailer?.send(buildQuotaMail(account, use, baseUrl));
    if (account.webhookUrl === null) return;
    const name = `account_${account.id}`;
    const to = {
      id: `quota_${account.id}_${day}_${percent}`,
      account: name,
      webhookUrl: account.webhookUrl,
    };
    const data = { account: name, tier: account.tier, percent, used, limit };
    const body = { type: "quota.used", timestamp: isoDate(now()), data };
    // Retries must not delay a shutdown.
    const sending = webhooks.send(to, body);
    later(Promise.race([sending, Bun.sleep(firstTryMs)]));
  }
}

/** Maximum delay of a shutdown for the first attempt of a webhook. */
const firstTryMs = 5000;

function buildQuotaMail(
  { email }: Account,
  { percent, used, limit, isSoft }: QuotaUse,
  baseUrl: string | undefined,
): Mail {
  const link = baseUrl ? ` at\n\n  ${baseUrl}/account` : " with GET /api-key/usage.";
  return {
    to: email,
    subject: `You have used ${percent} % of today's quota`,
    text: `Your account has used ${used} of its ${limit} units for today.
${percent >= 100 && !isSoft ? "Further requests are rejected until the quota resets at" : "The quota resets at"} 00:00 UTC. See your usage${link}

You receive this email because quota alerts are enabled for your account. To turn them off, send PUT /api-key/notices.
`,
  };
}
