import data from "./nouns.json" with { type: "json" };
import { type Figure, figures, parseNames } from "./nouns.ts";
import type { Relation, RelationKind, Term, Thing } from "./reading.ts";
import words from "./words.json" with { type: "json" };

/** A relation that waits for its object. */
export interface Pending {
  kind: RelationKind | "with" | "of" | undefined;
  subjects: readonly Thing[];
  term?: Term;
}

const instruments = parseNames(words.instruments);
/** The figures that a person or an animal can wear. */
const wearables = parseNames(words.wearables);
/** Beings that hold and wear things like people and animals. */
const beings = parseNames(words.beings);
/** Animals whose bodies are drawn seated. */
const seatedAnimals = parseNames(data.headAnimals);
/** The scenery that a figure can be on. */
const surfaces = parseNames(words.surfaces);
/** Scenery that figures in the air may hide. */
const skyScenery = parseNames(words.skyScenery);

/** Returns the relation of a subject to an object: "with" and "in" depend on both. */
export function resolveRelation(
  kind: Pending["kind"],
  subject: Thing,
  object: Thing,
): RelationKind | undefined {
  const { figure } = object;
  const isBeing = subject.figure?.isPerson || subject.figure?.isAnimal || beings.has(subject.name);
  const isWearable = figure !== undefined && wearables.has(figure.name);
  switch (kind) {
    case "with":
      if (!figure || !subject.figure) return undefined;
      if (isBeing && isWearable) return "wearing";
      return isBeing && figure.meters <= 1.1 && !figure.isAnimal ? "holding" : "next to";
    case "in":
      if (isBeing && isWearable) return "wearing";
      return figure && isLargeBuilding(figure) ? "in front of" : "in";
    case "on":
      return object.name === "barn" && object.word !== "barn" ? "in front of" : "on";
    case "wearing":
      return isWearable ? kind : undefined;
    case "holding":
      return figure && subject.figure ? kind : undefined;
    case "next to":
      return isBeing && figure && instruments.has(figure.name) ? "holding" : kind;
    case "of":
      return undefined;
    default:
      return kind;
  }
}

function isLargeBuilding({ name, habitat, meters }: Figure): boolean {
  return habitat === "ground" && meters >= 4 && !/tree|pine|palm/.test(name);
}

/** Returns whether a relation to scenery has a meaning for the position. */
export function isPlace({ kind, to }: Relation): boolean {
  if (kind === "on" || kind === "in") return surfaces.has(to.name) || to.name === "cloud";
  return kind === "above" && !skyScenery.has(to.name);
}

/** Seats a person, or an animal of which there is a seated body. */
export function seat(thing: Thing): void {
  const { figure } = thing;
  if (!figure) return;
  const seated = [figure.name, `${figure.name}-face`].find((name) => seatedAnimals.has(name));
  if (seated) thing.figure = { ...figure, name: seated };
  thing.isSeated = figure.isPerson || beings.has(figure.name) || seated !== undefined;
}

export const waters = new Set(["lake", "river", "sea", "water"]);

/** Puts a person or an animal into water: "a hippo in a pond". */
export function wade(thing: Thing): void {
  const { figure } = thing;
  if (figure?.habitat !== "ground" || !(figure.isPerson || figure.isAnimal)) return;
  const swimming = figure.isPerson ? selectPose(figure, "swimming") : undefined;
  thing.figure = swimming ?? { ...figure, habitat: "water" };
}

/** Returns the illustration of a figure in a pose, if there is one. */
export function selectPose(figure: Figure, pose: string): Figure | undefined {
  if (pose === "flying") {
    const canFly = figure.habitat === "air" || figure.isAnimal || figure.isPerson;
    return canFly ? { ...figure, habitat: "air" } : undefined;
  }
  const [base] = /^(?:man|woman|person)$/.exec(adults.get(figure.name) ?? figure.name) ?? [];
  const posed = base && (figures.get(`${base}-${pose}`) ?? figures.get(`person-${pose}`));
  return posed ? { ...posed, meters: figure.meters } : undefined;
}

/** The adults who are like children. There are illustrations of them in many poses. */
const adults = new Map(Object.entries({ child: "person", boy: "man", girl: "woman" }));
