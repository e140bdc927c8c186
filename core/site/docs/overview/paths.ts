import packageJson from "../../../../package.json" with { type: "json" };
import { type Html, html } from "../../../lib/html.ts";
import type { SignUpTerms } from "../../view/site.ts";

/** Starts Bun for readers who have only Node and npm. */
const bun = `npx -y bun@${packageJson.engines.bun}`;

interface Path {
  title: string;
  /** For whom it is. */
  lead: string;
  steps: readonly { text: string; command?: string }[];
  more: Html;
}

/** Builds the three ways to use the hub: call it, run it for others, and write a plugin. */
export function pathsSection(
  { signup }: Pick<SignUpTerms, "signup">,
  { base }: { base: string },
): Html {
  const paths: Path[] = [
    {
      title: "Call it",
      lead: "You build an app or a script.",
      steps: [
        signup === "open"
          ? {
              text: "Get a key for your email address.",
              command: `curl ${base}/api-key -H 'Content-Type: application/json' -d '{"email":"you@example.com"}'`,
            }
          : { text: "Get a key: see below." },
        { text: "Keep it in your shell.", command: "export KEY=hub_…" },
        {
          text: "Send it with every call.",
          command: `curl '${base}/api/qr/generate?data=hello' -H "X-API-Key: $KEY" -o code.png`,
        },
      ],
      more: html`<a href="/documentation">All endpoints</a>`,
    },
    {
      title: "Run it for others",
      lead: "You host it for a team or a product. In the folder of utilhub:",
      steps: [
        {
          text: "Start it, with the limits you want. It needs only Node and npm.",
          command: `HUB_TIERS=free=60/5000 ${bun} run start`,
        },
        {
          text: "In a second terminal, issue a key for a colleague.",
          command: `${bun} run keys create colleague@example.com`,
        },
        {
          text: "Call it with that key.",
          command: "curl http://localhost:3000/api/dev/uuid -H 'X-API-Key: hub_…'",
        },
      ],
      more: html`<code>docs/OPERATING.md</code> covers TLS, settings and scaling.`,
    },
    {
      title: "Write a plugin",
      lead: "You add a service of your own. In the folder of utilhub:",
      steps: [
        {
          text: "Create a plugin next to it.",
          command: `${bun} run new-plugin hello --outside ..`,
        },
        {
          text: "Serve it. Each change is live within a second.",
          command: `${bun} run dev ../hello`,
        },
        { text: "Run its examples and tests.", command: `${bun} run check ../hello` },
      ],
      more: html`<code>docs/PLUGINS.md</code> is the guide.`,
    },
  ];
  return html`<section id="paths"><h2>Three ways to use it</h2>
<div class="paths">${paths.map(renderPath)}</div></section>`;
}

function renderPath({ title, lead, steps, more }: Path): Html {
  return html`<section class="path"><h3>${title}</h3>
<p>${lead}</p>
<ol class="steps">${steps.map(
    ({ text, command }) =>
      html`<li><p>${text}</p>${command !== undefined && commandBlock(command, text)}</li>`,
  )}</ol>
<p>${more}</p></section>`;
}

/** Builds a command that `landing.js` gives a button to copy it. */
export function commandBlock(command: string, name: string): Html {
  return html`<div class="command" data-name="${name}"><pre tabindex="0"><code>${command}</code></pre></div>`;
}
