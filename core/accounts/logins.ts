import { HubError } from "../contract/errors.ts";
import { isForeignPage } from "../platform/http/origin.ts";
import { readEmail } from "../platform/mail/email-address.ts";
import type { Mail, Mailer } from "../platform/mail/mailer.ts";
import type { Accounts, IssuedKey } from "./accounts.ts";
import type { Call } from "./call.ts";
import { codeLifeMs, makeCode } from "./codes.ts";
import type { Gate } from "./gate.ts";
import { deriveCsrfToken, type SessionCookie } from "./session-cookie.ts";
import type { SignUpMode } from "./sign-ups.ts";

/** The rate limit of login attempts per IP address. */
const loginPace = { policy: "login", perHour: 60, what: "log in" } as const;

interface LoginsOptions {
  accounts: Accounts;
  gate: Pick<Gate, "admitTo" | "findSession">;
  cookie: SessionCookie;
  mode: SignUpMode;
  mailer: Mailer | undefined;
  /** The configured base URL. Request headers are not trusted in emails. */
  baseUrl: string | undefined;
  sessionHours: number;
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

  constructor(options: LoginsOptions) {
    this.#options = options;
  }

  /** The ways to log in that the hub offers. */
  get ways(): { mail: boolean } {
    return { mail: this.#options.mailer !== undefined };
  }

  /** Returns the person who is logged in. Undefined if the session is missing or has ended. */
  async find(call: Call): Promise<LoggedIn | undefined> {
    const { gate, cookie } = this.#options;
    const holder = await gate.findSession(call);
    const session = cookie.read(call.request);
    if (!holder || session === undefined) return undefined;
    return { email: holder.account.email, csrf: deriveCsrfToken(session) };
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
    return cookie.build(request, key, sessionHours * 3600);
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
