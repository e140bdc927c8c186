import { type Html, html } from "../../lib/html.ts";
import type { LoadedPlugin } from "../load/load-plugin.ts";
import { bytes, grouped } from "./facts.ts";

/** The named limits of a service. */
export function limitsTable({ plugin }: LoadedPlugin): Html | undefined {
  const limits = Object.entries(plugin.manifest.limits ?? {});
  if (limits.length === 0) return undefined;
  return html`<section id="limits"><h2>Limits of its own</h2>${limitRows(limits)}</section>`;
}

/** Named numbers as a table. */
export function limitRows(limits: readonly [name: string, value: number][]): Html {
  return html`<div class="wide"><table><tbody>${limits.map(
    ([name, value]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${shown(name, value)}</td></tr>`,
  )}</tbody></table></div>`;
}

/** A limit in the unit that its name ends with. */
function shown(name: string, value: number): string {
  if (/BytesMax$/.test(name)) return bytes(value);
  if (/Mb(?:Max)?$/.test(name)) return `${value} MiB`;
  if (/Ms(?:Max)?$/.test(name)) return `${value / 1000} s`;
  return grouped(value);
}
