/// <reference path="./contract/raw-json.d.ts" />
/** Everything a plugin author may import. */
export { type Static, Type as t } from "@sinclair/typebox";
export type {
  Browser,
  MadePage,
  PageKey,
  PageStep,
  Picture,
  PrintOptions,
  Shot,
} from "./contract/browser-door.ts";
export type { DatasetDefinition } from "./contract/dataset.ts";
export type { DatasetVersion, ModelFacts } from "./contract/dataset-version.ts";
export type { CommonDoors, DataDoor, Kv } from "./contract/doors.ts";
export type { ErrorShape } from "./contract/error-shape.ts";
export { HubError } from "./contract/errors.ts";
export type { Models, Tensor } from "./contract/models-door.ts";
export type { Net } from "./contract/net-door.ts";
export { definePlugin } from "./contract/plugin.ts";
export { readOnce } from "./contract/read-once.ts";
export { isAppScheme, redirect } from "./contract/redirect.ts";
export { reply } from "./contract/reply.ts";
export { toHeaderText } from "./contract/response-headers.ts";
export { binary, file, group, oneOf } from "./contract/schema.ts";
export type { Setting, Settings, SettingValues } from "./contract/setting.ts";
export type { Smtp, SmtpReply } from "./contract/smtp-door.ts";
export type { Upload } from "./contract/upload.ts";
export { parseFields } from "./host/handler/input.ts";
export { ask, type Question } from "./host/providers/ask.ts";
export { fitToSchema } from "./host/providers/fit-to-schema.ts";
export { openAiSettings } from "./host/providers/openai-settings.ts";
export { isOffline, type Provided, type Provider, provide } from "./host/providers/provide.ts";
export { asTable } from "./lib/as-table.ts";
// Deprecated: import these from "hub/bank", "hub/csv", "hub/html" and "hub/net".
export {
  epcText,
  isCreditorReference,
  type RefuseTransfer,
  readIban,
  type Transfer,
} from "./lib/bank.ts";
export { readCsv, writeCsv } from "./lib/csv.ts";
export { cleanFileName, writeAttachment } from "./lib/file-name.ts";
export { combineFindings, combineParts, type Finding, isDenial } from "./lib/finding.ts";
export { describeHost, type HostWarning } from "./lib/host-name.ts";
export { escapeHtml, type Html, html } from "./lib/html.ts";
export {
  getRedirectTarget,
  /** @deprecated Use `getRedirectTarget`. */
  getRedirectTarget as locationOf,
} from "./lib/http-redirect.ts";
export { type Address, isPublicAddress, parseAddress, parseBlock } from "./lib/ip-address.ts";
export { languageCodes } from "./lib/language/codes.ts";
export { type IdentifiedLanguage, identifyLanguage } from "./lib/language/identify.ts";
export { quickLanguage } from "./lib/language/quick.ts";
export { type Span, splitSentences } from "./lib/language/sentences.ts";
export { mapFile } from "./lib/map-file.ts";
export { suggestNearest } from "./lib/nearest.ts";
export { readPackageFile } from "./lib/package-file.ts";
export { zip } from "./lib/zip.ts";
