import { findCards } from "./card.ts";
import { findDates } from "./date.ts";
import { findEmails } from "./email.ts";
import type { Finder } from "./find.ts";
import { findIbans } from "./iban.ts";
import { findAddresses } from "./ip.ts";
import type { PresetName } from "./names.ts";
import { findPhones } from "./phone.ts";
import { findSsns } from "./ssn.ts";
import { findUrls } from "./url.ts";

/** What finds each kind of personal data. */
export const presets: Readonly<Record<PresetName, Finder>> = {
  email: findEmails,
  phone: findPhones,
  iban: findIbans,
  credit_card: findCards,
  ssn_us: findSsns,
  ip: findAddresses,
  url: findUrls,
  date: findDates,
};
