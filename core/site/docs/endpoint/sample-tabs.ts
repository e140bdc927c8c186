import { type Html, html } from "../../../lib/html.ts";
import type { Sample } from "./samples.ts";

/** Renders tabs that work without JavaScript: each is a radio button before its panel. */
export function sampleTabs(id: string, samples: readonly Sample[]): Html {
  return html`<div class="samples">${samples.map(({ language, code }, index) => {
    const tab = `${id}-${language}`;
    return html`<input type="radio" name="${id}" id="${tab}"${index === 0 && html` checked`}><label for="${tab}">${language}</label><pre tabindex="0"><code>${code}</code></pre>`;
  })}</div>`;
}
