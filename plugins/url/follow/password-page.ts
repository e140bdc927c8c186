import { html } from "hub";
import url from "../plugin.ts";
import { page } from "./page.ts";

/** Asks a visitor for the password. The form is sent to the address it stands at. */
export function passwordPage({ isWrong = false }: { isWrong?: boolean } = {}) {
  const body = html`${isWrong && html`<p role="alert"><strong>That is not the password.</strong></p>`}
<form method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="${url.limits.passwordMax}" autocomplete="off" autofocus>
<button>Go on</button>
</form>`;
  return page(
    { title: "This link is protected by a password", body },
    // RFC 9110 wants a challenge with every 401: no browser knows this one, so none asks by itself.
    { status: 401, headers: { "www-authenticate": 'Form realm="short link"' } },
  );
}
