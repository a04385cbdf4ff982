import { lazy, Suspense } from "react";
import type { Reservation } from "../../src/reservations/contract";
import type { Settings } from "../../src/settings/contract";
import type { Api } from "../api";

const Evidence = lazy(() => import("./no-show-evidence"));

/** What a driver gave with a no-show; its code comes with the first one that is looked at. */
export function LateNoShow(props: { api: Api; reservation: Reservation; settings: Settings }) {
  return (
    <Suspense>
      <Evidence key={props.reservation.id} {...props} />
    </Suspense>
  );
}
