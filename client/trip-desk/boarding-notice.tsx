import type { Reservation } from "../../src/reservations/contract";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { useOffice, useStaffSteps } from "../office/calls";

/** The decision whether to let a passenger board without the trip's code. Renders nothing if there is none to make. */
export function BoardingNotice({
  reservation,
  mayConfirm,
}: {
  reservation: Reservation;
  mayConfirm: boolean;
}) {
  const { api, call } = useOffice();
  const { busy, step } = useStaffSteps();
  const { boarding, id, version, driver } = reservation;
  if (!boarding || boarding.requirement === "may") return null;
  const name = driver?.firstName ?? "The driver";

  const confirm = () => {
    const path = api.admin.reservations[":id"].boarding;
    return step(
      "confirm",
      () => call(path.$post({ param: { id }, json: { version } })),
      "The passenger is confirmed.",
    );
  };

  return (
    <NoticeBanner
      action={
        mayConfirm && (
          <Button busy={busy} onClick={() => void confirm()} size="small" variant="secondary">
            Confirm passenger
          </Button>
        )
      }
      tone={boarding.request || boarding.triesLeft === 0 ? "danger" : "info"}
    >
      {boarding.request
        ? `${name} asks to let the passenger board without the code: ${boarding.request.reason}.`
        : boarding.triesLeft === 0
          ? `${name} entered three wrong codes. Check that this is the right passenger.`
          : boarding.onlyWithCode
            ? "The passenger can only board with the trip’s code."
            : `${name} will ask the passenger for the trip’s code.`}
    </NoticeBanner>
  );
}
