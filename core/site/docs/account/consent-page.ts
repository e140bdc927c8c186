import type { LoggedIn } from "../../../accounts/logins.ts";
import type { Reply } from "../../../contract/reply.ts";
import { html } from "../../../lib/html.ts";
import type { AuthorizationRequest, OAuthClient } from "../../oauth/oauth.ts";
import { page, pageHeaders } from "../page/page.ts";

/** Builds the page on which a person gives a client access to their account. */
export function consentPage(
  { name }: OAuthClient,
  { query, person }: { query: AuthorizationRequest; person: LoggedIn },
): Reply {
  const { client_id, redirect_uri, response_type, code_challenge, code_challenge_method, state } =
    query;
  const sent = { client_id, redirect_uri, response_type, code_challenge, code_challenge_method };
  const { origin, host } = new URL(redirect_uri);
  const body = html`<h1>Allow access?</h1>
<p class="lead">A program that calls itself <strong>${name}</strong> wants to call the services of this hub for ${person.email}.</p>
<p>It gets an API key, whose calls count towards your limits. It can't read or change your account. You can revoke the key on <a href="/account">your account page</a>. You return to <strong>${host}</strong>: deny if you don't know it.</p>
<form class="card" method="post" action="/oauth/authorize">
${Object.entries({ ...sent, ...(state !== undefined && { state }), csrf: person.csrf }).map(
  ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
)}
<p class="actions"><button name="decision" value="allow">Allow</button> <button class="plain" name="decision" value="deny">Deny</button></p>
</form>`;
  // Browsers apply the policy to the redirect after the form, too.
  const headers = pageHeaders({ "form-action": `'self' ${origin}` });
  return page(
    { title: "Allow access", path: "/oauth/authorize", body },
    { ...headers, "cache-control": "no-store", "x-robots-tag": "noindex" },
  );
}
