import type { Dice } from "../dice.ts";
import data from "./nouns.json" with { type: "json" };
import { type Figure, parseNames } from "./nouns.ts";
import { type Frame, findSkin, measureAreas } from "./recolor.ts";
import { css, hex, shiftColor, toLch } from "./rgb.ts";

/** The posture of a body. */
export type Posture = "standing" | "riding";

/** Animals of which the set has only the head. */
const headAnimals = parseNames(data.headAnimals);
/** People and beings of which the set has only the head. */
const heads = parseNames(data.heads);
const shirts = ["d8432f", "3f7fbf", "f2b134", "3fa08c", "7a55a8", "e8799a", "5a8f3f"].map(hex);
const trousers = ["3b4a6b", "4a4a55", "5f4a3a", "2f5b6b"].map(hex);

/** The colours of clothes that a figure always wears. */
const uniforms: Readonly<Record<string, string>> = data.uniforms;
const aliens = new Set(["alien", "goblin", "ogre", "troll"]);

interface Bodied {
  content: string;
  height: number;
  hasBody: boolean;
}

/** Adds a body to an illustration that shows only a head, or a head and shoulders. */
export async function addBody(
  content: string,
  { figure, name, posture, dice }: { figure: Figure; name: string; posture: Posture; dice: Dice },
): Promise<Bodied> {
  if (headAnimals.has(figure.name)) return addAnimalBody(content, figure.name);
  const fills = await listFills(content, [0, 0, 32, 32]);
  const bottom = await listFills(content, [0, 27, 32, 3]);
  // The lowest part of a head and shoulders is wider than feet.
  const isBroad = bottom.reduce((sum, { area }) => sum + area, 0) > 216;
  const isHead = heads.has(figure.name);
  const isBust = figure.isPerson && isBroad && !isWhole(figure.name);
  if (!isHead && !isBust) return { content, height: 32, hasBody: false };
  const own = findSkin(figure.name, name);
  const { fill: skin = "#ffc83d" } = fills.find(({ fill }) => own.includes(fill)) ?? fills[0] ?? {};
  const uniform = uniforms[figure.name];
  const hide = aliens.has(figure.name) ? shiftColor(hex(skin), { light: -0.08 }) : undefined;
  const shirt = uniform === undefined ? (hide ?? dice.pick(shirts)) : hex(uniform);
  const top = isHead || !bottom[0] ? shirt : hex(bottom[0].fill);
  const isPlain = !isHead || uniform !== undefined;
  const legs = isPlain ? shiftColor(top, { light: -0.14 }) : dice.pick(trousers);
  const paint = {
    top: css(top),
    sleeve: css(shiftColor(top, { light: -0.05 })),
    legs: css(legs),
    skin: figure.name === "robot" ? "#6f6a7a" : skin,
    shoes: css(shiftColor(legs, { light: -0.22 })),
  };
  const isRider = posture === "riding";
  const body = isRider ? drawRider(paint, isHead) : drawStanding(paint, isHead);
  // Heads are drawn smaller than they are in the set, or they would be half of a person.
  const head = isHead ? `<g transform="translate(4.4 4.4) scale(0.725)">${content}</g>` : content;
  return {
    content: isHead ? body + head : head + body,
    height: isRider ? 54 : 62,
    hasBody: true,
  };
}

/** Returns the colours of an area of an illustration, the most frequent first. */
async function listFills(content: string, frame: Frame): Promise<{ fill: string; area: number }[]> {
  const areas = Array.from(await measureAreas(content, frame), ([fill, area]) => ({ fill, area }));
  return areas.toSorted((one, two) => two.area - one.area);
}

/** Returns whether an illustration of a person shows the whole figure. */
function isWhole(name: string): boolean {
  return /standing|walking|running|dancing|kneeling|surfing|biking|merpeople|swimming|climbing|cartwheel|juggling|golfing|rowing|lifting|bouncing|handball|water-polo|lotus|wheelchair|cane|in-bed|bath|levitating|wrestling|fairy|horse-racing|snowboarder|steamy|fencing|selfie|bunny|footprints|genie|massage|haircut/.test(
    name,
  );
}

interface Paint {
  top: string;
  sleeve: string;
  legs: string;
  skin: string;
  shoes: string;
}

