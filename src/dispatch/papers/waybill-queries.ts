/** The waybill of a trip, for its driver and dispatch. */
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import type { NamedPaper } from "../../reservations/papers/document-queries";
import { readReservation, type Viewer } from "../../reservations/queries";
import { operatorDocumentFacts } from "../../settings/operator-queries";
import { publicSettings } from "../../settings/queries";

/**
 * Returns the waybill as a PDF. The PDF writer is loaded on first use. 404 if the trip is not the viewer's, also for a
 * driver who has only an offer, 409 `assignment.no_waybill` if it has no driver.
 */
export async function waybillFor(deps: Deps, id: string, viewer: Viewer): Promise<NamedPaper> {
  const trip = readReservation(deps, id, viewer);
  if (viewer.kind === "driver" && trip.driver?.id !== viewer.id)
    throw new AppError("request.not_found");
  const isUndriven = trip.state === "cancelled" || trip.state === "rejected";
  if (!trip.driver || !trip.vehicle || isUndriven) throw new AppError("assignment.no_waybill");
  const { brand, phone, email, demo } = publicSettings(deps);
  const { waybillPdf } = await import("./waybill");
  const paper = waybillPdf(trip, {
    name: brand,
    isDemo: demo,
    ...operatorDocumentFacts(deps),
    contact: [phone, email].filter(Boolean).join("  ·  "),
  });
  return { name: `waybill-${trip.number}.pdf`, ...paper };
}
