import { logicalRuns, mirror } from "../drawing/text/bidi.ts";
import type { HubFont } from "../drawing/text/font.ts";
import type { Run } from "../drawing/text/shape.ts";
import { type Cluster, clustersOf } from "./clusters.ts";

/** Clusters of one font. Measures are in ems; `x` is from where its line begins. */
export interface Stretch {
  font: HubFont;
  clusters: readonly Cluster[];
  x: number;
  /** Of a bracket by itself that is turned round from right to left: the one that is seen. */
  turned?: string | undefined;
}

interface Open extends Stretch {
  clusters: Cluster[];
  level: number;
}

/**
 * A line's runs of a size as stretches, in the order in which they are read, which some readers keep.
 * Files of one script have no space, which then is of another font: shown are spaces in that of the
 * word before, as such readers turn a line round only as far as one font goes.
 */
export function stretchesOf(runs: readonly Run[], size: number): Stretch[] {
  const stretches: Open[] = [];
  for (const run of runs) {
    const { font, level } = run;
    for (const cluster of clustersOf(run, size)) {
      const x = run.x / size + cluster.x;
      const turned = level % 2 ? findMirrored(cluster) : undefined;
      const last = stretches.at(-1);
      const isBlank = cluster.text === " ";
      if (last && !turned && goesOn(last, run, isBlank)) {
        const parts = last.font === font ? cluster.parts : [];
        last.clusters.push({ ...cluster, parts, x: x - last.x });
      } else stretches.push({ font, clusters: [{ ...cluster, x: 0 }], x, level, turned });
    }
  }
  return logicalRuns(stretches).map(({ clusters, level, ...stretch }) => ({
    ...stretch,
    clusters: level % 2 ? withSpaces(clusters) : clusters,
  }));
}

function findMirrored({ text }: Cluster): string | undefined {
  const turned = mirror(text);
  return turned === text ? undefined : turned;
}

function goesOn(last: Open, { font, level }: Run, isBlank: boolean): boolean {
  return last.level === level && !last.turned && (last.font === font || isBlank);
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
