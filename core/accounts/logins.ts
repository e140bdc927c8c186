import { HubError } from "../contract/errors.ts";
import { isForeignPage } from "../platform/http/origin.ts";
import { type EmailAddress, readEmail } from "../platform/mail/email-address.ts";
import type { Mail, Mailer } from "../platform/mail/mailer.ts";
import type { Accounts, Holder, IssuedKey } from "./accounts.ts";
import type { Call } from "./call.ts";
import { codeLifeMs, makeCode } from "./codes.ts";
import type { Gate } from "./gate.ts";
import { Oidc, type OidcFlow, type OidcSettings } from "./oidc.ts";
import type { Passkeys, PasskeyView } from "./passkeys.ts";
import { createSuspendedError, isUnrestricted } from "./rights.ts";
import { deriveCsrfToken, hasToken, type SessionCookie } from "./session-cookie.ts";
import type { SignUpMode } from "./sign-ups.ts";
import type { Tickets } from "./tickets.ts";

/** The rate limit of login attempts per IP address. */
const loginPace = { policy: "login", perHour: 60, what: "log in" } as const;

interface LoginsOptions {
  accounts: Accounts;
  gate: Pick<Gate, "admitTo" | "admitToAccounts" | "findSession" | "getHolder">;
  cookie: SessionCookie;
  mode: SignUpMode;
  mailer: Mailer | undefined;
  /** The configured base URL. Request headers are not trusted in emails. */
  baseUrl: string | undefined;
  sessionHours: number;
  oidc: OidcSettings | undefined;
  tickets: Tickets;
  passkeys: Passkeys;
  now(): number;
}

/** A person who is logged in, and the token for the requests of their page. */
export interface LoggedIn {
  email: string;
  csrf: string;
}

/** Logs people in with a link by mail. A session is a key that only works as a cookie. */
export class Logins {
  readonly #options: LoginsOptions;

  readonly #oidc: Oidc | undefined;

  constructor(options: LoginsOptions) {
    this.#options = options;
    this.#oidc = options.oidc && new Oidc(options.oidc);
  }

