/**
 * Books trips in an affiliate's own Livery, follows them there, and sends changes and cancellations. The result of each
 * call is stored before the next call, and each call can be repeated, so a killed server neither loses nor doubles
 * anything.
 */
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { findRow, updateRow } from "../../../db/rows";
import { farmOuts, type StoredAffiliate, type StoredFarmOut } from "../../../db/schema/affiliates";
import { reservations, type StoredTrip } from "../../../db/schema/reservations";
import { type Deps, SYSTEM_ACTOR } from "../../deps";
import { AppError } from "../../errors";
import { hashToken } from "../../process/keys";
import { announce } from "../../reservations/actions";
import { PartnerReservation } from "../../reservations/contract";
import { affiliateOf } from "../../reservations/farm-out/farm-out-queries";
import { isTracked } from "../../reservations/links/link-rules";
import { isOver } from "../../reservations/rules";
import { loadTrip } from "../../reservations/trip-queries";
import { MAX_PRICE_MINOR } from "../../settings/amount-contract";
import { localTimeAt } from "../../settings/local-time";
import { readOperator } from "../../settings/queries";
import { Position } from "../../tracking/contract";
import { recordAffiliatePositions } from "../../tracking/position-actions";
import { endOffer } from "../actions";
import { passengerPhoneOf } from "../queries";
import { readFarmOutAndTrip, applyPeerBooking } from "./peer-answer-actions";
import { callPeer, type Peer, PeerUnreachableError, PeerRefusal } from "./peer-calls";
import { factsOf, changedDetails, changedRide, type PeerFacts } from "./peer-queries";
import { billedByPeer, BOOKING_UNCERTAIN_TEXT, priceRefusal } from "./peer-rules";

/** How often a booking is checked: while it is driven, and before. */
const DRIVING_CHECK_MS = 10_000;
const WAITING_CHECK_MS = 30_000;
/** The pause after a call that got no answer. */
const PEER_RETRY_MS = 30_000;
/** How often, and for how long after the pickup, the price of a driven trip is checked for corrections there. */
const PRICE_CHECK_MS = 3_600_000;
const PRICE_CHECK_WINDOW_MS = 7 * 86_400_000;

/** A price that another server reports. */
const peerAmount = z.number().int().min(0).max(MAX_PRICE_MINOR);

const Booking = z.object({
  booking: PartnerReservation.extend({
    fareMinor: peerAmount,
    cancellationFeeMinor: peerAmount.nullable(),
  }),
});
const PeerQuote = z.object({
  quote: z.string(),
  pickupAt: z.iso.datetime(),
  timeZone: z.string(),
  currency: z.string().length(3),
  /** Whether their dispatch sets the price later. An amount of 0 then means that there is no price yet. */
  onRequest: z.boolean(),
  terms: z.number().nullable(),
  options: z.array(
    z.object({
      vehicleClass: z.object({ id: z.string(), name: z.string() }),
      fareMinor: peerAmount,
      /** The parts of an option that takes several vehicles. */
      vehicles: z.array(z.unknown()).default([]),
    }),
  ),
});
const PeerChangeQuote = z.object({ quote: z.string() });
const PeerPosition = z.object({ position: Position.nullable() });
const StoredPeerRequest = z.object({ body: z.unknown(), facts: z.string() });

/** Books, updates or cancels all due trips in the affiliates' Liveries. A timer calls it. */
export async function syncDuePeerBookings(deps: Deps): Promise<void> {
  const dueFarmOuts = deps.db
    .select({ id: farmOuts.id })
    .from(farmOuts)
    .innerJoin(reservations, eq(reservations.id, farmOuts.reservationId))
    // The same condition as in the partial index.
    .where(and(sql`${farmOuts.peerDueAt} IS NOT NULL`, lte(farmOuts.peerDueAt, deps.now())))
    // Driven trips come last, because only their price may change.
    .orderBy(inArray(reservations.state, ["completed", "settled", "no_show"]))
    .limit(50)
    .all();
  // In parallel, so that a Livery that does not answer delays no trip of another.
  await Promise.all(dueFarmOuts.map(({ id }) => syncPeerBooking(deps, id)));
}

