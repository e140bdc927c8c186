import { HubError } from "../contract/errors.ts";
import { type EmailAddress, readEmail } from "../platform/mail/email-address.ts";
import type { Mailer } from "../platform/mail/mailer.ts";
import type { Accounts, Holder, Issued } from "./accounts.ts";
import { type CodeSent, codeMail, codeSent, makeCode } from "./codes.ts";

/** Whether and how the hub gives a key to whoever asks. */
export type SignUpMode = "open" | "verify" | "closed";

interface SignUpOptions {
  accounts: Accounts;
  mode: SignUpMode;
  now: () => number;
  /** Sends the codes, where keys are given for those. */
  mailer?: Mailer | undefined;
  /** The hub's address as the operator says it. What callers say it is has no place in a mail. */
  baseUrl?: string | undefined;
}

/** What whoever signs up says of himself. */
export interface SignUpDetails {
  email: string;
  name?: string | undefined;
}

/** What whoever was mailed a code sends. */
export interface CodeDetails extends SignUpDetails {
  code: string;
  revoke_others?: boolean | undefined;
}

/** The key that came with a sign-up, and what it has to pass. Each check throws. */
interface SignUpChecks {
  key: string | undefined;
  /** Whether the caller may ask about one more address. */
  admitQuestion(): Promise<void>;
  /** Whether the caller may sign up once more. */
  admit(): Promise<void>;
  /** Whether the key may issue an unrestricted one. */
  checkIssuer(holder: Holder): void;
}

/** Gives keys to whoever asks, but none of an account that is another's. */
export class SignUps {
  readonly #options: SignUpOptions;

  constructor(options: SignUpOptions) {
    this.#options = options;
  }

  /**
   * Issues a key to a new address, or to one whose account the caller holds a key of; or else mails a
   * code. Only what is issued or mailed counts as a sign-up. Without codes the answer says whether the
   * address has an account, so asking has a pace of its own.
   */
  async begin(
    { email, name }: SignUpDetails,
    { key, admitQuestion, admit, checkIssuer }: SignUpChecks,
  ): Promise<Issued | CodeSent> {
    const { accounts, mode, now } = this.#options;
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
        `An account with the e-mail address ${JSON.stringify(address.email)} already exists: send one of its active keys as X-API-Key or api_key`,
        { at: "body.email" },
      );
    checkIssuer(holder);
    if (isKnown) await admit();
    return accounts.issueTo(holder.account, details);
  }

  /**
   * Exchanges a code for a key: of a new account, or one more of the account that is there. `admit`
   * throws where the caller has guessed too often.
   */
  async exchange(
    { email, code, name, revoke_others = false }: CodeDetails,
    { admit }: { admit: () => Promise<void> },
  ): Promise<Issued & { otherKeys: number }> {
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

  /** Does the same for every address, and answers the same. */
  async #mailCode(address: EmailAddress, admit: () => Promise<void>): Promise<CodeSent> {
    const { accounts, mailer, baseUrl, now } = this.#options;
    if (!mailer) throw new Error("There is no mailer to send codes");
    await mailer.check();
    await admit();
    const code = makeCode();
    const email = await accounts.addCode({ address, code }, now());
    if (email !== undefined) mailer.send(codeMail({ code, email }, { baseUrl }));
    return codeSent(address);
  }

  /** The holder of a key that works, if the address is that of its account. */
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
