import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from "@simplewebauthn/server";
import { HubError } from "../contract/errors.ts";
import { parseAddress } from "../lib/ip-address.ts";
import type { Account, Records } from "../platform/store/records.ts";
import { codeLifeMs } from "./codes.ts";
import type { Tickets } from "./tickets.ts";
import { isoDate } from "./view.ts";

interface PasskeysOptions {
  records: Records;
  tickets: Tickets;
  baseUrl: string | undefined;
  now(): number;
}

/** A stored passkey: a public key, and nothing secret. */
interface StoredPasskey {
  readonly name: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: WebAuthnCredential["transports"];
  /** Whether its person had proved that they read the mail of the account. */
  readonly isVerified: boolean;
  readonly createdAt: number;
}

/** A passkey as returned to clients. */
export interface PasskeyView {
  passkey_id: string;
  name: string;
  created_at: string;
}

/** The site that passkeys belong to. */
interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** The namespace of passkeys. No plugin can have this name. */
const namespace = "/passkeys";
const passkeysMax = 10;

/** Registers passkeys (WebAuthn) and checks their logins. Their person must unlock them each time. */
export class Passkeys {
  readonly #options: PasskeysOptions;

  constructor(options: PasskeysOptions) {
    this.#options = options;
  }

  /** Returns whether browsers allow passkeys here: over HTTPS or on this machine, with a host name. */
  isOffered(request: Request): boolean {
    return this.#findSite(request) !== undefined;
  }

  /** Returns the options for a login, as JSON for the browser. */
  async buildLogin(request: Request) {
    const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
    const challenge = this.#issueChallenge("passkey login");
    const { id: rpID } = this.#requireSite(request);
    return generateAuthenticationOptions({ rpID, challenge, userVerification: "required" });
  }

  /** Returns the options for a new passkey, as JSON for the browser. */
  async buildCreation(request: Request, { id, email }: Account) {
    const { generateRegistrationOptions } = await import("@simplewebauthn/server");
    return generateRegistrationOptions({
      rpName: "utilhub",
      rpID: this.#requireSite(request).id,
      userName: email,
      userID: new TextEncoder().encode(String(id)),
      challenge: this.#issueChallenge(`passkey of account ${id}`),
      excludeCredentials: (await this.#listIds(id)).map((id) => ({ id })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  }

  /** Adds a passkey to an account. */
  async add(
    request: Request,
    account: Account,
    { name, response, isVerified }: { name: string; response: unknown; isVerified: boolean },
  ): Promise<PasskeyView> {
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    if ((await this.#listIds(account.id)).length >= passkeysMax)
      throw new HubError(
        "too_many_keys",
        `The account already has ${passkeysMax} passkeys, which is the limit: remove one first`,
      );
    const { id, origin } = this.#requireSite(request);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: this.#checkChallenge(`passkey of account ${account.id}`),
      expectedOrigin: origin,
      expectedRPID: id,
    }).catch(refuse);
    if (!registrationInfo) return refuse();
    const { credential } = registrationInfo;
    const stored: StoredPasskey = {
      name,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: credential.transports,
      isVerified,
      createdAt: this.#options.now(),
    };
    await this.#store(account.id, credential.id, stored);
    return buildView(credential.id, stored);
  }

  async list(accountId: number): Promise<PasskeyView[]> {
    const ids = await this.#listIds(accountId);
    const found = await Promise.all(ids.map((id) => this.#find(accountId, id)));
    return ids.flatMap((id, index) => {
      const stored = found[index];
      return stored ? [buildView(id, stored)] : [];
    });
  }

  /** Removes a passkey of an account, or all. Returns whether there was one. */
  async remove(accountId: number, id?: string): Promise<boolean> {
    const ids = await this.#listIds(accountId);
    const removed = id === undefined ? ids : ids.filter((one) => one === id);
    for (const id of removed) await this.#options.records.kvDelete(namespace, `${accountId}/${id}`);
    return removed.length > 0;
  }

  /** Checks the response of a passkey. Returns its account. */
  async check(
    request: Request,
    given: unknown,
  ): Promise<{ account: Account; isVerified: boolean }> {
    const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
    const { records } = this.#options;
    const response = given as AuthenticationResponseJSON;
    const accountId = Number(Buffer.from(String(response.response?.userHandle), "base64url"));
    const stored = await this.#find(accountId, String(response.id));
    const account = stored && (await records.account(accountId));
    const { id, origin } = this.#requireSite(request);
    if (!account) return refuse();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: this.#checkChallenge("passkey login"),
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64url")),
        counter: stored.counter,
        ...(stored.transports && { transports: stored.transports }),
      },
    }).catch(refuse);
    if (!verified) return refuse();
    const { newCounter: counter } = authenticationInfo;
    if (counter !== stored.counter)
      await this.#store(accountId, response.id, { ...stored, counter });
    return { account, isVerified: stored.isVerified };
  }

  /** The challenge is a ticket, which works once. */
  #issueChallenge(purpose: string): string {
    const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
    return this.#options.tickets.issue(purpose, { nonce }, codeLifeMs);
  }

  #checkChallenge(purpose: string): (challenge: string) => Promise<boolean> {
    return async (challenge) => {
      const ticket = Buffer.from(challenge, "base64url").toString();
      return (await this.#options.tickets.use(purpose, ticket)) !== undefined;
    };
  }

  async #listIds(accountId: number): Promise<string[]> {
    const { records, now } = this.#options;
    const prefix = `${accountId}/`;
    const keys = await records.kvKeys(namespace, prefix, { now: now() });
    return keys.map((key) => key.slice(prefix.length));
  }

  async #find(accountId: number, id: string): Promise<StoredPasskey | undefined> {
    const entry = await this.#options.records.kvGet(namespace, `${accountId}/${id}`);
    return entry && JSON.parse(entry.value);
  }

  async #store(accountId: number, id: string, stored: StoredPasskey): Promise<void> {
    const entry = { value: JSON.stringify(stored), expiresAt: null };
    await this.#options.records.kvSet(namespace, `${accountId}/${id}`, {
      ...entry,
      account: `account_${accountId}`,
    });
  }

  /** Without a configured URL only `localhost` is safe: a page can point its own name at the hub. */
  #findSite(request: Request): RelyingParty | undefined {
    const { hostname, origin, protocol } = new URL(this.#options.baseUrl ?? request.url);
    const isConfigured = this.#options.baseUrl !== undefined && protocol === "https:";
    const isName = parseAddress(hostname.replace(/[[\]]/g, "")) === undefined;
    return hostname === "localhost" || (isConfigured && isName)
      ? { id: hostname, origin }
      : undefined;
  }

  #requireSite(request: Request): RelyingParty {
    const site = this.#findSite(request);
    if (site) return site;
    throw new HubError(
      "capability_unavailable",
      "Passkeys need an https:// URL with a host name (HUB_BASE_URL), or localhost",
    );
  }
}

function buildView(id: string, { name, createdAt }: StoredPasskey): PasskeyView {
  return { passkey_id: id, name, created_at: isoDate(createdAt) };
}

function refuse(cause?: unknown): never {
  throw new HubError(
    "login_failed",
    "The passkey is unknown, or its response is invalid or too old: reload the page and try again",
    { cause },
  );
}
