import type { Validation } from "./response.ts";
import { checkProbeAllowed, type ProbeDoors, probeMailbox } from "./smtp/probe.ts";
import { makeValidator, type ValidatorDoors, type ValidatorOptions } from "./validate.ts";

interface ValidationRequest extends ValidatorOptions {
  email: string;
  smtp: boolean;
}

/** Validates one address, and asks its mail server if the caller wants and may. */
export async function validateOne(
  { email, smtp: isProbed, ...options }: ValidationRequest,
  doors: ProbeDoors & Omit<ValidatorDoors, "probe">,
): Promise<Validation> {
  if (isProbed) checkProbeAllowed(doors);
  const validate = await makeValidator(options, {
    ...doors,
    probe: isProbed ? (known) => probeMailbox(known, doors) : undefined,
  });
  return validate(email);
}
