import type { World } from "./page-world.ts";
import type { Traffic } from "./traffic.ts";

const lookMs = 75;
/** How long nothing may change in a page that has scripts. */
const quietMs = 225;
/** Requests that may stay open: pages keep some to be told of news. */
const openMax = 2;
const budgetMsMax = 10_000;

export interface SettleOptions {
  world: World;
  traffic: Traffic;
  loaded: Promise<void>;
  /** After that long the page is taken as it is. */
  budgetMs: number;
}

/** Waits until a page has loaded with images and fonts, and its scripts have left it alone. */
export async function settle({ world, traffic, loaded, budgetMs }: SettleOptions): Promise<void> {
  const end = performance.now() + Math.min(budgetMs, budgetMsMax);
  await Promise.race([loaded, Bun.sleep(Math.min(budgetMs, budgetMsMax))]);
  let last = "";
  let since = performance.now();
  while (performance.now() < end) {
    const { isReady, hasScripts, looks } = await world.run("look");
    if (looks !== last) since = performance.now();
    last = looks;
    const isQuiet = !hasScripts || performance.now() - since >= quietMs;
    if (isReady && isQuiet && traffic.open <= openMax) return;
    await Bun.sleep(lookMs);
  }
}

/** Waits until the images that have been asked for are there, or some time has passed. */
export async function imagesLoaded(world: World, budgetMs: number): Promise<void> {
  const end = performance.now() + budgetMs;
  while (performance.now() < end) {
    if ((await world.run("look")).isReady) break;
    await Bun.sleep(lookMs);
  }
  await Promise.race([world.run("decodeImages"), Bun.sleep(Math.max(0, end - performance.now()))]);
}
