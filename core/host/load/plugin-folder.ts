import { existsSync } from "node:fs";

/**
 * Returns whether a folder is a plugin, and not a folder of plugins. Its routes count too, because editors
 * replace files, so plugin.ts may be missing for a moment.
 */
export function isPluginFolder(folder: string): boolean {
  const hasRoutes = existsSync(`${folder}/routes`) && !existsSync(`${folder}/routes/plugin.ts`);
  return existsSync(`${folder}/plugin.ts`) || hasRoutes;
}
