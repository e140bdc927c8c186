import { HubError, type Static } from "hub";
import { type Doors, getOwner } from "../doors.ts";
import { editLink } from "../link/edit.ts";
import type { Link } from "../link/link.ts";
import type { editBody, shortenBody } from "../link/link-schema.ts";
import { countLinks, type ListOptions, listLinks } from "../link/own-links.ts";
import { shorten } from "../link/shorten.ts";
import { readTargetRules } from "../link/target.ts";
import url from "../plugin.ts";

export type CallDoors = Pick<Doors, "caller" | "origin" | "env" | "kv" | "random" | "clock">;

/** The other service's names of our fields. */
export type FieldNames = Readonly<Record<string, string>>;

/** Creates a link of the caller, with errors in the other service's names. */
export async function createPeerLink(
  { utm, ...request }: Static<typeof shortenBody>,
  names: FieldNames,
  doors: CallDoors,
): Promise<{ link: Link; reused: boolean }> {
  const options = { ...describeCaller(doors), random: doors.random, utm };
  return renameFields(shorten(request, options), names);
}

/** Updates a link of the caller, with errors in the other service's names. */
export async function editPeerLink(
  code: string,
  { changes, names }: { changes: Static<typeof editBody>; names: FieldNames },
  doors: CallDoors,
): Promise<Link> {
  return renameFields(editLink(code, changes, describeCaller(doors)), names);
}

function describeCaller({ caller, origin, env, kv, clock }: CallDoors) {
  return { owner: getOwner(caller), kv, now: clock(), ...readTargetRules({ origin, env }) };
}

/** Repeats an error with the caller's name of the field. */
async function renameFields<T>(work: Promise<T>, names: FieldNames): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const location = error instanceof HubError ? error.errors[0]?.location : undefined;
    const [, field = "", rest = ""] = /^body\.(\w+)(.*)$/.exec(location ?? "") ?? [];
    const name = Object.hasOwn(names, field) ? names[field] : undefined;
    if (!(error instanceof HubError) || !location || !name) throw error;
    const at = `body.${name}${name.includes(".") ? "" : rest}`;
    const message = error.message.replaceAll(location, at);
    throw new HubError(error.code, message, { at, status: error.status, title: error.title });
  }
}

/** Maximum number of links of an account that page numbers reach and searches look through. */
const reachedMax = 10_000;

/** Returns a numbered page of the caller's links, newest first, and the number of links. Throws if it lies too deep. */
export async function listPage(
  { page, size, ...filter }: { page: number; size: number } & Pick<ListOptions, "tag" | "q">,
  { caller, kv }: Pick<Doors, "caller" | "kv">,
): Promise<{ links: Link[]; total: number }> {
  const pagesMax = Math.floor(reachedMax / size);
  if (page > pagesMax)
    throw url.error(
      "invalid_input",
      `query.page must be at most ${pagesMax} with ${size} links each: it is ${page}`,
      { at: "query.page" },
    );
  const owner = getOwner(caller);
  const isFiltered = filter.tag !== undefined || filter.q !== undefined;
  const wanted = isFiltered ? reachedMax : page * size;
  const found: Link[] = [];
  let before: string | undefined;
  do {
    const options = { ...filter, kv, before, limit: url.limits.listMax };
    const { links, next } = await listLinks(owner, options);
    found.push(...links);
    before = next ?? undefined;
  } while (before !== undefined && found.length < wanted);
  const links = found.slice((page - 1) * size, page * size);
  return { links, total: isFiltered ? found.length : await countLinks(owner, kv) };
}
