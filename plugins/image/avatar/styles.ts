import type { Style } from "./look.ts";
import type { StyleName } from "./style-names.ts";
import { bauhaus } from "./styles/bauhaus.ts";
import { beam } from "./styles/beam.ts";
import { identicon } from "./styles/identicon.ts";
import { marble } from "./styles/marble.ts";
import { pixel } from "./styles/pixel.ts";
import { rings } from "./styles/rings.ts";
import { robot } from "./styles/robot.ts";
import { shapes } from "./styles/shapes.ts";
import { smiley } from "./styles/smiley.ts";
import { sunset } from "./styles/sunset.ts";

/** What draws each style but the initials, which are a text. */
export const styles: Readonly<Record<Exclude<StyleName, "initials">, Style>> = {
  identicon,
  pixel,
  beam,
  marble,
  rings,
  bauhaus,
  sunset,
  shapes,
  smiley,
  robot,
};
