import type { Page } from "puppeteer-core";
import type { PageStep } from "../../contract/browser-door.ts";
import { HubError } from "../../contract/errors.ts";
import { elementError } from "./browser-errors.ts";
import type { World } from "./page-world.ts";

const pollMs = 50;

/** The tools for actions in an open page. */
interface StepTools {
  page: Page;
  world: World;
  signal: AbortSignal;
  /** Waits until the page has settled again. */
  settle: () => Promise<void>;
}

/** Runs actions in a page, in order. Throws `selector_not_found` if an element isn't there when it is needed. */
export async function runSteps(steps: readonly PageStep[], tools: StepTools): Promise<void> {
  for (const step of steps) {
    if (tools.signal.aborted) return;
    await runStep(step, tools);
    await tools.settle();
  }
}

async function runStep(step: PageStep, { page, world, signal }: StepTools): Promise<void> {
  switch (step.action) {
    case "click": {
      const { x, y } = await findPoint(step.selector, world);
      await page.mouse.click(x, y);
      return;
    }
    case "hover": {
      const { x, y } = await findPoint(step.selector, world);
      await page.mouse.move(x, y);
      return;
    }
    case "type":
      await findPoint(step.selector, world);
      if (!(await world.run("selectContent", step.selector)))
        throw new HubError(
          "invalid_input",
          `Cannot type into "${step.selector}": it is no text field`,
        );
      await page.keyboard.sendCharacter(step.text);
      return;
    case "press":
      await page.keyboard.press(step.key);
      return;
    case "scroll":
      if (step.selector !== undefined) await findPoint(step.selector, world);
      else await world.run("scrollTo", step.y ?? 0);
      return;
    case "wait":
      if (step.ms !== undefined) await Bun.sleep(step.ms);
      while (step.selector !== undefined && !signal.aborted) {
        const box = await world.run("getBox", step.selector);
        if (box === "invalid") throw elementError({ invalid: step.selector });
        if (box) return;
        await Bun.sleep(pollMs);
      }
  }
}

/** Scrolls to an element, and returns its centre in the window. */
async function findPoint(selector: string, world: World): Promise<{ x: number; y: number }> {
  const point = await world.run("scrollToPoint", selector);
  if (point === "invalid") throw elementError({ invalid: selector });
  if (point) return point;
  throw elementError({ missing: selector });
}
