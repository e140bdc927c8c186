import { logicalRuns } from "../text/bidi.ts";
import type { HubFont } from "../text/font.ts";
import type { Run } from "../text/shape.ts";
import { type Cluster, clustersOf } from "./clusters.ts";

/** Clusters of one font. Measures are in ems; `x` is from where its line begins. */
export interface Stretch {
  font: HubFont;
  clusters: readonly Cluster[];
  x: number;
}

/**
 * A line's runs of a size as stretches, in the order in which they are read, which some readers keep.
 * Files of one script have no space, which then is of another font: shown are spaces in that of the
 * word before, as such readers turn a line round only as far as one font goes.
 */
export function stretchesOf(runs: readonly Run[], size: number): Stretch[] {
  const stretches: (Stretch & { clusters: Cluster[]; level: number })[] = [];
  for (const run of runs) {
    const { font, level } = run;
    const x = run.x / size;
    const last = stretches.at(-1);
    const clusters = clustersOf(run, size);
    if (last && last.level === level && (last.font === font || run.text.trim() === ""))
      for (const cluster of clusters) {
        const parts = last.font === font ? cluster.parts : [];
        last.clusters.push({ ...cluster, parts, x: x - last.x + cluster.x });
      }
    else stretches.push({ font, clusters, x, level });
  }
  return logicalRuns(stretches).map(({ clusters, level, ...stretch }) => ({
    ...stretch,
    clusters: level % 2 ? withSpaces(clusters) : clusters,
  }));
}

/**
 * From right to left the marks of a word's last letter follow a space: pdf.js tells a space no sooner
 * than by the letter after it, and would put it between that letter and its marks. Such a space is
 * told with the letter before it.
 */
function withSpaces(clusters: readonly Cluster[]): Cluster[] {
  const told: Cluster[] = [];
  for (const cluster of clusters) {
    const [letter, space] = told.slice(-2);
    if (letter && space?.text === " " && letter.text !== " " && /^\p{Mn}/u.test(cluster.text)) {
      const advance = space.x + space.advance - letter.x;
      told.splice(-2, 2, { ...letter, text: `${letter.text} `, advance });
    }
    told.push(cluster);
  }
  return told;
}
