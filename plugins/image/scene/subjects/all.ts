import { boat } from "./boat.ts";
import { cat } from "./cat.ts";
import { house } from "./house.ts";
import { pine } from "./pine.ts";
import type { Subject } from "./subject.ts";
import { blossom, tree } from "./tree.ts";

/** What is drawn as a shape of its own, by its name. */
export const subjects: Readonly<Record<string, Subject>> = {
  blossom,
  boat,
  cat,
  house,
  pine,
  tree,
};
