import type { Accounts } from "../../accounts/accounts.ts";
import type { Call } from "../../accounts/call.ts";
import type { Logins } from "../../accounts/logins.ts";
import type { Tickets } from "../../accounts/tickets.ts";
import { HubError } from "../../contract/errors.ts";
import { isEqualInConstantTime } from "../../lib/constant-time.ts";
import { isLoopback } from "../../lib/ip-address.ts";
import type { Records } from "../../platform/store/records.ts";

/** A registered client. Its ID is a signed ticket with these values, so that strangers can't fill the store. */
export interface OAuthClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** The parameters of an authorization request, as far as the hub uses them. */
export interface AuthorizationRequest {
  client_id: string;
  redirect_uri: string;
  response_type: string;
  code_challenge: string;
  code_challenge_method: string;
  state?: string | undefined;
}

/** The parameters of a token request (RFC 6749, section 4.1.3, and RFC 7636). */
export interface TokenRequest {
  grant_type: string;
  code: string;
  redirect_uri: string;
  client_id: string;
  code_verifier: string;
}

interface Grant {
  readonly accountId: number;
  /** The session that approved. No token is issued after it has ended. */
  readonly sessionId: string;
  /** The hash of the client's ID. */
  readonly client: string;
  readonly redirectUri: string;
  readonly challenge: string;
}

interface OAuthOptions {
  accounts: Accounts;
  logins: Pick<Logins, "ways" | "findForm">;
  records: Pick<Records, "account">;
  tickets: Tickets;
  now(): number;
}

const codeMs = 60_000;
const tokenSeconds = 90 * 86_400;

/**
 * Lets MCP clients ask people for access: dynamic registration (RFC 7591) and the authorization code flow with PKCE
 * (OAuth 2.1). An access token is an API key of the account, which its page lists and revokes.
 */
export class OAuth {
  readonly #options: OAuthOptions;

  constructor(options: OAuthOptions) {
    this.#options = options;
  }

  /** Whether people can log in, and so approve clients. */
  get isOffered(): boolean {
    const { mail, oidc } = this.#options.logins.ways;
    return mail || oidc !== undefined;
  }

  /** Registers a client. Returns its ID. */
  register({ name, redirectUris }: OAuthClient): string {
    this.#requireOffer();
    const wrong = redirectUris.findIndex((uri) => !isRedirectUri(uri));
    if (wrong >= 0)
      throw new HubError(
        "invalid_input",
        `body.redirect_uris.${wrong} must be an https:// URL, or an http:// URL of this machine, without a fragment`,
        { at: `body.redirect_uris.${wrong}` },
      );
    return this.#options.tickets.issue("oauth client", { name, redirectUris });
  }

  /** Checks an authorization request. Its errors are shown, not sent to an address that may be an attacker's. */
  check(request: AuthorizationRequest): OAuthClient {
    this.#requireOffer();
    const { client_id, redirect_uri, response_type, code_challenge_method: method } = request;
    const client = this.#options.tickets.read<OAuthClient>("oauth client", client_id);
    if (!client)
      throw refuse("client_id", "must be the ID of a client that POST /oauth/register issued");
    if (!client.redirectUris.some((uri) => isSameAddress(uri, redirect_uri)))
      throw refuse("redirect_uri", "must be one that the client has registered");
    if (response_type !== "code") throw refuse("response_type", 'must be "code"');
    if (method !== "S256") throw refuse("code_challenge_method", 'must be "S256"');
    return client;
  }

  /** Returns the address to which the person's browser goes after their decision. */
  async decide(
    call: Call,
    request: AuthorizationRequest,
    { csrf, isDenied }: { csrf: string; isDenied: boolean },
  ): Promise<string> {
    this.check(request);
    const { account, key } = await this.#options.logins.findForm(call, csrf);
    const url = new URL(request.redirect_uri);
    const grant: Grant = {
      accountId: account.id,
      sessionId: key.id,
      client: hash(request.client_id),
      redirectUri: request.redirect_uri,
      challenge: request.code_challenge,
    };
    if (isDenied) url.searchParams.set("error", "access_denied");
    else url.searchParams.set("code", this.#options.tickets.issue("oauth code", grant, codeMs));
    if (request.state !== undefined) url.searchParams.set("state", request.state);
    return url.href;
  }

  /** Exchanges a code for an access token, once. Returns undefined if any part of the request is wrong. */
  async exchange(
    request: TokenRequest,
  ): Promise<{ access_token: string; token_type: "Bearer"; expires_in: number } | undefined> {
    this.#requireOffer();
    const { accounts, records, tickets, now } = this.#options;
    const grant = await tickets.use<Grant>("oauth code", request.code);
    const client = tickets.read<OAuthClient>("oauth client", request.client_id);
    const isRight =
      grant?.client === hash(request.client_id) &&
      grant.redirectUri === request.redirect_uri &&
      isEqualInConstantTime(hash(request.code_verifier), grant.challenge);
    const account = isRight ? await records.account(grant.accountId) : undefined;
    if (!isRight || !client || !account || account.suspendedAt !== null) return undefined;
    const time = now();
    const { key } = await accounts.issueTo(account, {
      name: client.name,
      restrictions: { managesKeys: false },
      expiresAt: time + tokenSeconds * 1000,
      madeBy: grant.sessionId,
      now: time,
    });
    return { access_token: key, token_type: "Bearer", expires_in: tokenSeconds };
  }

  #requireOffer(): void {
    if (this.isOffered) return;
    throw new HubError(
      "not_found",
      "This hub has no logins, which OAuth needs: send an API key as Authorization: Bearer",
    );
  }
}

/** Hashes a text as PKCE does with a verifier. */
function hash(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("base64url");
}

function isRedirectUri(uri: string): boolean {
  const url = URL.parse(uri);
  if (url?.hash !== "" || url.username !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/** Compares redirect URIs. Programs on this machine choose their port when they start (RFC 8252, section 7.3). */
function isSameAddress(registered: string, given: string): boolean {
  if (registered === given) return true;
  const [own, other] = [URL.parse(registered), URL.parse(given)];
  if (!own || !other || own.protocol !== "http:" || !isRedirectUri(given)) return false;
  own.port = other.port;
  return own.href === other.href;
}

function refuse(name: string, what: string): HubError {
  return new HubError("invalid_input", `${name} ${what}`, { at: name });
}
