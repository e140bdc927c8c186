import { t } from "hub";

export const metadataNames = [
  "title",
  "author",
  "subject",
  "keywords",
  "creator",
  "producer",
] as const;

export type Metadata = { [Name in (typeof metadataNames)[number]]?: string | undefined };

function text(what: string) {
  return t.Optional(t.String({ maxLength: 1000, description: `${what}; empty takes it away` }));
}

/** What a caller may have a document say of itself. */
export const metadataFields = {
  title: text("The title"),
  author: text("Who wrote it"),
  subject: text("What it is about"),
  keywords: text("Words to find it by"),
  creator: text("The program it was written with"),
  producer: text("The program that made it a PDF"),
};
