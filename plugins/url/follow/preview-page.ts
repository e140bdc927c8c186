import { describeHost, type HostWarning, type Html, html } from "hub";
import type { Link } from "../link/link.ts";
import { page } from "./page.ts";

/** Shows where a link leads, as far as everyone may know. */
export function previewPage(link: Link, options: { status?: number } = {}) {
  const { title, created_at, expires_at } = link;
  // Its maker may call a link anything, so that is no heading.
  const named = title !== null && html`<p>Its maker calls it “${title}”.</p>`;
  const body = html`${placeOf(link)}${named}
${wayOn(link)}
<p class="note">Made on ${day(created_at)}${expires_at !== null && html`, ends on ${day(expires_at)}`}. Where it leads may be changed by who made it.</p>`;
  return page({ title: "Where this link leads", body }, options);
}

/**
 * A link with a limit is followed by a form: whoever sends it is no program that looks where links
 * lead, whatever its browser says it is.
 */
function wayOn({ code, password, max_clicks }: Link): Html {
  return max_clicks === null || password !== null
    ? html`<p><a class="button" href="${code}" rel="noopener noreferrer nofollow">Go on</a></p>`
    : html`<form method="post" action="${code}"><input type="hidden" name="password" value=""><button>Go on</button></form>`;
}

function placeOf({ url, password, max_clicks }: Link): Html {
  if (password !== null)
    return html`<p>It is protected by a password, and so is the address it leads to.</p>`;
  const { name, warnings } = describeHost(new URL(url).hostname);
  const said = warnings.map(
    (warning) => html`<p role="note"><strong>${sentences[warning]}</strong></p>`,
  );
  // The whole address would let everyone past the limit.
  if (max_clicks !== null)
    return html`<p>It leads to a page at</p><p class="target">${name}</p>${said}
<p>It may be followed a limited number of times: once you go on, it is one less.</p>`;
  return html`<p>It leads to</p><p class="target">${url}</p>
${warnings.length > 0 && html`<p>which is read as <strong>${name}</strong></p>`}${said}`;
}

const sentences: Record<HostWarning, string> = {
  punycode: "The host's name has letters that are not ASCII.",
  mixed_scripts:
    "The host's name mixes letters of several alphabets, as those do that imitate another.",
  lookalike: "The host's name has letters of another alphabet that look like Latin ones.",
};

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
