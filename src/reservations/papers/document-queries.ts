/** Makes the files of a trip: its receipt and its calendar file. */
import { operatorNamesIn } from "../../settings/names/name-queries";
import { eq } from "drizzle-orm";
import { reservations } from "../../../db/schema/reservations";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { languageOf } from "../../notifications/choices/choice-queries";
import type { Language } from "../../settings/languages/languages-contract";
import { wordsIn } from "../../notifications/words/words";
import type { Paper } from "../../formats/pdf";
import { momentText } from "../../settings/local-time";
import { publicSettings, readOperator, resolveLanguage } from "../../settings/queries";
import { calendarFile } from "./calendar-rules";
import { readReservation, type Viewer } from "../queries";
import { receiptTotal } from "./receipt-rules";

/** A file with its name and bytes. */
export type NamedFile = { name: string; bytes: Uint8Array<ArrayBuffer> };

/** A PDF with its name, and the characters that it could not print. */
export type NamedPaper = NamedFile & Paper;

/**
 * Returns the receipt as a PDF: for several vehicles, one receipt for all that have ended. 404 if the viewer may not
 * see the trip, 409 `reservation.no_receipt` if it costs nothing. `canReaderSee` decides which vehicles of the booking
 * are included. The PDF code loads with the first receipt.
 */
export async function readReceipt(
  deps: Deps,
  id: string,
  viewer: Viewer,
  canReaderSee: (vehicle: { id: string }) => boolean = () => true,
): Promise<NamedPaper> {
  const reservation = readReservation(deps, id, viewer);
  const bookingVehicles = ("vehicles" in reservation ? (reservation.vehicles ?? []) : []).filter(
    canReaderSee,
  );
  const trips =
    bookingVehicles.length > 0
      ? bookingVehicles.map((one) => readReservation(deps, one.id, viewer))
      : [reservation];
  const [trip, ...more] = trips.filter((one) => receiptTotal(one) !== null);
  if (!trip || receiptTotal(reservation) === null) throw new AppError("reservation.no_receipt");
  const { receiptPdf } = await import("./receipt");
  const language = riderLanguageOf(deps, id);
  const names = operatorNamesIn(deps, language);
  const paper = receiptPdf([trip, ...more], publicSettings(deps), language, names);
  return { name: `receipt-${trip.number}.pdf`, ...paper };
}

/** Returns the receipt to attach to a message. Null if the trip or its receipt no longer exists. */
export async function receiptOf(deps: Deps, id: string): Promise<NamedFile | null> {
  try {
    return await readReceipt(deps, id, { kind: "admin" });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Returns the trip as a calendar file. 404 if the viewer may not see it, 409 while it waits for a call. */
export function readCalendar(deps: Deps, id: string, viewer: Viewer): NamedFile {
  const trip = readReservation(deps, id, viewer);
  if (trip.willCall) throw new AppError("reservation.waits_for_call");
  const { publicUrl } = deps.config;
  const { brand } = readOperator(deps);
  const { driver, vehicle } = trip;
  const calendarDriver = driver &&
    vehicle && {
      firstName: driver.firstName,
      vehicle: `${vehicle.color} ${vehicle.make} ${vehicle.model}`,
      plate: vehicle.plate,
    };
  const language = riderLanguageOf(deps, id);
  const text = calendarFile([
    {
      trip: { ...trip, driver: calendarDriver },
      facts: {
        heading: brand,
        url: `${publicUrl}/trips/${trip.id}`,
        host: new URL(publicUrl).hostname,
        pickupText: momentText(Date.parse(trip.pickupAt), trip.timeZone, language),
        stampedAt: deps.now(),
        words: wordsIn(language).calendar,
      },
    },
  ]);
  return { name: `trip-${trip.number}.ics`, bytes: new TextEncoder().encode(text) };
}

/** Returns the language of a trip's rider. Without an account, the operator's default language. */
function riderLanguageOf(deps: Deps, reservationId: string): Language {
  const [row] = deps.db
    .select({ riderId: reservations.riderId })
    .from(reservations)
    .where(eq(reservations.id, reservationId))
    .all();
  const own = row?.riderId ? languageOf(deps.db, row.riderId) : undefined;
  return resolveLanguage(deps, own);
}