/** Takes the next step for one offer. A call without an answer is repeated later, and dispatch sees why. */
async function syncPeerBooking(deps: Deps, id: string): Promise<void> {
  const farmOut = findRow(deps.db, farmOuts, { id });
  if (!farmOut) return;
  const affiliate = affiliateOf(deps.db, farmOut);
  try {
    const peer = peerOf(deps, affiliate);
    const followUp = await takeNextPeerStep(deps, { peer, farmOut, affiliate });
    await saveFollowUp(deps, id, { ...followUp, peerAway: "" });
  } catch (error) {
    if (error instanceof PeerUnreachableError || error instanceof PeerRefusal) {
      const peerAway = `${affiliate.name}: ${error.message}`;
      await saveFollowUp(deps, id, { ...retryFollowUp(deps, id), peerAway });
    } else {
      const isRefusal = error instanceof AppError;
      if (!isRefusal)
        deps.log.error("The affiliate's booking for offer {id} could not be updated: {error}", {
          id,
          error,
        });
      // One of our own refusals, such as for an expired insurance, may end when dispatch acts.
      const peerAwayColumn = isRefusal ? { peerAway: `${affiliate.name}: ${error.message}` } : {};
      await saveFollowUp(deps, id, { peerDueAt: deps.now() + PEER_RETRY_MS, ...peerAwayColumn });
    }
  }
}

/**
 * Returns when a call without an answer is repeated: rarely for trips that have ended, and at most until a week after
 * the pickup.
 */
function retryFollowUp(deps: Deps, id: string): FollowUp {
  const [{ state }, trip] = readFarmOutAndTrip(deps.db, id);
  const now = deps.now();
  const isLive = state === "open" || state === "accepted";
  const isUrgent = isLive ? !isOver(trip.state) : now < trip.pickupAt;
  if (isUrgent) return { peerDueAt: now + PEER_RETRY_MS };
  if (now <= trip.pickupAt + PRICE_CHECK_WINDOW_MS) return { peerDueAt: now + PRICE_CHECK_MS };
  return { peerDueAt: null, peerRequest: null };
}

type FollowUp = Partial<Pick<StoredFarmOut, "peerDueAt" | "peerNote" | "peerAway" | "peerRequest">>;

const saveFollowUp = (deps: Deps, id: string, next: FollowUp) =>
  deps.write((tx) => updateRow(tx, farmOuts, id, next));

function peerOf({ keys }: Deps, { peerUrl, peerKey }: StoredAffiliate): Peer {
  if (peerUrl === null || peerKey === null)
    throw new PeerUnreachableError("The address or the API key is missing.");
  try {
    return { url: peerUrl, key: keys.decrypt(peerKey) };
  } catch {
    throw new PeerUnreachableError("The API key cannot be decrypted. Enter the API key again.");
  }
}

type FollowedBooking = { peer: Peer; farmOut: StoredFarmOut; affiliate: StoredAffiliate };

