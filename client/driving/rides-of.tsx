import { useRouter } from "@tanstack/react-router";
import type { ReservationList } from "../../src/reservations/contract";
import { PageHeader } from "../ui/page-header";
import { type Day, fetchMoreRides } from "./loads";
import { RideTable, useMoreRides } from "./ride-table";

const words: Record<Day, { detail: string; hint: string }> = {
  today: { detail: "Today", hint: "Trips and offers for today appear here at once." },
  future: { detail: "Future", hint: "Trips and offers from tomorrow on appear here at once." },
  past: { detail: "Past", hint: "Trips that are over will be listed here." },
};

/** One of the three lists under "Requested Ride". */
export function RidesOf({ first, when }: { first: ReservationList; when: Day }) {
  const { api, settings } = useRouter().options.context;
  const { rows, more } = useMoreRides(first, (cursor) => fetchMoreRides(api, when, cursor));
  const { detail, hint } = words[when];
  return (
    <>
      <PageHeader detail={detail} title="Ride Requests" />
      <RideTable
        caption={`Ride requests, ${detail.toLowerCase()}`}
        hint={hint}
        rows={rows}
        timeZone={settings.timeZone}
      />
      {more}
    </>
  );
}
