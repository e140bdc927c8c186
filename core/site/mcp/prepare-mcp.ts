/** Delay after the start of the hub, so that its first calls come before. */
const delayMsDefault = 5000;

/**
 * Loads the MCP server in the background. Its library takes 9 MB and 60 to 80 ms, for which the first message would have to
 * wait.
 */
export function prepareMcp(delayMs = delayMsDefault): void {
  setTimeout(() => void import("./answer-mcp.ts"), delayMs).unref();
}
