import type { Deps } from "../deps";
import { AppError } from "../errors";
import type { BrandRulesAnswer } from "./brand-contract";
import { readLockedFields } from "./configured-settings-queries";
import type { HoursRulesAnswer } from "./hours-contract";
import type { NameRulesAnswer } from "./operator-name-contract";
import type { ServicesRulesAnswer } from "./services-contract";
import type { OnlineBookingRulesAnswer } from "./online-contract";
import { CLOSED_TEXT } from "./hours-rules";
import { readOperator } from "./queries";

/** Returns the operator's name, and the addresses at which riders and drivers sign in. */
export function readNameRules(deps: Deps): NameRulesAnswer {
  const { brand, brandSlug, formerSlugs, version } = readOperator(deps);
  const locked = readLockedFields(deps, ["brand", "brandSlug"]);
  return { rules: { brand, brandSlug }, formerSlugs, locked, version };
}

/** Returns the operator's colours. */
export function readBrandRules(deps: Deps): BrandRulesAnswer {
  const { accent, version } = readOperator(deps);
  return { rules: { accent }, version };
}

/** Returns the services that are offered besides rides from one place to another. */
export function readServicesRules(deps: Deps): ServicesRulesAnswer {
  const { services, version } = readOperator(deps);
  return { rules: { services }, version };
}

/** Returns the opening hours of the office. */
export function readHoursRules(deps: Deps): HoursRulesAnswer {
  const { openingHours, version } = readOperator(deps);
  return { rules: { openingHours }, version };
}

/** Returns whether riders may book online. */
export function readOnlineBookingRules(deps: Deps): OnlineBookingRulesAnswer {
  const { bookingOpen, bookingClosedText, version } = readOperator(deps);
  return { rules: { bookingOpen, bookingClosedText }, version };
}

/** Returns the address and the tax number for papers. */
export function operatorDocumentFacts(deps: Deps): { address: string; taxNumber: string } {
  const { address, taxNumber, town } = readOperator(deps);
  return { address: address || town, taxNumber };
}

/** Whether the site is open for business. */
export function isOpen(deps: Deps): boolean {
  return readOperator(deps).openedAt !== null;
}

/**
 * Throws 422 `business.not_open` until the owner has opened the business, and `booking.closed` with the owner's text
 * while riders may not book.
 */
export function assertBookingOpen(deps: Deps): void {
  const { openedAt, bookingOpen, bookingClosedText } = readOperator(deps);
  if (openedAt === null) throw new AppError("business.not_open");
  if (!bookingOpen)
    throw new AppError("booking.closed", { message: bookingClosedText || CLOSED_TEXT });
}
