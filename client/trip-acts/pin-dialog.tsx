import { type FormEvent, useState } from "react";
import type { Place } from "../../src/places/contract";
import type { ReservationRow } from "../../src/reservations/contract";
import type { Api } from "../api";
import { ApiError } from "../api-error";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Dialog } from "../ui/dialog";
import { NoticeBanner } from "../ui/notice-banner";
import { unpinned } from "./allowed-acts";
import { PointFields } from "../map/point-fields";
import { readPoint, type TypedPoint } from "../map/typed-point";
import type { Act } from "./use-acts";
import { useFormFocus } from "../office/use-form-focus";

const nowhere: TypedPoint = { latitude: "", longitude: "" };

/**
 * Puts a place that the rider gave in words on the map, one after the other; with the last one the
 * trip has its price. When somebody else was faster, the dialog shows what is left to do.
 */
export function PinDialog({
  api,
  row,
  act,
  onClose,
}: {
  api: Api;
  row: ReservationRow;
  act: Act;
  onClose: () => void;
}) {
  const form = useFormFocus();
  const [seen, setSeen] = useState(row);
  const [typed, setTyped] = useState(nowhere);
  const [found, setFound] = useState<Place | null>(null);
  const [renames, setRenames] = useState(false);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const left = unpinned(seen);
  const [next] = left;
  // By the hour the same words at both ends are one place, pinned once.
  const hourly = seen.serviceType === "hourly";
  const last = left.slice(1).every(({ place }) => hourly && place.name === next?.place.name);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!next) return;
    const read = readPoint(typed);
    setFaults(read.faults);
    setFailure(null);
    if (!read.point) return form.focus(read.faults.latitude ? "latitude" : "longitude");
    // What the rider wrote is what the driver asks people for: an address goes beside it.
    const beside = found && [found.name, found.detail].filter(Boolean).join(", ").slice(0, 300);
    const words = !found
      ? {}
      : renames
        ? { name: found.name, detail: found.detail }
        : { detail: beside ?? "" };
    const { point } = read;
    setBusy(true);
    const outcome = await act(
      seen,
      (version) =>
        api.admin.reservations[":id"].pin.$post({
          param: { id: seen.id },
          json: { version, stop: next.stop, ...point, ...words },
        }),
      last ? `Reservation ${seen.number} has its price` : `${next.words} pinned`,
    );
    setBusy(false);
    if (outcome.kind === "left") return onClose();
    if (outcome.kind === "failed") {
      const { failure: cause } = outcome;
      setFaults(cause instanceof ApiError ? cause.fields : {});
      return setFailure(outcome.text);
    }
    setSeen(outcome.reservation);
    if (outcome.kind === "stale") return setFailure(outcome.text);
    if (unpinned(outcome.reservation).length === 0) return onClose();
    setTyped(nowhere);
    setFound(null);
    setRenames(false);
  };

  return (
    <Dialog onClose={onClose} open title={`Where is it? Reservation ${seen.number}`} wide>
      <form
        method="post"
        className="grid gap-4 text-sm"
        noValidate
        onSubmit={submit}
        ref={form.ref}
      >
        {next ? (
          <>
            <p>
              {next.words}, as the rider wrote it:{" "}
              <strong className="font-semibold text-ink">“{next.place.name}”</strong>
              {next.place.detail && `, ${next.place.detail}`}
              {seen.passenger.phone && (
                <>
                  . Not sure? Call{" "}
                  <a
                    className="whitespace-nowrap text-accent-text underline underline-offset-4"
                    href={`tel:${seen.passenger.phone}`}
                  >
                    {seen.passenger.phone}
                  </a>
                </>
              )}
            </p>
            <PointFields
              api={api}
              faults={faults}
              key={`${next.stop}`}
              name={next.place.name}
              onFound={setFound}
              onTyped={(point) => {
                setTyped(point);
                setFaults({});
              }}
              typed={typed}
            />
            {found && (
              <Checkbox
                checked={renames}
                className="text-ink"
                label={`Call it “${found.name}” instead`}
                onChange={(event) => setRenames(event.target.checked)}
              />
            )}
          </>
        ) : (
          <p>Every place of this reservation is on the map.</p>
        )}
        <div className="empty:hidden" role="alert">
          {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
        </div>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onClose} size="small" variant="secondary">
            Go back
          </Button>
          <Button busy={busy} busyLabel="Pinning..." disabled={!next} size="small" type="submit">
            {last ? "Pin and name the price" : "Pin"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
