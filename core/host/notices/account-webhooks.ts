import { HubError } from "../../contract/errors.ts";
import type { NetInit } from "../../contract/net-door.ts";
import type { MaybePromise } from "../../lib/maybe-promise.ts";
import { quoteValue } from "../../platform/http/complaints.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Reach } from "../doors/grant.ts";
import type { WebhookResult, Webhooks } from "../doors/webhook.ts";
import type { Deliveries, WebhookTarget } from "./deliveries.ts";

/** Sends webhooks to accounts that have set a webhook URL. */
export interface AccountWebhooks {
  /** Throws if callers may not use a URL. `at` is its location in the request. */
  check(url: string, at: string): Promise<void>;
  /** Sends a webhook, with retries until its key or account ends. Returns whether it was delivered. */
  send(to: WebhookTarget, body: unknown): Promise<"delivered" | "failed">;
}

interface AccountWebhooksOptions {
  webhooks: Pick<Webhooks, "deliver">;
  reach: Reach;
  /** Throws if callers may not use a URL. */
  checkAddress(url: URL): Promise<void>;
  /** Returns the signing secret of an account, or undefined if the account or the key has ended. */
  getSecret(account: string, keyId?: string | null): MaybePromise<string | undefined>;
  /** Stores the results. */
  deliveries: Pick<Deliveries, "begin">;
  log: Log;
}

type Fields = Record<string, unknown>;

/** Pause before the next attempt if an account has too many pending webhooks. */
const crowdedMs = 30_000;
/** Maximum length of a webhook URL. */
const urlLengthMax = 2000;

/** Creates a sender of webhooks that are signed with the account's secret. */
export function createAccountWebhooks({
  webhooks,
  reach,
  checkAddress,
  getSecret,
  deliveries,
  log,
}: AccountWebhooksOptions): AccountWebhooks {
  return {
    async check(text, at) {
      if (text.length > urlLengthMax)
        throw new HubError(
          "invalid_input",
          `${at} must have at most ${urlLengthMax} characters: it has ${text.length}`,
          { at },
        );
      const url = URL.parse(text);
      if (!url)
        throw new HubError(
          "invalid_input",
          `${at} must be a URL that starts with https:// or http://: it is ${quoteValue(text)}`,
          { at },
        );
      await checkAddress(url).catch((cause) => {
        if (!(cause instanceof HubError)) throw cause;
        const { code, message, headers } = cause;
        throw new HubError(code, message, { at, headers, cause });
      });
    },
    async send(to, body) {
      const { id, account, webhookUrl, keyId } = to;
      const secret = await getSecret(account, keyId);
      if (secret === undefined || webhookUrl === null) return "failed";
      const warn = (cause: unknown) => log.warn("Cannot store the result of a webhook", { cause });
      const store = await deliveries.begin(to, body).catch(warn);
      const ended = Promise.withResolvers<"delivered" | "failed">();
      const end = ({ isDelivered, ...result }: WebhookResult) => {
        const state = isDelivered ? "delivered" : "failed";
        const stored = store?.({ state, ...result }).catch(warn);
        void Promise.resolve(stored).then(() => ended.resolve(state));
      };
      const sender = {
        plugin: `webhooks to ${account}`,
        log: {
          info: (message: string, fields?: Fields) => log.info(message, { fields }),
          warn: (message: string, fields?: Fields) => log.warn(message, { fields }),
          error: (message: string, fields?: Fields) => log.error(message, { fields }),
        },
        async send(init: NetInit) {
          if ((await getSecret(account, keyId)) === undefined)
            throw new Error("The account or its key has ended");
          return reach(new URL(webhookUrl), init, "public");
        },
        onEnd: end,
        onRetry: ({ tries, reason }: WebhookResult) =>
          void store?.({ state: "sending", tries, reason }).catch(warn),
      };
      for (;;)
        try {
          await webhooks.deliver({ id, secret, body }, sender);
          return await ended.promise;
        } catch (error) {
          // Too many webhooks of the account are waiting for a retry.
          if (!(error instanceof HubError && error.code === "busy")) {
            const reason = error instanceof Error ? error.message : String(error);
            end({ isDelivered: false, tries: 1, reason });
            return ended.promise;
          }
          await Bun.sleep(crowdedMs);
        }
    },
  };
}
