import type { QuotaUse } from "../../accounts/quotas.ts";
import { isoDate } from "../../accounts/view.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Mail, Mailer } from "../../platform/mail/mailer.ts";
import type { Account, Records } from "../../platform/store/records.ts";
import type { AccountWebhooks } from "./account-webhooks.ts";

interface QuotaNoticesOptions {
  records: Pick<Records, "addNotice">;
  webhooks: AccountWebhooks;
  /** Sends mail, where the hub does so. */
  mailer: Mailer | undefined;
  now(): number;
  later(work: Promise<unknown>): void;
  log: Log;
  baseUrl: string | undefined;
}

/** Tells accounts that their day is nearly or all used, as they wish to be told: once a day for each. */
export class QuotaNotices {
  readonly #options: QuotaNoticesOptions;

  constructor(options: QuotaNoticesOptions) {
    this.#options = options;
  }

  /** Tells behind the answers, whichever hub of the store has seen it. */
  readonly tell = (account: Account, use: QuotaUse): void => {
    const { later, log } = this.#options;
    const telling = this.#tell(account, use).catch((cause) => {
      log.error("Cannot tell an account how much of its day is used", { cause });
    });
    later(telling);
  };

  async #tell(account: Account, use: QuotaUse): Promise<void> {
    const { records, webhooks, mailer, now, later, baseUrl } = this.#options;
    // What was given back may be used again: that is no news.
    if (!(await records.addNotice(account.id, use))) return;
    const { percent, used, limit, day } = use;
    if (account.mailNotices === 1) mailer?.send(quotaMail(account, use, baseUrl));
    if (account.webhookUrl === null) return;
    const name = `account_${account.id}`;
    const to = {
      id: `quota_${account.id}_${day}_${percent}`,
      account: name,
      webhookUrl: account.webhookUrl,
    };
    const data = { account: name, tier: account.tier, percent, used, limit };
    const body = { type: "quota.used", timestamp: isoDate(now()), data };
    // What waits for another try does not hold up the end of a hub.
    const sending = webhooks.send(to, body);
    later(Promise.race([sending, Bun.sleep(firstTryMs)]));
  }
}

/** How long a hub that ends waits for the first try of a webhook. */
const firstTryMs = 5000;

function quotaMail(
  { email }: Account,
  { percent, used, limit }: QuotaUse,
  baseUrl: string | undefined,
): Mail {
  const place = baseUrl ? ` at\n\n  ${baseUrl}/account` : ", by GET /api-key/usage.";
  return {
    to: email,
    subject: `${percent} % of today's units are used`,
    text: `Your account has used ${used} of the ${limit} units that it has today.
${percent >= 100 ? "Further calls are refused until" : "The day ends at"} 00:00 UTC. What was called stands${place}

You get this mail as a key of your account asked for it, by PUT /api-key/notices.
`,
  };
}