  /** The ways to log in that the hub offers. */
  get ways(): { mail: boolean; oidc: string | undefined } {
    return { mail: this.#options.mailer !== undefined, oidc: this.#oidc?.name };
  }

  /** Returns the person who is logged in. Undefined if the session is missing or has ended. */
  async find(call: Call): Promise<LoggedIn | undefined> {
    const { gate, cookie } = this.#options;
    const holder = await gate.findSession(call);
    const session = cookie.read(call.request);
    if (!holder || session === undefined) return undefined;
    return { email: holder.account.email, csrf: deriveCsrfToken(session) };
  }

  /** Returns the holder of the session that submits a form with its token. Throws without one. */
  async findForm(call: Call, csrf: string): Promise<Holder> {
    const { cookie, gate, baseUrl } = this.#options;
    const session = cookie.read(call.request);
    const holder = await gate.findSession(call);
    const isOwn = session !== undefined && hasToken(session, csrf);
    if (holder && isOwn && !isForeignPage(call.request, baseUrl)) return holder;
    throw new HubError("login_failed", "Your login has ended: log in and open the page again");
  }

  /** Mails a link. Responds identically for every address, so that it doesn't reveal accounts. */
  async sendLink(
    call: Call,
    { email, next }: { email: string; next?: string | undefined },
  ): Promise<void> {
    const { accounts, mailer, mode, baseUrl, now } = this.#options;
    if (!mailer)
      throw new HubError(
        "capability_unavailable",
        "This hub does not send mail (HUB_SMTP_URL): log in with an API key",
      );
    const address = readEmail(email);
    await mailer.check();
    await this.#admit(call);
    const isWelcome = mode !== "closed" || (await accounts.isKnown(address));
    const code = makeCode();
    const to = await accounts.addCode({ address, code }, now());
    if (isWelcome && to !== undefined) mailer.send(loginMail({ code, email: to, next }, baseUrl));
  }

  /** Exchanges the code of a link for a session. Returns the cookie. */
  async enter(call: Call, { email, code }: { email: string; code: string }): Promise<string> {
    const { accounts } = this.#options;
    const address = readEmail(email);
    await this.#admit(call, "guess");
    const details = this.#describe(call, { by: "mail", isVerified: true });
    const issued = await accounts.exchange({ address, code }, { ...details, revokeOthers: false });
    return this.#buildCookie(call, issued);
  }

  /** Begins a login with the OpenID Connect provider. Returns its page, and the cookie of this login. */
  async beginOidc(call: Call, next: string): Promise<{ url: string; cookie: string }> {
    const { cookie, gate, tickets } = this.#options;
    await gate.admitTo(call, loginPace);
    const { url, flow } = await this.#requireOidc().begin(next);
    const value = tickets.issue("oidc", flow, codeLifeMs);
    const life = { seconds: codeLifeMs / 1000, name: "hub_login" } as const;
    return { url, cookie: cookie.build(call.request, value, life) };
  }

  /** Logs in with the response of the provider, in the browser that began the login, once. */
  async finishOidc(call: Call): Promise<{ next: string; cookie: string }> {
    const { cookie, gate, tickets } = this.#options;
    const oidc = this.#requireOidc();
    await gate.admitTo(call, loginPace);
    const flow = await tickets.use<OidcFlow>("oidc", cookie.read(call.request, "hub_login"));
    if (!flow)
      throw new HubError(
        "login_failed",
        "Cannot log in: the login took too long or began in another browser. Start again at /login",
      );
    const address = await oidc.finish(new URL(call.request.url).search, flow);
    return { next: flow.next, cookie: await this.#openSession(call, address) };
  }

  #requireOidc(): Oidc {
    if (this.#oidc) return this.#oidc;
    throw new HubError(
      "capability_unavailable",
      "This hub has no login provider (HUB_OIDC_ISSUER): see /login",
    );
  }

  /** Opens a session for a verified address. Creates its account if sign-up is possible. */
  async #openSession(call: Call, address: EmailAddress): Promise<string> {
    const { accounts, mode } = this.#options;
    const details = this.#describe(call, { by: "single sign-on", isVerified: true });
    const account = await accounts.findByEmail(address);
    // Another spelling may be another mailbox than the verified one.
    if (account && account.email.toLowerCase() !== address.email.toLowerCase())
      throw new HubError(
        "login_failed",
        "Cannot log in: the account of your email address has another spelling of it",
      );
    if (account?.suspendedAt) throw createSuspendedError();
    if (!account && mode === "closed")
      throw new HubError(
        "signup_closed",
        "Self-service sign-up is closed: ask the operator of this hub for an account",
      );
    const opened = account ? undefined : await accounts.open(address, details);
    const issued = opened ?? (account && (await accounts.issueTo(account, details)));
    if (!issued) throw new HubError("login_failed", "Cannot log in: try again");
    return this.#buildCookie(call, issued);
  }

  /** Returns the options for a login with a passkey. Undefined if browsers don't allow passkeys here. */
  async buildPasskeyLogin({ request }: Call) {
    const { passkeys } = this.#options;
    return passkeys.isOffered(request) ? passkeys.buildLogin(request) : undefined;
  }

  /** Logs in with the response of a passkey. Returns the cookie. */
  async enterWithPasskey(call: Call, response: object): Promise<string> {
    const { accounts, passkeys } = this.#options;
    await this.#admit(call, "guess");
    const { account, isVerified } = await passkeys.check(call.request, response);
    if (account.suspendedAt !== null) throw createSuspendedError();
    const details = this.#describe(call, { by: "passkey", isVerified });
    return this.#buildCookie(call, await accounts.issueTo(account, details));
  }

  /** Lists the passkeys of a caller's account, with the options for another one if the caller may add one. */
  async listPasskeys(call: Call) {
    const { passkeys } = this.#options;
    const { account } = await this.#getOwner(call, { isChange: false });
    return {
      passkeys: await passkeys.list(account.id),
      creation: passkeys.isOffered(call.request)
        ? await passkeys.buildCreation(call.request, account)
        : null,
    };
  }

  /** Adds a passkey. If people can log in without one, a key can't: a leaked key could regain the account. */
  async addPasskey(call: Call, given: { name: string; response: object }): Promise<PasskeyView> {
    const { ways } = this;
    const { account, key } = await this.#getOwner(call, { isChange: true });
    if (key.kind !== "session" && (ways.mail || ways.oidc))
      throw new HubError(
        "key_restricted",
        "An API key cannot add a passkey: log in at /login first",
      );
    const isVerified = key.restrictions.isVerified === true;
    return this.#options.passkeys.add(call.request, account, { ...given, isVerified });
  }

  async removePasskey(call: Call, id: string): Promise<void> {
    const { account } = await this.#getOwner(call, { isChange: true });
    if (await this.#options.passkeys.remove(account.id, id)) return;
    throw new HubError("not_found", `Unknown passkey ${JSON.stringify(id)}`, {
      at: "path.passkey_id",
    });
  }

  /** Returns the holder of the request's session or unrestricted key. */
  async #getOwner(call: Call, limit: { isChange: boolean }): Promise<Holder> {
    const { gate } = this.#options;
    const holder = await gate.getHolder(call);
    await gate.admitToAccounts(call, limit);
    if (isUnrestricted(holder.rights)) return holder;
    throw new HubError("key_restricted", "Only an unrestricted API key can manage passkeys");
  }

  /** Throws for pages of other origins, which could log a visitor in to another account, and above the rate limit. */
  async #admit(call: Call, pace: "guess" | typeof loginPace = loginPace): Promise<void> {
    const { gate, baseUrl } = this.#options;
    if (isForeignPage(call.request, baseUrl))
      throw new HubError(
        "origin_not_allowed",
        "Cannot log in from a web page of another origin: use the form at /login",
      );
    await gate.admitTo(call, pace);
  }

