import { type Html, html } from "../../../lib/html.ts";

/** Checkbox that keeps a key in the tab. `key.js` reads it. */
export const rememberBox = html`<label class="check"><input type="checkbox" name="remember"> <span>Remember the key in this tab</span></label>`;

/** Form that takes the visitor's key for the samples and requests of a page. Needs `key.js`. */
export function keyForm(note: Html): Html {
  return html`<form class="page-key" id="key-form">
<label for="page-key">Your API key</label>
<div class="key-line"><input type="password" id="page-key" autocomplete="off" spellcheck="false" placeholder="hub_…" aria-describedby="key-note"> <button type="button" class="plain" name="forget" hidden>Forget key</button></div>
${rememberBox}
<p id="key-note">${note}</p>
<p class="key-state" role="status"></p>
</form>`;
}