async function takeNextPeerStep(deps: Deps, followedBooking: FollowedBooking): Promise<FollowUp> {
  const { farmOut } = followedBooking;
  const isLive = farmOut.state === "open" || farmOut.state === "accepted";
  if (!isLive) return cancelAtPeer(deps, followedBooking);
  const trip = loadTrip(deps.db, { actor: SYSTEM_ACTOR, id: farmOut.reservationId });
  if (farmOut.peerId === null) return bookAtPeer(deps, followedBooking, trip);
  const { booking } = await callPeer(
    deps,
    followedBooking.peer,
    "GET",
    bookingPath(farmOut.peerId),
    Booking,
  );
  await applyPeerBooking(deps, farmOut.id, booking);
  const updatedTrip = loadTrip(deps.db, { actor: SYSTEM_ACTOR, id: farmOut.reservationId });
  const currentFarmOut = findRow(deps.db, farmOuts, { id: farmOut.id });
  if (currentFarmOut?.state !== "open" && currentFarmOut?.state !== "accepted")
    return { peerDueAt: deps.now() };
  const peerNote = await changePeerBooking(
    deps,
    { ...followedBooking, farmOut: currentFarmOut },
    updatedTrip,
    booking,
  );
  if (isTracked(updatedTrip.state)) await storePeerPosition(deps, followedBooking, farmOut.peerId);
  if (isOver(updatedTrip.state)) {
    const canPriceChange = !isOver(booking.state) || booking.state === "completed";
    const isLate = deps.now() > updatedTrip.pickupAt + PRICE_CHECK_WINDOW_MS;
    return { peerDueAt: canPriceChange && !isLate ? deps.now() + PRICE_CHECK_MS : null, peerNote };
  }
  const pause = isTracked(updatedTrip.state) ? DRIVING_CHECK_MS : WAITING_CHECK_MS;
  return { peerDueAt: deps.now() + pause, peerNote };
}

const bookingPath = (peerId: string) => `/bookings/${encodeURIComponent(peerId)}`;

/** Returns the phone number for their Livery: our office's, so that their messages do not reach our customers. */
function officePhone(deps: Deps): string {
  const { phone } = readOperator(deps);
  if (!phone)
    throw new PeerUnreachableError(
      "To book with an affiliate, first enter your phone number under Settings, Contact.",
    );
  return phone;
}

const hashOf = (facts: PeerFacts) => hashToken(JSON.stringify(facts));

/**
 * Books the trip for at most the agreed cost; their price becomes the cost. Declines the offer if they refuse the
 * booking.
 */
async function bookAtPeer(
  deps: Deps,
  followedBooking: FollowedBooking,
  trip: StoredTrip,
): Promise<FollowUp> {
  const { peer, farmOut } = followedBooking;
  const { id } = farmOut;
  let request = farmOut.peerRequest === null ? null : StoredPeerRequest.parse(farmOut.peerRequest);
  if (request === null) {
    // An expired offer is not booked.
    if (farmOut.expiresAt <= deps.now()) return { peerDueAt: null };
    const facts = factsOf(trip, null);
    const peerQuote = await quoteAtPeer(deps, peer, facts);
    // Options of several vehicles are left out, because one trip is followed as one booking with one vehicle.
    const [cheapestOption] = peerQuote.options
      .filter(({ vehicles }) => vehicles.length < 2)
      .toSorted((a, b) => a.fareMinor - b.fareMinor);
    const refusal =
      cheapestOption === undefined
        ? "The affiliate has no vehicle for this trip"
        : peerQuote.onRequest
          ? "The affiliate has no price for this trip"
          : priceRefusal(farmOut, cheapestOption.fareMinor, peerQuote.currency);
    if (refusal !== null || !cheapestOption)
      return declineOffer(deps, followedBooking, refusal ?? "");
    const { greetingSign, ...details } = facts.details;
    request = {
      facts: hashOf(facts),
      body: {
        quote: peerQuote.quote,
        vehicleClassId: cheapestOption.vehicleClass.id,
        passenger: { name: facts.passengerName, phone: officePhone(deps) },
        payment: "account",
        billTo: { reference: String(trip.number) },
        note: facts.note,
        details: { ...details, ...(greetingSign && { greetingSign }) },
        ...(facts.flightNumber && { flightNumber: facts.flightNumber }),
        ...(peerQuote.terms !== null && { terms: peerQuote.terms }),
      },
    };
    await deps.write((tx) => updateRow(tx, farmOuts, id, { peerRequest: request }));
  }
  const { body, facts } = request;
  try {
    const { booking } = await callPeer(deps, peer, "POST", "/bookings", Booking, {
      body,
      idempotencyKey: id,
    });
    const { fareMinor, currency } = booking;
    const refusal = priceRefusal(farmOut, fareMinor, currency);
    const bookingColumns = {
      peerId: booking.id,
      peerNumber: booking.number,
      peerFacts: facts,
    };
    if (refusal === null)
      await deps.write((tx) =>
        updateRow(tx, farmOuts, id, { ...bookingColumns, peerRequest: null, costMinor: fareMinor }),
      );
    // They booked it for more than they quoted, so the offer ends here and the booking is cancelled there.
    else await declineOffer(deps, followedBooking, refusal, bookingColumns);
    return { peerDueAt: deps.now(), peerNote: "" };
  } catch (error) {
    if (!(error instanceof PeerRefusal)) throw error;
    await deps.write((tx) => updateRow(tx, farmOuts, id, { peerRequest: null }));
    if (error.code === "quote.expired") return { peerDueAt: deps.now() };
    return declineOffer(deps, followedBooking, error.message);
  }
}

