import { type Art, buildArt } from "../art.ts";
import { lerp } from "../interpolate.ts";
import data from "../nouns.json" with { type: "json" };
import { figures } from "../nouns.ts";
import { paintSprite } from "../sprites.ts";
import type { Stage } from "../stage.ts";

type Place = keyof typeof data.dressing;

/** The places that words name. The others are backdrops. */
const places = (Object.keys(data.dressing) as Place[]).filter(
  (place) => place !== "underwater" && place !== "moon",
);

/** Paints the things that identify a place: the bench and the lamp of a park, the shelves of a library. */
export async function paintDressing(stage: Stage): Promise<void> {
  const { reading, width, height, horizon, isTabletop } = stage;
  for (const place of findPlaces(stage))
    for (const [at, [name, x, near, tall]] of data.dressing[place].entries()) {
      const figure = figures.get(name as string);
      if (!figure || reading.absent.has(figure.name)) continue;
      if (reading.things.some((thing) => thing.name === figure.name)) continue;
      const dice = stage.dice(`dressing ${place} ${at}`);
      const art: Art = await buildArt(stage, { figure, colors: [], posture: "standing", dice });
      const y = lerp(horizon, height, near as number);
      await paintSprite(stage, {
        art,
        x: (x as number) * width,
        // The far edge of a table hides what stands behind it.
        y: isTabletop ? Math.min(y, horizon) : y,
        tall: Math.min(width, height) * (tall as number),
        depth: 0.1,
        footing: (near as number) > 0 && !isTabletop ? "ground" : "thing",
        shows: undefined,
      });
    }
}

/** Returns the places of a prompt that have things of their own. */
function findPlaces({ reading, backdrop, thing }: Stage): Place[] {
  const words = reading.things.filter(({ figure }) => !figure).map(({ word }) => word);
  if (backdrop === "underwater") return [backdrop];
  if (backdrop === "moon") return thing("planet-surface") ? [] : [backdrop];
  const isAutumn = reading.season === "autumn" && backdrop !== "room" && !thing("forest");
  if (isAutumn) words.push("autumn");
  return places.filter((place) =>
    words.some((word) => word === place || word.endsWith(` ${place}`)),
  );
}