  #describe({ request }: Call, { by, isVerified }: { by: string; isVerified: boolean }) {
    const { now, sessionHours } = this.#options;
    const time = now();
    return {
      kind: "session" as const,
      name: `${describeBrowser(request)}, by ${by}`,
      restrictions: { managesKeys: true, isVerified },
      expiresAt: time + sessionHours * 3_600_000,
      now: time,
    };
  }

  #buildCookie({ request }: Call, { key }: IssuedKey): string {
    const { cookie, sessionHours } = this.#options;
    return cookie.build(request, key, { seconds: sessionHours * 3600 });
  }
}

/** Builds the mail with a link. The code is in the fragment, which browsers send to no server. */
function loginMail(
  { code, email, next }: { code: string; email: string; next?: string | undefined },
  baseUrl: string | undefined,
): Mail {
  const values = new URLSearchParams({ email, code, ...(next && { next }) });
  const link = baseUrl && `Open this link:\n\n  ${baseUrl}/login/verify#${values}\n\nor enter`;
  return {
    to: email,
    subject: "Your login link",
    text: `Someone asked to log in with this email address. ${link ?? "Enter"} the code

  ${code}

on the page of the hub. It expires in ${codeLifeMs / 60_000} minutes. You can use it once, and a newer code replaces it.

If you did not ask for it, ignore this email. No one can log in without the code.
`,
  };
}

const browsers = ["Firefox", "Edg", "Chrome", "Safari"];
const systems = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"];

/** Describes the browser of a session, so that its person recognises it. */
function describeBrowser({ headers }: Request): string {
  const agent = headers.get("user-agent") ?? "";
  const browser = browsers.find((name) => agent.includes(name)) ?? "Unknown browser";
  const system = systems.find((name) => agent.includes(name));
  return system ? `${browser.replace("Edg", "Edge")} on ${system}` : browser;
}
