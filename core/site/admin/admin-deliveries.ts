import type { Call } from "../../accounts/call.ts";
import { isoDate } from "../../accounts/view.ts";
import { HubError } from "../../contract/errors.ts";
import type { Delivery } from "../../host/notices/deliveries.ts";
import type { OpenWebhooks } from "../../host/notices/open-notices.ts";
import { quoteValue } from "../../platform/http/complaints.ts";
import type { AuditLog, Operator } from "./audit-log.ts";

interface AdminDeliveriesOptions {
  audit: Pick<AuditLog, "act">;
  webhooks: Pick<OpenWebhooks, "send" | "deliveries">;
  getOperator(call: Call): Operator;
}

/** Time that an operator waits for the first attempt. */
const firstTryMs = 5000;

/** The operator's view of webhooks. */
export class AdminDeliveries {
  readonly #options: AdminDeliveriesOptions;

  constructor(options: AdminDeliveriesOptions) {
    this.#options = options;
  }

  async list(page: { limit: number; before?: string | undefined }) {
    return (await this.#options.webhooks.deliveries.list(page)).map(viewDelivery);
  }

  /** Sends a webhook again, with the same ID. The new delivery replaces the old one. */
  async resend(call: Call, id: string): Promise<"delivered" | "failed" | "sending"> {
    const { audit, webhooks, getOperator } = this.#options;
    const delivery = await webhooks.deliveries.find(id);
    if (!delivery?.content)
      throw new HubError(
        "not_found",
        `Cannot send the webhook ${quoteValue(id)} again: it is unknown or was delivered`,
        { at: "path.delivery_id" },
      );
    const { to, body } = delivery.content;
    const act = { action: "webhook.resend", subject: delivery.account, after: { id: to.id } };
    return audit.act(getOperator(call), act, async () => {
      await webhooks.deliveries.remove(id);
      const sending = webhooks.send(to, body);
      return Promise.race([sending, Bun.sleep(firstTryMs).then(() => "sending" as const)]);
    });
  }
}

function viewDelivery({ id, at, account, type, host, state, tries, reason, content }: Delivery) {
  const can_resend = content !== null;
  return { id, at: isoDate(at), account, type, host, state, tries, reason, can_resend };
}
