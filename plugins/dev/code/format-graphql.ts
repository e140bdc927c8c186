import * as graphql from "prettier/plugins/graphql";
import { formatWithPrettier } from "./prettier.ts";

interface FormatOptions {
  indent: number | "tab";
  width: number;
}

/** Formats GraphQL documents and schemas, with their comments. */
export async function formatGraphql(text: string, options: FormatOptions) {
  const plugins = [graphql];
  const formatted = await formatWithPrettier(text, {
    ...options,
    at: "body.graphql",
    parser: "graphql",
    plugins,
  });
  return {
    formatted,
    bytes_in: Buffer.byteLength(text),
    bytes_out: Buffer.byteLength(formatted),
  };
}
