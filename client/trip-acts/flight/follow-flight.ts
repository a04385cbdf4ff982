/** Moves a pickup to the time proposed from its flight. */
import { proposedPickupOfRow } from "../../../src/flights/rules";
import type { ReservationRow } from "../../../src/reservations/contract";
import { failureText, LeftPageError, type useOffice } from "../../office/calls";
import { formatMoment } from "../../ui/moment";
import { showToast } from "../../ui/toasts";
import type { Act } from "../use-act";

/**
 * Moves the pickup with one press. If that would unassign the driver, it only shows a message, because the trip's page
 * has the reason and the drivers who could take it.
 */
export async function followFlight(
  { api, call, timeZone }: Pick<ReturnType<typeof useOffice>, "api" | "call" | "timeZone">,
  act: Act,
  row: Pick<ReservationRow, "id" | "number" | "version" | "state" | "flight">,
  /** The proposed time shown on screen. */
  pickupAt = proposedPickupOfRow(row, Date.now()),
): Promise<void> {
  const path = api.admin.reservations[":id"];
  const param = { id: row.id };
  try {
    const { proposal } = await call(path.flight.$get({ param }));
    if (!proposal || !pickupAt) {
      showToast("info", `No new pickup is proposed for reservation ${row.number}`);
      return;
    }
    if (proposal.refusals !== "") {
      const time = formatMoment(proposal.pickupAt, timeZone, "time");
      showToast(
        "warning",
        `The driver can’t take reservation ${row.number} at ${time}: ${proposal.refusals}. Open the trip, and decide about the pickup under “Flight”.`,
      );
      return;
    }
    const move = async (version: number) => {
      await call(path.flight.proposal.$post({ param, json: { version, pickupAt } }));
      return path.$get({ param });
    };
    const outcome = await act(row, move, `Pickup of reservation ${row.number} moved`);
    if (outcome.kind === "failed") showToast("error", outcome.text);
  } catch (error) {
    if (!(error instanceof LeftPageError)) showToast("error", failureText(error));
  }
}
