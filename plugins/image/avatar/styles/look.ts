import type { Rgba } from "hub/drawing";
import type { Dice } from "../../random.ts";

/** The input of a style, which draws on a square of 100. */
export interface AvatarContext {
  dice: Dice;
  /** The requested colours. */
  colors: readonly Rgba[];
  /** The requested colours, which override those of the style. */
  background: Rgba | undefined;
  color: Rgba | undefined;
}
