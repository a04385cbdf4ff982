import { plateText } from "../../ui/plate-text";
import type { Reservation } from "../../../src/reservations/contract";
import { Card } from "../../ui/card";
import { type Fact, DefinitionList } from "../../ui/definition-list";
import { Money } from "../../ui/money";
import { DriverPayLines } from "../../ui/driver-pay-lines";
import { Section } from "../../ui/section";
import { paymentWords, serviceFacts } from "../../ui/service-facts";
import { Timeline } from "../../ui/timeline";
import { extrasWords, mobilityWords, serviceWords } from "../../ui/trip-words";
import { useWords } from "../../words/use-words";
import type { Say } from "../../words/words";
import { lengthText } from "./length-text";
import { tripEvents } from "./trip-events";

/** The details of a trip for its driver: its facts, their pay and the timeline. */
export function TripDetails({
  trip,
  distanceUnit,
}: {
  trip: Reservation;
  distanceUnit: "km" | "mi";
}) {
  const t = useWords();
  return (
    <>
      <Card>
        <Section title={t("Details")}>
          <DefinitionList dense facts={factsOf(trip, distanceUnit, t)} />
        </Section>
      </Card>
      {trip.pay && trip.pay.lines.length > 0 && (
        <Card>
          <Section title={t("Your pay")}>
            <DriverPayLines currency={trip.currency} pay={trip.pay} />
          </Section>
        </Card>
      )}
      <Card>
        <Section title={t("Timeline")}>
          <Timeline events={tripEvents(trip, t)} />
        </Section>
      </Card>
    </>
  );
}

function factsOf(trip: Reservation, unit: "km" | "mi", t: Say): Fact[] {
  const facts: (Fact | false)[] = [
    trip.payMinor !== null &&
      !trip.pay && {
        name: t("You earn"),
        value: <Money currency={trip.currency} minor={trip.payMinor} />,
      },
    trip.fareMinor > 0 && {
      name: t("Fare"),
      value: <Money currency={trip.currency} minor={trip.fareMinor} />,
    },
    { name: t("Service"), value: t.known(serviceWords[trip.serviceType]) },
    trip.extras.length > 0 && {
      name: t("Extras"),
      value: extrasWords(
        trip.extras.map(({ name, quantity }) => ({ name: t.known(name, "name"), quantity })),
      ),
    },
    ...serviceFacts(trip.details, t),
    {
      name: t("Payment"),
      value:
        trip.payment === "account"
          ? t("On account: nothing to collect")
          : trip.savedCard
            ? t("Saved card")
            : t.known(paymentWords[trip.payment]),
    },
    trip.hours !== null && {
      name: t("Booked duration"),
      value: t.count(trip.hours, "{n} hour", "{n} hours"),
    },
    { name: t("Distance"), value: lengthText(trip, unit, t) },
    { name: t("Passengers"), value: trip.passengers },
    { name: t("Luggage"), value: trip.luggage },
    trip.mobility !== "ambulatory" && {
      name: t("Mobility"),
      value: t.known(mobilityWords[trip.mobility]),
    },
    { name: t("Class"), value: t.known(trip.vehicleClass.name, "name") },
    trip.vehicle !== null && {
      name: t("Vehicle"),
      value: `${trip.vehicle.color} ${trip.vehicle.make} ${trip.vehicle.model}, ${plateText(trip.vehicle.plate)}`,
    },
  ];
  return facts.filter((fact) => fact !== false);
}
