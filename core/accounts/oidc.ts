import type { Configuration } from "openid-client";
import { HubError } from "../contract/errors.ts";
import { isLoopback } from "../lib/ip-address.ts";
import { type EmailAddress, readEmail } from "../platform/mail/email-address.ts";

/** The settings of an OpenID Connect provider. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The label of the button. */
  readonly name: string;
  /** The URL of this hub, below which the provider sends people back. */
  readonly baseUrl: string;
  /** The URL of the outbound proxy, if the provider is reached through one. */
  readonly proxy?: string | undefined;
}

/** The values of a login that is in progress, which its browser keeps. */
export interface OidcFlow {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  readonly next: string;
}

/** Time limit of each request to the provider. */
const timeoutSeconds = 10;

/** Logs people in with an OpenID Connect provider: authorization code, PKCE, state and nonce. */
export class Oidc {
  readonly #settings: OidcSettings;
  #config: Promise<Configuration> | undefined;

  constructor(settings: OidcSettings) {
    this.#settings = settings;
  }

  get name(): string {
    return this.#settings.name;
  }

  /** Returns the address of the provider's login page. */
  async begin(next: string): Promise<{ url: string; flow: OidcFlow }> {
    const client = await import("openid-client");
    const config = await this.#discover();
    const verifier = client.randomPKCECodeVerifier();
    const flow = { verifier, state: client.randomState(), nonce: client.randomNonce(), next };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: this.#callback,
      scope: "openid email",
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state: flow.state,
      nonce: flow.nonce,
    });
    return { url: url.href, flow };
  }

  /** Exchanges the provider's response for the person's verified email address. */
  async finish(query: string, { verifier, state, nonce }: OidcFlow): Promise<EmailAddress> {
    const client = await import("openid-client");
    const config = await this.#discover();
    const url = new URL(this.#callback + query);
    const claims = await client
      .authorizationCodeGrant(config, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
      })
      .then(async (tokens) => {
        const own = tokens.claims();
        if (own?.email !== undefined || !own) return own;
        // Many providers have the address in the user's profile only.
        return client.fetchUserInfo(config, tokens.access_token, own.sub);
      })
      .catch((cause) => {
        throw refuse("the login provider did not confirm it", cause);
      });
    if (typeof claims?.email !== "string" || claims.email_verified !== true)
      throw refuse("the login provider has no verified email address for you");
    return readEmail(claims.email);
  }

  get #callback(): string {
    return `${this.#settings.baseUrl}/login/oidc/callback`;
  }

  /** Loads the provider's metadata once. A failure is retried with the next login. */
  #discover(): Promise<Configuration> {
    this.#config ??= this.#loadConfig().catch((cause) => {
      this.#config = undefined;
      throw new HubError(
        "upstream_unavailable",
        "Cannot reach the login provider: try again later",
        {
          cause,
        },
      );
    });
    return this.#config;
  }

  async #loadConfig(): Promise<Configuration> {
    const client = await import("openid-client");
    const { issuer, clientId, clientSecret, proxy } = this.#settings;
    const url = new URL(issuer);
    const isLocal = url.protocol === "http:" && isLoopback(url.hostname);
    return client.discovery(url, clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      execute: isLocal ? [client.allowInsecureRequests] : [],
      ...(proxy !== undefined && {
        [client.customFetch]: (address: string, init: object) => fetch(address, { ...init, proxy }),
      }),
    });
  }
}

function refuse(why: string, cause?: unknown): HubError {
  return new HubError("login_failed", `Cannot log in: ${why}`, { cause });
}
