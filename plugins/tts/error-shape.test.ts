import { expect, test } from "bun:test";
import { HubError } from "hub";
import { openAiErrors } from "./error-shape.ts";

test("errors have OpenAI's types, and name the field in OpenAI's notation", () => {
  const writeError = (code: string, location?: string) =>
    openAiErrors.write(new HubError(code, "x", location ? { at: location } : {})).error;
  expect(writeError("invalid_input", "body.messages.0.text.12")).toMatchObject({
    type: "invalid_request_error",
    param: "messages[0].text[12]",
    code: "invalid_input",
  });
  expect(writeError("internal_error")).toMatchObject({ type: "server_error", param: null });
  expect(writeError("rate_limited")).toMatchObject({
    type: "requests",
    code: "rate_limit_exceeded",
  });
});
