import type { Labels } from "../locales/en.ts";
import type { Content } from "./content.ts";

const colors = {
  draft: [0.4, 0.42, 0.46],
  paid: [0.05, 0.5, 0.25],
  overdue: [0.78, 0.12, 0.12],
  void: [0.78, 0.12, 0.12],
} as const;

/** The word across the first page, in the colour of what it says. */
export function stampOf(status: keyof typeof colors | "none", labels: Labels): Content["stamp"] {
  if (status === "none") return undefined;
  return { text: labels[status].toLocaleUpperCase(), color: colors[status] };
}
