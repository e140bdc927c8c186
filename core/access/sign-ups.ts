import { HubError } from "../errors.ts";
import type { Accounts, Holder, Issued } from "./accounts.ts";
import { type EmailAddress, readEmail } from "./email-address.ts";

/** Whether and how the hub gives a key to whoever asks. */
export type SignUpMode = "open" | "closed";

interface SignUpOptions {
  accounts: Accounts;
  mode: SignUpMode;
  now: () => number;
}

/** What whoever signs up says of himself. */
export interface SignUpDetails {
  email: string;
  name?: string | undefined;
}

/** Gives keys to whoever asks, but none of an account that is another's. */
export class SignUps {
  readonly #options: SignUpOptions;

  constructor(options: SignUpOptions) {
    this.#options = options;
  }

  /**
   * Issues a key to a new address, or to one whose account the caller holds a key of. `admit` throws
   * where the caller has asked too often.
   */
  async issue(
    { email, name }: SignUpDetails,
    { key, admit }: { key: string | undefined; admit: () => void },
  ): Promise<Issued> {
    const { accounts, mode, now } = this.#options;
    if (mode === "closed") throw closed();
    const address = readEmail(email);
    admit();
    const details = { name: name ?? null, now: now() };
    const opened = await accounts.open(address, details);
    if (opened) return opened;
    const holder = await this.#ownHolder(address, key);
    if (!holder)
      throw new HubError(
        "email_taken",
        `The address ${JSON.stringify(address.email)} has an account already: send one of its working keys along, as X-API-Key or api_key`,
        { at: "body.email" },
      );
    return accounts.issueTo(holder.account, details);
  }

  /** The holder of a key that works, if the address is that of its account. */
  async #ownHolder({ folded }: EmailAddress, key: string | undefined): Promise<Holder | undefined> {
    if (key === undefined) return undefined;
    const { accounts, now } = this.#options;
    // Another process may have issued or revoked it within the last second.
    await accounts.refresh();
    const holder = accounts.find(key);
    if (holder?.account.folded !== folded) return undefined;
    const { revokedAt, expiresAt } = holder.key;
    return revokedAt === null && (expiresAt === null || expiresAt > now()) ? holder : undefined;
  }
}

function closed(): HubError {
  return new HubError(
    "signup_closed",
    "This hub does not issue keys by itself: ask its operator for one",
  );
}
