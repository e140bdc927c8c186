import { perCharacter, withMemory } from "../engines/pdfium.ts";
import { areLinesApart, type Character, type TextPage } from "./text-page.ts";

/** The maximum depth of a page's tags, and the maximum number of them. */
const [depthMax, tagsMax] = [200, 20_000];

/**
 * Returns the characters of a page in the order of its tags. Returns undefined if the page has no
 * tags, or if they omit text that isn't an artifact.
 */
export function orderByTags(
  page: TextPage,
  characters: readonly Character[],
): Character[] | undefined {
  const order = readTagOrder(page);
  if (order.size === 0) return undefined;
  const runs = splitRuns(page, characters);
  const isComplete = runs.every(({ tag, isArtifact, characters }) =>
    tag < 0 ? isArtifact || characters.every(({ text }) => text.trim() === "") : order.has(tag),
  );
  if (!isComplete || runs.every(({ tag }) => tag < 0)) return undefined;
  const lastTagged = runs.findLastIndex(({ tag }) => tag >= 0);
  let position = -1;
  const positioned = runs.map((run, index) => {
    // An artifact stays behind the text that it is drawn after, and a footer at the end.
    position = order.get(run.tag) ?? (index > lastTagged ? order.size : position);
    return { ...run, position };
  });
  const sorted = positioned.toSorted((one, other) => one.position - other.position);
  if (sorted.every((run, index) => run === positioned[index])) return [...characters];
  return sorted.flatMap(({ characters }, index) => {
    const next = sorted[index + 1]?.characters.find(({ isGenerated }) => !isGenerated);
    return endRun(characters, next);
  });
}

/** Returns the position of each marked-content identifier among the tags of a page. */
function readTagOrder({ engine, page }: TextPage): Map<number, number> {
  const order = new Map<number, number>();
  const tree = page && engine.FPDF_StructTree_GetForPage(page);
  if (!tree) return order;
  let tags = 0;
  const read = (element: number, depth: number) => {
    if (depth > depthMax || tags++ > tagsMax) return;
    const count = engine.FPDF_StructElement_CountChildren(element);
    for (let index = 0; index < count; index++) {
      const child = engine.FPDF_StructElement_GetChildAtIndex(element, index);
      if (child) read(child, depth + 1);
      else {
        const id = engine.FPDF_StructElement_GetChildMarkedContentID(element, index);
        if (id >= 0 && !order.has(id)) order.set(id, order.size);
      }
    }
  };
  try {
    const count = engine.FPDF_StructTree_CountChildren(tree);
    for (let index = 0; index < count; index++)
      read(engine.FPDF_StructTree_GetChildAtIndex(tree, index), 0);
  } finally {
    engine.FPDF_StructTree_Close(tree);
  }
  return tags > tagsMax ? new Map() : order;
}

/** Characters drawn one after the other with the same tag. */
interface TaggedCharacters {
  /** The marked-content identifier, or -1. */
  tag: number;
  isArtifact: boolean;
  characters: Character[];
}

function splitRuns(
  { engine, page, textPage }: TextPage,
  characters: readonly Character[],
): TaggedCharacters[] {
  const functions = perCharacter(engine);
  const known = new Map<number, Pick<TaggedCharacters, "tag" | "isArtifact">>();
  const own = new Set(
    Array.from({ length: engine.FPDFPage_CountObjects(page) }, (_, index) =>
      engine.FPDFPage_GetObject(page, index),
    ),
  );
  const runs: TaggedCharacters[] = [];
  for (const character of characters) {
    const last = runs.at(-1);
    const object = character.isGenerated
      ? 0
      : functions.FPDFText_GetTextObject(textPage, character.index);
    if (!object) {
      if (last) last.characters.push(character);
      continue;
    }
    let mark = known.get(object);
    if (!mark) {
      // The identifiers of a form are its own.
      const tag = own.has(object) ? engine.FPDFPageObj_GetMarkedContentID(object) : -1;
      mark = { tag, isArtifact: tag < 0 && isArtifact(engine, object) };
      known.set(object, mark);
    }
    if (last && last.tag === mark.tag && last.isArtifact === mark.isArtifact)
      last.characters.push(character);
    else runs.push({ ...mark, characters: [character] });
  }
  return runs;
}

/** Returns whether an object is marked as an artifact. */
function isArtifact(engine: TextPage["engine"], object: number): boolean {
  const count = Math.min(depthMax, engine.FPDFPageObj_CountMarks(object));
  return Array.from({ length: count }, (_, index) => index).some((index) => {
    const mark = engine.FPDFPageObj_GetMark(object, index);
    return withMemory(engine, 68, (pointer) => {
      if (!engine.FPDFPageObjMark_GetName(mark, pointer, 64, pointer + 64)) return false;
      return engine.pdfium.UTF16ToString(pointer) === "Artifact";
    });
  });
}

/** Ends a run with a line break, or with a space if the next one continues its line. */
function endRun(run: readonly Character[], next: Character | undefined): Character[] {
  const end = run.findLastIndex(({ isGenerated }) => !isGenerated);
  const last = run[end];
  if (!last || !next) return run.slice(0, end + 1);
  const breaks = run.slice(end + 1).some(({ text }) => text === "\n") || areLinesApart(last, next);
  const isLevel = Math.abs(last.originY - next.originY) < 0.5 * last.size;
  if (last.isLineHyphen && !isLevel) return run.slice(0, end + 1);
  const gap = next.left - last.right;
  const isJoined = isLevel && gap > -0.1 * last.size && gap < 0.15 * last.size;
  const texts = isLevel && gap > 0 && !breaks ? [" "] : ["\r", "\n"];
  const generate = (text: string) => ({ ...last, text, isGenerated: true, isLineHyphen: false });
  return [...run.slice(0, end + 1), ...(isJoined ? [] : texts.map(generate))];
}
