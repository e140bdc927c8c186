import { imagesLoaded } from "./settle.ts";
import type { World } from "./world.ts";

/** How far down a page is looked for what loads only when it is seen. */
const stepsMax = 60;
const stepMs = 60;
const imagesMsMax = 5000;

/**
 * Has a page load what it would only load when somebody scrolled there, and goes back to the top.
 * Without scripts there are only images that say so themselves.
 */
export async function loadWhole(
  world: World,
  { heightMax, budgetMs }: { heightMax: number; budgetMs: number },
): Promise<void> {
  const end = performance.now() + budgetMs;
  const { hasScripts, hasLazy, viewport } = await world.run("unlazy");
  if (hasScripts)
    for (let step = 1; step <= stepsMax && performance.now() < end; step++) {
      const top = Math.round(step * viewport * 0.9);
      const height = await world.run("scrollTo", top);
      if (top + viewport >= Math.min(height, heightMax)) break;
      await Bun.sleep(stepMs);
    }
  if (hasScripts) await Bun.sleep(stepMs);
  if (hasScripts || hasLazy) await imagesLoaded(world, Math.min(imagesMsMax, budgetMs));
  await world.run("scrollTo", 0);
  await world.run("pinOnce");
}
