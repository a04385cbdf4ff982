import type { Reservation } from "../../src/reservations/contract";
import { lateView } from "../late";

const Evidence = lateView(async () => (await import("./no-show-evidence")).default);

/** What a driver gave with a no-show; its code comes with the first one that is looked at. */
export function LateNoShow(props: { reservation: Reservation }) {
  return <Evidence key={props.reservation.id} {...props} />;
}
