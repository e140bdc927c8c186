import type { Step } from "./recipe-fields.ts";

/** Writes a shell script that runs steps on its standard input with curl. */
export function writeShellScript(steps: readonly Step[], origin: string): string {
  return `#!/bin/sh
# Runs ${steps.length === 1 ? "one step" : `${steps.length} steps`} on standard input, and writes the result to standard output.
# Needs curl and base64, and your API key in UTILHUB_KEY.
set -eu
: "\${UTILHUB_KEY:?Set UTILHUB_KEY to your API key}"
{
  cat <<'STEPS'
{"steps":${JSON.stringify(steps)},
STEPS
  printf '"input_base64":"'
  base64 | tr -d '\\n'
  printf '"}'
} | curl --silent --show-error --fail-with-body --data-binary @- \\
  --header "X-API-Key: $UTILHUB_KEY" --header 'Content-Type: application/json' \\
  --header 'Accept: application/octet-stream' "\${UTILHUB_URL:-${origin}}/api/dev/recipe"
`;
}

/** Builds a link to the form with steps. They are in the fragment, which browsers don't send to servers. */
export function buildLink(steps: readonly Step[], page: string): string {
  return `${page}#${new URLSearchParams({ steps: JSON.stringify(steps) })}`;
}
