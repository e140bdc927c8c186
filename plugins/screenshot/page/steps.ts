import type { PageKey, PageStep } from "hub";
import { invalid } from "./checks.ts";

export const stepActions = ["click", "hover", "type", "press", "scroll", "wait"] as const;

/** A step as requested. */
export interface RequestedStep {
  action: (typeof stepActions)[number];
  selector?: string | undefined;
  text?: string | undefined;
  y?: number | undefined;
  ms?: number | undefined;
}

type StepField = Exclude<keyof RequestedStep, "action">;

const keys: readonly string[] = [
  "Enter",
  "Tab",
  "Escape",
  "Space",
  "Backspace",
  "Delete",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "PageUp",
  "PageDown",
  "Home",
  "End",
] satisfies PageKey[];

/** The fields of each action: all of them, or one of several. */
const fields: Readonly<
  Record<RequestedStep["action"], { all: readonly StepField[] } | { one: readonly StepField[] }>
> = {
  click: { all: ["selector"] },
  hover: { all: ["selector"] },
  type: { all: ["selector", "text"] },
  press: { all: ["text"] },
  scroll: { one: ["selector", "y"] },
  wait: { one: ["selector", "ms"] },
};

/** Checks that each step has the fields of its action, and no others. Throws `invalid_input`. */
export function checkSteps(steps: readonly RequestedStep[]): PageStep[] {
  return steps.map((step, index) => checkStep(step, `body.steps.${index}`));
}

function checkStep(step: RequestedStep, at: string): PageStep {
  const { action, selector = "", text = "", y, ms } = step;
  const needed = fields[action];
  const names = "all" in needed ? needed.all : needed.one;
  const given = (["selector", "text", "y", "ms"] as const).filter(
    (name) => step[name] !== undefined,
  );
  const extra = given.find((name) => !names.includes(name));
  if (extra) throw invalid(`${at}.${extra}`, `be omitted for the action "${action}"`);
  const count = "all" in needed ? names.length : 1;
  if (given.length !== count)
    throw invalid(
      at,
      `have ${names.join("all" in needed ? " and " : " or ")} for the action "${action}"`,
    );
  switch (action) {
    case "click":
    case "hover":
      return { action, selector };
    case "type":
      return { action, selector, text };
    case "press":
      if (!keys.includes(text))
        throw invalid(`${at}.text`, `be one of ${keys.join(", ")}: it is "${text}"`);
      return { action, key: text as PageKey };
    case "scroll":
      return y === undefined ? { action, selector } : { action, y };
    case "wait":
      return ms === undefined ? { action, selector } : { action, ms };
  }
}
