/** The waybill of a trip, as its driver and dispatch ask for it. */
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import type { NamedPaper } from "../../reservations/papers/document-queries";
import { readReservation, type Viewer } from "../../reservations/queries";
import { paperFacts } from "../../settings/operator-queries";
import { publicSettings } from "../../settings/queries";

/**
 * The waybill as a PDF. 404 when the trip is not the viewer's, also for a driver who is only asked for it;
 * 409 `assignment.no_waybill` while nobody drives it. What writes it is loaded with the first one.
 */
export async function waybillFor(deps: Deps, id: string, viewer: Viewer): Promise<NamedPaper> {
  const trip = readReservation(deps, id, viewer);
  if (viewer.kind === "driver" && trip.driver?.id !== viewer.id)
    throw new AppError("request.not_found");
  const isOff = trip.state === "cancelled" || trip.state === "rejected";
  if (!trip.driver || !trip.vehicle || isOff) throw new AppError("assignment.no_waybill");
  const { brand, phone, email } = publicSettings(deps);
  const { waybillPdf } = await import("./waybill");
  const paper = waybillPdf(trip, {
    name: brand,
    ...paperFacts(deps),
    contact: [phone, email].filter(Boolean).join("  ·  "),
  });
  return { name: `waybill-${trip.number}.pdf`, ...paper };
}
