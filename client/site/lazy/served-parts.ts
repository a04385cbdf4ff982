/** What comes right after its page. The server alone knows all of it: a page knows what it shows. */
import { contactCard } from "../enquiries/late-contact-card";
import { companyBody } from "../service-pages/late-company-body";
import { foundCard } from "../enquiries/late-found-card";
import { lostCard } from "../enquiries/late-lost-card";
import { ownServiceBody } from "../service-pages/late-own-service-body";
import { serviceBody } from "../service-pages/late-service-body";
import { publicFooter } from "./late-footer";
import { bookingWidget } from "../../widget/late-widget";
import { closing } from "../closing";
import { whereWeDrive } from "./late-area";
import { rideAsked } from "./late-asked";
import { homeBelow } from "./late-home";
import { pagePicture } from "./late-page-picture";

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
    whereWeDrive,
    rideAsked,
    pagePicture,
    contactCard,
    serviceBody,
    ownServiceBody,
    companyBody,
    lostCard,
    foundCard,
    bookingWidget,
  ];
  return Promise.all(parts.map((part) => part.prepare()));
}
