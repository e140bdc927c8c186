import { openWords } from "hub/data-file";

const lists = openWords(new URL("./name-words.txt", import.meta.url), [
  "honorifics",
  "roles",
  "deeds",
  "first names",
  "organization ends",
  "organization heads",
  "no organization",
  "no name",
])();

/** Titles that precede a person's name. */
export const honorifics = lists.honorifics;

/** Lower-case roles that precede a name. */
export const roles = lists.roles;

/** Verbs that often follow a person's name. */
export const deeds = lists.deeds;

/** First names that are common in some country and rarely used as words. */
export const firstNames = lists["first names"];

/** Last words of the names of companies and institutions. */
export const organizationEnds = lists["organization ends"];

/** First words of the names of institutions, before "of". */
export const organizationHeads = lists["organization heads"];

/** Words in capitals that aren't organisations. */
export const noOrganization = lists["no organization"];

/** Capitalized words that open a sentence and aren't names. */
export const noName = lists["no name"];
