import type { Reservation } from "../../src/reservations/contract";
import type { Settings } from "../../src/settings/contract";
import type { Api } from "../api";
import { lateView } from "../late";

const Evidence = lateView(async () => (await import("./no-show-evidence")).default);

/** What a driver gave with a no-show; its code comes with the first one that is looked at. */
export function LateNoShow(props: { api: Api; reservation: Reservation; settings: Settings }) {
  return <Evidence key={props.reservation.id} {...props} />;
}
