import { HubError } from "../contract/errors.ts";
import { type EmailAddress, readEmail } from "../platform/mail/email-address.ts";
import type { Mailer } from "../platform/mail/mailer.ts";
import type { Accounts, Holder, IssuedKey } from "./accounts.ts";
import { buildCodeResponse, type CodeResponse, codeMail, makeCode } from "./codes.ts";

/** The sign-up mode of the hub. */
export type SignUpMode = "open" | "verify" | "closed";

interface SignUpOptions {
  accounts: Accounts;
  mode: SignUpMode;
  now: () => number;
  /** Sends verification codes, if the mode is `verify`. */
  mailer?: Mailer | undefined;
  /** The configured base URL. Request headers are not trusted in emails. */
  baseUrl?: string | undefined;
}

/** The details of a sign-up. */
export interface SignUpDetails {
  email: string;
  name?: string | undefined;
}

/** The details of a code exchange. */
export interface CodeDetails extends SignUpDetails {
  code: string;
  revoke_others?: boolean | undefined;
}

/** The key sent with a sign-up, and the checks to pass. Each check throws on failure. */
interface SignUpChecks {
  key: string | undefined;
  /** Checks the rate limit of sign-up requests. */
  admitQuestion(): Promise<void>;
  /** Checks the rate limit of successful sign-ups. */
  admit(): Promise<void>;
  /** Checks whether the key can issue an unrestricted key. */
  checkIssuer(holder: Holder): void;
}

/** Handles sign-ups: issues keys or mails verification codes. */
export class SignUps {
  readonly #options: SignUpOptions;

  constructor(options: SignUpOptions) {
    this.#options = options;
  }

  /**
   * Issues a key to a new address, or to the address of an account if the caller holds one of its keys.
   * Otherwise sends a code by email. Only issued keys and sent codes count as sign-ups. Without codes, the
   * response reveals whether the address has an account, so requests have a rate limit of their own.
   */
  async begin(
    { email, name }: SignUpDetails,
    { key, admitQuestion, admit, checkIssuer }: SignUpChecks,
  ): Promise<IssuedKey | CodeResponse> {
    const { accounts, mailer, mode, now } = this.#options;
    if (mode === "closed") throw closedError();
    const address = readEmail(email);
    if (mode === "verify") return this.#mailCode(address, admit);
    await admitQuestion();
    const details = { name: name ?? null, now: now() };
    const isKnown = await accounts.isKnown(address);
    if (!isKnown) {
      await admit();
      const opened = await accounts.open(address, details);
      if (opened) return opened;
    }
    const holder = await this.#ownHolder(address, key);
    if (!holder)
      throw new HubError(
        "email_taken",
        `An account with the email address ${JSON.stringify(address.email)} already exists: send one of its active keys as X-API-Key or api_key. If you have lost all of them, ${mailer ? "log in at /login to create a new key" : "ask the operator of this hub to issue a new key for this account"}`,
        { at: "body.email" },
      );
    checkIssuer(holder);
    if (isKnown) await admit();
    return accounts.issueTo(holder.account, { ...details, madeBy: holder.key.id });
  }

  /**
   * Exchanges a verification code for a key of a new or existing account. `admit` throws if the caller has
   * guessed too often.
   */
  async exchange(
    { email, code, name, revoke_others = false }: CodeDetails,
    { admit }: { admit: () => Promise<void> },
  ): Promise<IssuedKey & { otherKeys: number }> {
    const { accounts, mode, now } = this.#options;
    if (mode === "closed") throw closedError();
    if (mode === "open")
      throw new HubError(
        "capability_unavailable",
        'This hub does not mail verification codes (HUB_SIGNUP is not "verify"): POST /api-key issues keys immediately',
      );
    const address = readEmail(email);
    await admit();
    const details = { name: name ?? null, now: now() };
    return accounts.exchange({ address, code }, { ...details, revokeOthers: revoke_others });
  }

  /** Mails a code. Responds identically for every address, so that it doesn't reveal accounts. */
  async #mailCode(address: EmailAddress, admit: () => Promise<void>): Promise<CodeResponse> {
    const { accounts, mailer, baseUrl, now } = this.#options;
    if (!mailer) throw new Error("There is no mailer to send codes");
    await mailer.check();
    await admit();
    const code = makeCode();
    const email = await accounts.addCode({ address, code }, now());
    if (email !== undefined) mailer.send(codeMail({ code, email }, { baseUrl }));
    return buildCodeResponse(address);
  }

  /** Returns the holder of an active key, if it belongs to the account of the email address. */
  async #ownHolder({ folded }: EmailAddress, key: string | undefined): Promise<Holder | undefined> {
    if (key === undefined) return undefined;
    const { accounts, now } = this.#options;
    // Another process may have issued or revoked it within the last second.
    await accounts.refresh();
    const holder = await accounts.find(key);
    if (holder?.account.folded !== folded) return undefined;
    return holder.endsAt > now() ? holder : undefined;
  }
}

function closedError(): HubError {
  return new HubError(
    "signup_closed",
    "Self-service sign-up is closed: ask the operator of this hub for an API key",
  );
}
