/** The forms of the public site, each with what stands about it: they come right after their page. */
import { publicFooter } from "../ui/late-footer";
import { closing } from "../site/closing";
import { rideAsked } from "../site/late-asked";
import { homeBelow } from "../site/late-home";
import { servedPart } from "../site/served-part";

export const contactCard = servedPart(
  async () => (await import("../contact/contact-form")).ContactCard,
);
export const serviceBody = servedPart(async () => (await import("./service-body")).ServiceBody);
export const companyBody = servedPart(async () => (await import("./company-body")).CompanyBody);
export const lostCard = servedPart(async () => (await import("./lost-form")).LostCard);
export const foundCard = servedPart(async () => (await import("./found-form")).FoundCard);

let prepared: Promise<unknown> | undefined;

/** Loads all parts that come late, once: the server renders them with their page. */
export async function prepareParts(): Promise<void> {
  prepared ??= prepareAll();
  await prepared;
}

function prepareAll(): Promise<unknown> {
  const parts = [
    publicFooter,
    closing,
    homeBelow,
    rideAsked,
    contactCard,
    serviceBody,
    companyBody,
    lostCard,
    foundCard,
  ];
  return Promise.all(parts.map((part) => part.prepare()));
}
