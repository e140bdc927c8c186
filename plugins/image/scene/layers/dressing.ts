import { buildArt } from "../art.ts";
import { lerp } from "../interpolate.ts";
import data from "../nouns.json" with { type: "json" };
import { figures } from "../nouns.ts";
import { paintSprite } from "../sprites.ts";
import type { Stage } from "../stage.ts";
import { paintDot } from "./stars.ts";

type PlaceName = keyof typeof data.dressing;

/** The name of a figure, its place across the picture and towards the viewer, and its height. */
type Entries = Iterable<[index: number, [string, number, number, number]]>;

/** The places that words name. The others are backdrops. */
const places = (Object.keys(data.dressing) as PlaceName[]).filter(
  (place) => place !== "underwater" && place !== "moon",
);

/** Paints the things that identify a place: the bench and the lamp of a park, the shelves of a library. */
export async function paintDressing(stage: Stage): Promise<void> {
  const { reading, width, height, horizon, isTabletop, time } = stage;
  const isDark = time === "night" || time === "dusk";
  for (const place of findPlaces(stage))
    for (const [at, [name, across, near, size]] of data.dressing[place].entries() as Entries) {
      const figure = figures.get(name);
      if (!figure || reading.absent.has(name)) continue;
      if (reading.things.some((thing) => thing.name === name)) continue;
      const dice = stage.dice(`dressing ${place} ${at}`);
      const art = await buildArt(stage, { figure, colors: [], posture: "standing", dice });
      const row = lerp(horizon, height, near);
      // The far edge of a table hides what stands behind it.
      const y = isTabletop ? Math.min(row, horizon) : row;
      const [x, tall] = [across * width, Math.min(width, height) * size];
      const footing = near > 0 && !isTabletop ? "ground" : "thing";
      await paintSprite(stage, { art, x, y, tall, depth: 0.1, footing, shows: undefined });
      if (name === "street-lamp" && isDark) paintLamplight(stage, { x, y, tall });
    }
}

function paintLamplight(
  stage: Stage,
  { x, y, tall }: { x: number; y: number; tall: number },
): void {
  const middle = { x, y: y - tall * 0.84 };
  paintDot(stage, { ...middle, radius: tall * 0.3, share: 0.45, color: [255, 200, 110] });
  paintDot(stage, { ...middle, radius: tall * 0.09, share: 0.95, color: [255, 236, 180] });
}

/** Returns the places of a prompt that have things of their own. */
function findPlaces({ reading, backdrop, thing }: Stage): PlaceName[] {
  const words = reading.things.filter(({ figure }) => !figure).map(({ word }) => word);
  if (backdrop === "underwater") return [backdrop];
  if (backdrop === "moon") return thing("planet-surface") ? [] : [backdrop];
  const isAutumn = reading.season === "autumn" && backdrop !== "room" && !thing("forest");
  if (isAutumn) words.push("autumn");
  return places.filter((place) =>
    words.some((word) => word === place || word.endsWith(` ${place}`)),
  );
}
