import type { Setting, Settings } from "../contract/setting.ts";
import { openTable } from "../lib/data-file.ts";

const readRows = openTable(new URL("./settings.tsv", import.meta.url), {
  name: "text",
  type: "text",
  default: "optional",
  min: "optional",
  max: "optional",
  unit: "optional",
  values: "list",
  items: "optional",
  shown: ["shown", "hidden"],
  description: "text",
});

/** Returns all settings of a hub. Other variables that start with `HUB_` prevent the start. */
export function listSettings(): Settings {
  return Object.fromEntries(
    readRows().map(({ name, values, min, max, default: text, shown: _, ...setting }) => {
      // Backticks enclose a value. Other texts describe how the hub computes the default.
      const value = /^`([^`]+)`$/.exec(text ?? "")?.[1];
      return [
        name,
        {
          ...setting,
          ...(text && (value === undefined ? { fallback: text } : { default: value })),
          ...(min && { min: Number(min) }),
          ...(max && { max: Number(max) }),
          ...(values.length > 0 && { values }),
        } as Setting,
      ];
    }),
  );
}

/**
 * Returns the settings whose values are shown to operators. All others are hidden: a URL may contain a password, and new
 * settings stay hidden until someone decides otherwise.
 */
export function listShownSettings(): string[] {
  return readRows().flatMap(({ name, shown }) => (shown === "shown" ? [name] : []));
}

/** Removed settings of earlier versions, with advice. The hub logs those that are still set. */
export const removedSettings: Readonly<Record<string, string>> = {
  HUB_LIMITS_LEASE: "calls are counted individually",
  OPENAI_IMAGES_PER_DAY: 'set "MODEL_IMAGES_PER_DAY" instead',
};