/** Requests a quote with the pickup time on the clocks of their town. */
async function quoteAtPeer(deps: Deps, peer: Peer, { ride, pickupAt }: PeerFacts) {
  const requestQuote = (timeZone: string) =>
    callPeer(deps, peer, "POST", "/quotes", PeerQuote, {
      body: { ...ride, pickupLocal: localTimeAt(pickupAt, timeZone).slice(0, 16) },
    });
  const quoted = await requestQuote(readOperator(deps).timeZone);
  const isSame = Date.parse(quoted.pickupAt) === pickupAt;
  return isSame ? quoted : requestQuote(quoted.timeZone);
}

async function declineOffer(
  deps: Deps,
  { farmOut }: FollowedBooking,
  reason: string,
  changes: Partial<StoredFarmOut> = {},
): Promise<FollowUp> {
  const row = await deps.write((tx) => {
    updateRow(tx, farmOuts, farmOut.id, { peerRequest: null, ...changes });
    const [currentFarmOut, trip] = readFarmOutAndTrip(tx, farmOut.id);
    if (currentFarmOut.state !== "open" || trip.farmOutId !== currentFarmOut.id) return null;
    return endOffer(tx, deps, currentFarmOut, trip, "declined", reason);
  });
  if (row) announce(deps, row);
  return { peerDueAt: null, peerNote: "" };
}

/**
 * Sends the changes of a trip to the affiliate's Livery. Returns their refusal as a text. The next check reads their
 * new price.
 */
async function changePeerBooking(
  deps: Deps,
  { peer, farmOut }: FollowedBooking,
  trip: StoredTrip,
  booking: PartnerReservation,
): Promise<string> {
  // They get the passenger's phone number once they have accepted.
  const facts = factsOf(
    trip,
    farmOut.state === "accepted" ? passengerPhoneOf(deps.db, trip) : null,
  );
  const factsHash = hashOf(facts);
  if (factsHash === farmOut.peerFacts || isOver(trip.state) || farmOut.peerId === null)
    return farmOut.peerNote;
  const saveFactsHash = (peerFacts: string | null) =>
    deps.write((tx) => updateRow(tx, farmOuts, farmOut.id, { peerFacts }));
  const path = bookingPath(farmOut.peerId);
  const { version } = booking;
  let peerNote = "";
  try {
    // Unchanged facts are not sent again, in case the answer to an earlier change was lost.
    const ride = changedRide(facts, booking);
    const quoted =
      ride &&
      (await callPeer(deps, peer, "POST", `${path}/change-quote`, PeerChangeQuote, {
        body: { version, ...ride },
      }));
    const change = { ...changedDetails(facts, booking), ...quoted };
    if (Object.keys(change).length > 0) {
      // Until they answer, it is unknown which version they have.
      await saveFactsHash(null);
      await callPeer(deps, peer, "PUT", path, Booking, { body: { version, ...change } });
    }
  } catch (error) {
    if (!(error instanceof PeerRefusal)) throw error;
    // The booking changed there in the meantime. The next check reads it.
    if (error.code === "reservation.stale") return farmOut.peerNote;
    peerNote = `The affiliate refused the change: ${error.message} Please call them.`;
  }
  await saveFactsHash(factsHash);
  return peerNote;
}

