import type { Deps } from "../deps";
import { AppError } from "../errors";
import type { BrandRulesAnswer } from "./brand-contract";
import type { HoursRulesAnswer } from "./hours-contract";
import { CLOSED_TEXT, type OnlineRulesAnswer } from "./online-contract";
import { readOperator } from "./queries";

/** What the operator looks like, and what stands on its papers. */
export function readBrandRules(deps: Deps): BrandRulesAnswer {
  const { accent, town, address, taxNumber, version } = readOperator(deps);
  const { invoicing } = deps.config;
  return {
    rules: { accent, town, address, taxNumber },
    configured: { address: invoicing.address, taxNumber: invoicing.taxNumber },
    version,
  };
}

/** When the office answers. */
export function readHoursRules(deps: Deps): HoursRulesAnswer {
  const { openingHours, version } = readOperator(deps);
  return { rules: { openingHours }, version };
}

/** Whether riders may book by themselves. */
export function readOnlineRules(deps: Deps): OnlineRulesAnswer {
  const { bookingOpen, bookingClosedText, version } = readOperator(deps);
  return { rules: { bookingOpen, bookingClosedText }, version };
}

/** Address and tax number as papers bear them: the owner's, or else those of the configuration. */
export function paperFacts(deps: Deps): { address: string; taxNumber: string } {
  const { address, taxNumber, town } = readOperator(deps);
  const { invoicing } = deps.config;
  return {
    address: address || invoicing.address || town,
    taxNumber: taxNumber || invoicing.taxNumber,
  };
}

/** Whether the site is open for business. */
export function isOpen(deps: Deps): boolean {
  return readOperator(deps).openedAt !== null;
}

/**
 * Throws 422 `business.not_open` until the owner has opened the business, and `booking.closed`, with the owner's words
 * for it, while riders may not book.
 */
export function refuseWhileClosed(deps: Deps): void {
  const { openedAt, bookingOpen, bookingClosedText } = readOperator(deps);
  if (openedAt === null) throw new AppError("business.not_open");
  if (!bookingOpen)
    throw new AppError("booking.closed", { message: bookingClosedText || CLOSED_TEXT });
}