function drawStanding({ top, sleeve, legs, skin, shoes }: Paint, isHead: boolean): string {
  const y = isHead ? 25 : 29;
  const [left, right] = isHead ? [5.6, 22.6] : [4.6, 23.2];
  const arm = (x: number) =>
    `<rect x="${x}" y="${y + 0.6}" width="4.2" height="15" rx="2.1" fill="${sleeve}"/><circle cx="${x + 2.1}" cy="${y + 15.6}" r="2.1" fill="${skin}"/>`;
  const leg = (x: number) =>
    `<rect x="${x}" y="${y + 15}" width="6" height="17" rx="1.4" fill="${legs}"/><rect x="${x - 0.8}" y="${y + 29.6}" width="7.4" height="3.6" rx="1.7" fill="${shoes}"/>`;
  const torso = isHead
    ? `<path d="M7 ${y + 5}Q7 ${y} 12 ${y}H20Q25 ${y} 25 ${y + 5}L23.6 ${y + 17}Q16 ${y + 18.6} 8.4 ${y + 17}Z" fill="${top}"/>`
    : `<path d="M8.2 ${y}H23.8L23.2 ${y + 17}Q16 ${y + 18.6} 8.8 ${y + 17}Z" fill="${top}"/>`;
  return leg(9.6) + leg(16.4) + arm(left) + arm(right) + torso;
}

/** Draws a body that sits on a mount that faces left, with one leg on this side. */
function drawRider({ top, sleeve, legs, skin, shoes }: Paint, isHead: boolean): string {
  const y = isHead ? 25 : 29;
  const torso = isHead
    ? `<path d="M8.4 ${y + 5}Q8.4 ${y} 13 ${y}H19Q23.6 ${y} 23.6 ${y + 5}L23 ${y + 13}H9.4Z" fill="${top}"/>`
    : `<path d="M8.2 ${y}H23.8L23 ${y + 12}H9Z" fill="${top}"/>`;
  const leg = `<path d="M20 ${y + 10}Q13 ${y + 9} 11.6 ${y + 14}L12.6 ${y + 21.5}" fill="none" stroke="${legs}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/><path d="M8.2 ${y + 24.6}q0-3.4 3.6-3.4h3.8v3.4z" fill="${shoes}"/>`;
  const arm = `<path d="M19.6 ${y + 3}L14.6 ${y + 9}L6.4 ${y + 8.2}" fill="none" stroke="${sleeve}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="5.6" cy="${y + 8.2}" r="2.1" fill="${skin}"/>`;
  return torso + leg + arm;
}

const tailed = new Set(["fox", "wolf", "lion", "raccoon", "cat-face", "dog-face", "tiger-face"]);

/** Draws the body of an animal that sits in front of the viewer. */
async function addAnimalBody(content: string, name: string): Promise<Bodied> {
  const fills = await listFills(content, [0, 0, 32, 32]);
  const isLit = ({ fill }: { fill: string }) => toLch(hex(fill))[0] > 0.28;
  const coat = hex(fills.find(isLit)?.fill ?? "#a56953");
  const limb = name === "panda" ? hex("3a3448") : shiftColor(coat, { light: -0.06 });
  const light = name === "frog" ? hex("ffd83b") : shiftColor(coat, { light: 0.12, chroma: 0.6 });
  const belly = name === "panda" || name === "polar-bear" ? hex("ffffff") : light;
  const [a, b, c] = [css(coat), css(limb), css(belly)];
  const paw = (x: number) =>
    `<path d="M${x - 2.6} 33Q${x - 3} 45 ${x - 3.2} 48Q${x} 51.4 ${x + 3.2} 48Q${x + 3} 45 ${x + 2.6} 33Z" fill="${b}"/>`;
  const foot = (x: number) => `<ellipse cx="${x}" cy="49" rx="5" ry="2.9" fill="${b}"/>`;
  const tail = tailed.has(name)
    ? `<path d="M23 47Q31.6 47 30.4 37Q29.6 33.4 27.2 35.6Q27.8 42 22 44Z" fill="${b}"/>`
    : "";
  const body = `${tail}<path d="M16 22C24 22 26.4 36 26 43C25.6 50 20 51.4 16 51.4C12 51.4 6.4 50 6 43C5.6 36 8 22 16 22Z" fill="${a}"/><ellipse cx="16" cy="38" rx="6.2" ry="9.4" fill="${c}"/>${foot(8.6)}${foot(23.4)}${paw(11.8)}${paw(20.2)}`;
  return {
    content: `${body}<g transform="translate(1.6 1.2) scale(0.9)">${content}</g>`,
    height: 53,
    hasBody: false,
  };
}
