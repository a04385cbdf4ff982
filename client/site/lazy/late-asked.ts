import { servedPart } from "./served-part";

/** `RideAsked`, whose program comes right after the page's. */
export const rideAsked = servedPart(async () => (await import("../ride/ride-asked")).RideAsked);
