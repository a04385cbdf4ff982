import { unpinnedStops } from "../trip-acts/allowed-acts";
import { Link } from "@tanstack/react-router";
import type { Reservation } from "../../src/reservations/contract";
import { isOver } from "../../src/reservations/rules";
import { languageNames } from "../../src/settings/languages/language-names-contract.gen";
import { waitingOf } from "../../src/reservations/waiting/waiting-rules";
import { type Fact, DefinitionList } from "../ui/definition-list";
import { formatDistance, formatDuration } from "../ui/measure";
import { PlainLink } from "../ui/plain-link";
import { formatMoment, Moment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { paymentFact, serviceFacts } from "../ui/service-facts";
import { stateBadges } from "../ui/state-badge";
import { countText, extrasWords, mobilityWords, serviceWords } from "../ui/trip-words";
import { Part, usePartsLocation } from "../office/panel-part";
import { driverName, vehicleName } from "../office/words";
import { useOffice } from "../office/calls";

const linkStyle =
  "block w-fit text-accent-text underline-offset-4 hover:underline pointer-coarse:py-2.5";

/** The details of a trip for dispatch: people, vehicle, class, service and extras. */
export function TripFacts({ reservation }: { reservation: Reservation }) {
  const { settings } = useOffice();
  const { driver, vehicle, affiliate, rider, passenger, bookedBy } = reservation;
  const isFullPage = usePartsLocation() === "page";
  // On the reservation's page, people and vehicle link to their own pages.
  const renderLink = (to: string, words: string) =>
    isFullPage ? (
      <PlainLink className={linkStyle} href={`/dispatch/dashboard/${to}`}>
        {words}
      </PlainLink>
    ) : (
      words
    );
  const passengersAndBags = [
    countText(reservation.passengers, "passenger"),
    countText(reservation.luggage, "bag"),
  ].join(", ");
  const distanceAndDuration =
    unpinnedStops(reservation).length > 0
      ? "Not known yet"
      : [
          formatDistance(reservation.distanceMeters, settings.distanceUnit),
          formatDuration(reservation.durationSeconds),
        ].join(", ");
  return (
    <Part title="Trip">
      <DefinitionList
        dense
        facts={[
          {
            name: "Passenger",
            value: (
              <>
                {passenger.name}
                <Phone number={passenger.phone} />
                <PassengerNotices reservation={reservation} />
              </>
            ),
          },
          ...(rider && (isFullPage || rider.name !== passenger.name)
            ? [
                {
                  name: bookedBy ? "Rider" : "Booked by",
                  value: renderLink(`riders/${rider.id}`, rider.name),
                },
              ]
            : []),
          ...(bookedBy || !rider
            ? [{ name: "Booked by", value: bookedBy ?? "Phone, no account" }]
            : []),
          ...waitingFacts(reservation),
          {
            name: "Driver",
            value: driver ? (
              <>
                {renderLink(`DriverManagement/${driver.id}`, driverName(driver))}
                <Phone number={driver.phone} />
              </>
            ) : (
              affiliate?.driver && (
                <>
                  {`${driverName(affiliate.driver)}, ${affiliate.name}`}
                  <Phone number={affiliate.driver.phone} />
                </>
              )
            ),
          },
          {
            name: "Vehicle",
            value: vehicle
              ? renderLink(
                  `VehicleManagement/${vehicle.id}`,
                  `${vehicleName(vehicle)}, ${vehicle.color}`,
                )
              : affiliate?.vehicle &&
                `${vehicleName(affiliate.vehicle)}, ${affiliate.vehicle.color}`,
          },
          { name: "Class", value: reservation.vehicleClass.name },
          ...(reservation.otherLeg
            ? [
                {
                  name: reservation.otherLeg.leads === "back" ? "Return trip" : "Outbound trip",
                  value: <OtherLegLink other={reservation.otherLeg} />,
                },
              ]
            : []),
          { name: "Service", value: serviceWords[reservation.serviceType] },
          ...[
            { name: "Meeting point", value: reservation.pickupInstructions },
            { name: "Pickup notes", value: reservation.entranceNotes.pickup },
            { name: "Drop-off notes", value: reservation.entranceNotes.dropoff },
          ].filter(({ value }) => value !== ""),
          ...(reservation.flightNumber
            ? [{ name: "Flight", value: reservation.flightNumber }]
            : []),
          ...serviceFacts(reservation.details),
          paymentFact(reservation),
          ...(reservation.terms
            ? [{ name: "Terms", value: <AcceptedTerms terms={reservation.terms} /> }]
            : []),
          ...(reservation.hours !== null
            ? [{ name: "Hours", value: String(reservation.hours) }]
            : []),
          ...(reservation.landedAt
            ? [
                {
                  name: "Landed",
                  value: <Moment at={reservation.landedAt} />,
                },
              ]
            : []),
          ...(reservation.extras.length > 0
            ? [{ name: "Extras", value: extrasWords(reservation.extras) }]
            : []),
          { name: "Passengers", value: passengersAndBags },
          ...(reservation.mobility === "ambulatory"
            ? []
            : [{ name: "Mobility", value: mobilityWords[reservation.mobility] }]),
          {
            name:
              reservation.estimate && !reservation.onRequest
                ? "Estimated distance and time"
                : "Distance and time",
            value: distanceAndDuration,
          },
          {
            name: "Booked",
            value: <Moment at={reservation.createdAt} />,
          },
        ]}
      />
    </Part>
  );
}

/** Shows which terms were accepted, when and how. */
function AcceptedTerms({ terms }: { terms: NonNullable<Reservation["terms"]> }) {
  const howText = {
    ticked: "accepted online",
    read: "read to the caller",
    sent: "sent with the confirmation",
    quote: "accepted with the quote",
  }[terms.how];
  return (
    <>
      <a className={linkStyle} href={`/terms/${terms.version}`} rel="noreferrer" target="_blank">
        Version {terms.version}
      </a>
      {howText} <Moment at={terms.acceptedAt} />
    </>
  );
}

/** Returns since when a driver waits, and when waiting starts to cost. */
function waitingFacts(reservation: Reservation): Fact[] {
  const waitingTime = reservation.state === "on_location" ? waitingOf(reservation) : null;
  if (!waitingTime) return [];
  const { terms, arrivedAt, chargedFrom } = waitingTime;
  const at = (moment: number) =>
    formatMoment(new Date(moment).toISOString(), reservation.timeZone, "time");
  const price =
    terms.perMinuteMinor > 0
      ? `, then ${formatMoney(terms.perMinuteMinor, terms.currency)} a minute`
      : "";
  return [
    {
      name: "Waiting",
      value: `Driver waiting since ${at(arrivedAt)}. Waiting is free until ${at(chargedFrom)}${price}`,
    },
  ];
}

/** The other trip of a return booking, as a link. */
function OtherLegLink({ other }: { other: NonNullable<Reservation["otherLeg"]> }) {
  const isFullPage = usePartsLocation() === "page";
  const words = (
    <>
      {`Reservation ${other.number}`},{" "}
      {other.willCall ? "when called" : <Moment at={other.pickupAt} />}
      {isOver(other.state) && `, ${stateBadges[other.state].words.toLowerCase()}`}
    </>
  );
  if (isFullPage)
    return (
      <PlainLink className={linkStyle} href={`/dispatch/dashboard/reservation/${other.id}`}>
        {words}
      </PlainLink>
    );
  return (
    <Link
      className={linkStyle}
      from="/dispatch/dashboard/reservation"
      resetScroll={false}
      search={(old) => ({ ...old, open: other.id })}
      to="/dispatch/dashboard/reservation"
    >
      {words}
    </Link>
  );
}

/** The passenger's e-mail address, and who gets the driver's details, if the passenger isn't the rider. */
function PassengerNotices({ reservation }: { reservation: Reservation }) {
  const { rider, passenger, passengerNews: news } = reservation;
  if (!news || !rider || rider.name === passenger.name) return null;
  const driverNewsTexts = {
    rider: "Passenger not contacted",
    passenger: "Passenger told about the driver",
    both: "Rider and passenger told about the driver",
  };
  return (
    <>
      {news.email && (
        <a className={linkStyle} href={`mailto:${news.email}`}>
          {news.email}
        </a>
      )}
      <span className="block text-ink-muted">
        {driverNewsTexts[news.driverNewsTo]}
        {news.language && ` (${languageNames[news.language]})`}
      </span>
    </>
  );
}

function Phone({ number }: { number: string | null }) {
  if (!number) return null;
  return (
    <a className={linkStyle} href={`tel:${number}`}>
      {number}
    </a>
  );
}