/**
 * Cancels the booking of an offer that has ended here. If the answer to the booking request was lost, finds the booking
 * first.
 */
async function cancelAtPeer(deps: Deps, followedBooking: FollowedBooking): Promise<FollowUp> {
  const { peer, farmOut } = followedBooking;
  let { peerId } = farmOut;
  if (peerId === null) {
    if (farmOut.peerRequest === null) return { peerDueAt: null };
    const { body } = StoredPeerRequest.parse(farmOut.peerRequest);
    try {
      const repeatedRequest = { body, idempotencyKey: farmOut.id };
      const { booking } = await callPeer(deps, peer, "POST", "/bookings", Booking, repeatedRequest);
      peerId = booking.id;
      await deps.write((tx) =>
        updateRow(tx, farmOuts, farmOut.id, {
          peerId,
          peerNumber: booking.number,
          peerRequest: null,
        }),
      );
    } catch (error) {
      if (!(error instanceof PeerRefusal)) throw error;
      // These codes come from an outdated quote and do not show whether an earlier request was booked. Any other code
      // means that it was not.
      const isBookingUncertain = ["quote.expired", "quote.refused", "request.invalid"].includes(
        error.code,
      );
      return {
        peerDueAt: null,
        peerNote: isBookingUncertain ? BOOKING_UNCERTAIN_TEXT : "",
        peerRequest: null,
      };
    }
  }
  let { booking } = await callPeer(deps, peer, "GET", bookingPath(peerId), Booking);
  if (!isOver(booking.state)) {
    try {
      const body = { version: booking.version, reason: "The trip was withdrawn." };
      const path = `${bookingPath(peerId)}/cancellation`;
      ({ booking } = await callPeer(deps, peer, "POST", path, Booking, { body }));
    } catch (error) {
      if (!(error instanceof PeerRefusal) || error.code === "reservation.stale") throw error;
      return {
        peerDueAt: null,
        peerNote: `The affiliate refused the cancellation: ${error.message} Please call them.`,
      };
    }
  }
  const peerMinor = billedByPeer(booking);
  const isCancelled = booking.state === "cancelled";
  const { state, answeredAt, feeMinor, costMinor } = farmOut;
  // A fee by the prices that they accepted applies automatically. Dispatch must agree to any other.
  const isWithdrawn = state === "withdrawn" && answeredAt !== null && feeMinor === null;
  const isFeeOwed = isCancelled && isWithdrawn && peerMinor <= costMinor;
  await deps.write((tx) =>
    updateRow(tx, farmOuts, farmOut.id, { peerMinor, ...(isFeeOwed && { feeMinor: peerMinor }) }),
  );
  const isDriven = !isCancelled && booking.state !== "rejected";
  return {
    peerDueAt: null,
    peerNote: isDriven
      ? "It is too late to cancel this trip with the affiliate. Please call them."
      : "",
  };
}

/** Stores the position of their car for the customer's tracking page. */
async function storePeerPosition(deps: Deps, { peer, farmOut }: FollowedBooking, peerId: string) {
  const { position } = await callPeer(
    deps,
    peer,
    "GET",
    `${bookingPath(peerId)}/tracking`,
    PeerPosition,
  );
  if (!position) return;
  const { headingDegrees, speedMps, ...seen } = position;
  const { id: farmOutId, reservationId } = farmOut;
  await recordAffiliatePositions(
    deps,
    { farmOutId, reservationId },
    {
      positions: [
        {
          ...seen,
          ...(headingDegrees !== null && { headingDegrees }),
          ...(speedMps !== null && { speedMps }),
        },
      ],
    },
  );
}
