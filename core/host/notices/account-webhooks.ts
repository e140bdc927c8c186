import { HubError } from "../../contract/errors.ts";
import type { NetInit } from "../../contract/net-door.ts";
import type { MaybePromise } from "../../lib/maybe-promise.ts";
import { quoteValue } from "../../platform/http/complaints.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Reach } from "../doors/grant.ts";
import type { Webhooks } from "../doors/webhook.ts";

/** How an account is told of what happens to it, where it wants that. */
export interface AccountWebhooks {
  /** Throws where an address, which stands at a place of a request, is none that a caller may name. */
  check(url: string, at: string): Promise<void>;
  /** Sends one, again and again where it does not arrive, and tells at last whether it did. */
  send(
    to: { id: string; account: string; webhookUrl: string | null },
    body: unknown,
  ): Promise<"delivered" | "failed">;
}

interface AccountWebhooksOptions {
  webhooks: Pick<Webhooks, "deliver">;
  reach: Reach;
  /** Throws where an address is none that a caller may name. */
  checkAddress(url: URL): Promise<void>;
  /** What webhooks to an account are signed by. Nothing: there is no such account any more. */
  secretOf(account: string): MaybePromise<string | undefined>;
  log: Log;
}

type Fields = Record<string, unknown>;

/** How long one waits for those before it, where too many of an account's are under way. */
const crowdedMs = 30_000;
/** How many characters an address may have. */
const urlLengthMax = 2000;

/** Sends webhooks to accounts, each signed by the account's secret. */
export function createAccountWebhooks({
  webhooks,
  reach,
  checkAddress,
  secretOf,
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
          `${at} must be an address that begins with https:// or http://: it is ${quoteValue(text)}`,
          { at },
        );
      await checkAddress(url).catch((cause) => {
        if (!(cause instanceof HubError)) throw cause;
        const { code, message, headers } = cause;
        throw new HubError(code, message, { at, headers, cause });
      });
    },
    async send({ id, account, webhookUrl }, body) {
      const secret = await secretOf(account);
      if (secret === undefined || webhookUrl === null) return "failed";
      const ended = Promise.withResolvers<"delivered" | "failed">();
      const sender = {
        plugin: `webhooks to ${account}`,
        log: {
          info: (message: string, fields?: Fields) => log.info(message, { fields }),
          warn: (message: string, fields?: Fields) => log.warn(message, { fields }),
          error: (message: string, fields?: Fields) => log.error(message, { fields }),
        },
        send: (init: NetInit) => reach(new URL(webhookUrl), init, "public"),
        onEnd: (isDelivered: boolean) => ended.resolve(isDelivered ? "delivered" : "failed"),
      };
      for (;;)
        try {
          await webhooks.deliver({ id, secret, body }, sender);
          return await ended.promise;
        } catch (error) {
          // Too many of the account's wait for another try.
          if (!(error instanceof HubError && error.code === "busy")) return "failed";
          await Bun.sleep(crowdedMs);
        }
    },
  };
}
