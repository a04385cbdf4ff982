import { type FormEvent, type KeyboardEvent, useMemo, useState } from "react";
import type { CandidateDriver, Candidates } from "../../src/dispatch/contract";
import type { ReservationRow } from "../../src/reservations/contract";
import { refusalText } from "../../src/reservations/refusal-rules";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { ErrorState } from "../ui/error-state";
import { LiveRegion } from "../ui/live-region";
import { formatMoney } from "../ui/money";
import { Moment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { SearchField } from "../ui/search-field";
import { SelectField } from "../ui/select-field";
import { SkeletonRows } from "../ui/skeleton";
import { stateLook } from "../ui/state-badge";
import { mayAct } from "./allowed-acts";
import { DriverChoice } from "./driver-choice";
import { hasOverridable, OverrideForm } from "./override-form";
import { RankingBreakdown } from "./ranking-breakdown";
import type { Act } from "./use-acts";
import { useCandidates } from "./use-candidates";
import { useMay } from "../office/use-may";
import { answerTimes, type Asking, askings, sendingWords } from "./asking";
import { driverName, vehicleName } from "../office/words";
import { useOffice } from "../office/calls";

/**
 * Who drives, and with what. The able drivers come first, the others with the reason why not; the
 * driver's usual vehicle is chosen with them. Typing narrows the list, the arrows choose, Enter
 * sends the offer.
 */
export function AssignDialog({
  row,
  act,
  onClose,
}: {
  row: ReservationRow;
  act: Act;
  onClose: () => void;
}) {
  const { api } = useOffice();
  const [seen, setSeen] = useState(row);
  const { candidates, failure, reload } = useCandidates(row.id);
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<{ driverId: string; vehicleId: string } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<"offer" | "assign" | null>(null);
  const [asking, setAsking] = useState<Asking>("one");
  const [seconds, setSeconds] = useState("");
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [overriding, setOverriding] = useState(false);
  const mayOverride = useMay("assignment.override");

  // Until somebody chooses, the first who can is proposed.
  const choice = chosen ?? proposal(candidates);
  const shown = useMemo(() => matching(candidates?.drivers ?? [], filter), [candidates, filter]);
  const able = candidates?.drivers.filter(({ refusals }) => refusals.length === 0) ?? [];
  const driver = able.find((found) => found.driver.id === choice?.driverId);
  const vehicle = candidates?.vehicles.find((found) => found.vehicle.id === choice?.vehicleId);
  const tight = [...new Set([...(driver?.warnings ?? []), ...(vehicle?.warnings ?? [])])];
  const possible = mayAct("assign", seen.state);
  const several = asking !== "one";
  // Whoever can no longer take it since it was chosen is not asked.
  const askedPairs = picked.flatMap((id) => {
    const found = able.find((one) => one.driver.id === id);
    const asked = found && pair(found);
    return asked ? [asked] : [];
  });
  const ready = possible && busy === null && (several ? askedPairs.length > 0 : choice !== null);

  const choose = (found: CandidateDriver) => {
    setError(null);
    if (!several) return setChosen(pair(found));
    const { id } = found.driver;
    setPicked((old) => (old.includes(id) ? old.filter((one) => one !== id) : [...old, id]));
  };

  const askDifferently = (next: Asking) => {
    setAsking(next);
    if (picked.length === 0 && choice) setPicked([choice.driverId]);
  };

  const send = async (how: "offer" | "assign") => {
    if (!choice || !driver) return;
    const time = seconds === "" ? {} : { seconds: Number(seconds) };
    setBusy(how);
    setError(null);
    const param = { id: seen.id };
    const path = api.admin.reservations[":id"];
    let now = seen;
    if (now.state !== "confirmed") {
      const pending = now.state === "pending";
      const outcome = await act(
        now,
        (version) =>
          pending
            ? path.confirmation.$post({ param, json: { version } })
            : path.offer.$delete({ param, json: { version } }),
        pending ? `Reservation ${now.number} confirmed` : "The open offer is withdrawn",
      );
      if (outcome.kind !== "done") return settle(outcome);
      now = outcome.reservation;
      setSeen(now);
    }
    const name = driverName(driver.driver);
    const outcome = await act(
      now,
      (version) =>
        how === "assign"
          ? path.assignment.$post({ param, json: { version, ...choice } })
          : asking === "one"
            ? path.offer.$post({ param, json: { version, ...choice, ...time } })
            : path.offers.$post({ param, json: { version, how: asking, to: askedPairs, ...time } }),
      how === "assign" ? `${name} is assigned` : sendingWords(asking, name, askedPairs.length),
    );
    settle(outcome);
  };

  const settle = (outcome: Awaited<ReturnType<Act>>) => {
    setBusy(null);
    if (outcome.kind === "done" || outcome.kind === "left") return onClose();
    void reload();
    if (outcome.kind === "stale") {
      setSeen(outcome.reservation);
      setError(outcome.text);
    } else setError(outcome.text);
  };

  const onFilterKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const choices = shown.filter(({ refusals }) => refusals.length === 0);
    const at = choices.findIndex((found) => found.driver.id === choice?.driverId);
    const next = choices[at === -1 ? 0 : at + (event.key === "ArrowDown" ? 1 : -1)];
    if (next && !several) choose(next);
  };

  return (
    <Dialog onClose={onClose} open title={`Who drives reservation ${seen.number}?`} wide>
      <p className="text-sm">
        <Moment at={seen.pickupAt} /> · {seen.pickup.name} to {seen.dropoff.name} ·{" "}
        {seen.vehicleClass.name}
        {candidates?.payMinor != null &&
          ` · the driver earns ${formatMoney(candidates.payMinor, candidates.currency)}`}
      </p>
      {failure !== null && candidates === null ? (
        <ErrorState message={failure} onRetry={reload} />
      ) : candidates === null ? (
        <div className="mt-4">
          <SkeletonRows dense rows={7} />
        </div>
      ) : overriding ? (
        <OverrideForm
          act={act}
          candidates={candidates}
          onBack={() => setOverriding(false)}
          onSettled={(outcome) => {
            if (outcome.kind === "done" || outcome.kind === "left") return onClose();
            void reload();
            if (outcome.kind === "stale") setSeen(outcome.reservation);
          }}
          seen={seen}
        />
      ) : (
        <form
          method="post"
          className="mt-4 grid gap-4 text-ink"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            if (ready) void send("offer");
          }}
        >
          <SearchField
            autoComplete="off"
            autoFocus
            dense
            label="Find a driver"
            onKeyDown={onFilterKey}
            onValue={(text) => {
              setFilter(text);
              const first = matching(candidates.drivers, text)[0];
              if (!several && text !== "" && first && first.refusals.length === 0) choose(first);
            }}
            value={filter}
          />
          <DriverChoice
            chosenId={choice?.driverId ?? null}
            drivers={shown}
            onChoose={choose}
            several={several ? { ids: picked, numbered: asking === "in_turn" } : null}
            vehicles={candidates.vehicles}
          />
          {several ? (
            <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
              <p role="status">
                {askedPairs.length} of {able.length} who can are chosen
              </p>
              <Button
                onClick={() =>
                  setPicked(able.filter(({ suits }) => suits).map((one) => one.driver.id))
                }
                size="small"
                variant="quiet"
              >
                All whom it suits
              </Button>
            </div>
          ) : (
            driver && <RankingBreakdown candidate={driver} place={able.indexOf(driver) + 1} />
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              dense
              label="Ask"
              name="asking"
              onChange={(event) => askDifferently(event.target.value as Asking)}
              value={asking}
            >
              {askings.map(({ value, words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </SelectField>
            <SelectField
              dense
              label="Time to answer"
              name="seconds"
              onChange={(event) => setSeconds(event.target.value)}
              value={seconds}
            >
              {answerTimes.map(({ value, words }) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </SelectField>
          </div>
          {!several && (
            <SelectField
              dense
              label="Vehicle"
              name="vehicle"
              onChange={(event) =>
                choice && setChosen({ driverId: choice.driverId, vehicleId: event.target.value })
              }
              value={choice?.vehicleId ?? ""}
            >
              {choice === null && <option value="">None can take this trip</option>}
              {candidates.vehicles.map(({ vehicle: car, className, passengers, refusals }) => (
                <option disabled={refusals.length > 0} key={car.id} value={car.id}>
                  {vehicleName(car)} · {className}, {passengers} seats
                  {refusals.length > 0 && ` – ${refusals.map(refusalText).join("; ")}`}
                </option>
              ))}
            </SelectField>
          )}
          <div className="grid gap-2 empty:hidden" role="alert">
            {!possible && (
              <NoticeBanner tone="warning">
                This reservation is now “{stateLook[seen.state].words}” and cannot be given to a
                driver.
              </NoticeBanner>
            )}
            {error && <NoticeBanner tone="danger">{error}</NoticeBanner>}
            {possible && !several && tight.length > 0 && (
              <NoticeBanner tone="warning">{`${tight.join(". ")}.`}</NoticeBanner>
            )}
          </div>
          {possible && seen.state !== "confirmed" && (
            <p className="text-ink-muted text-sm">
              {seen.state === "pending"
                ? "Nobody has confirmed this booking yet; that is done first."
                : "The offer that is open now is withdrawn first."}
            </p>
          )}
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <Button className="sm:me-auto" onClick={onClose} size="small" variant="quiet">
              Go back
            </Button>
            {mayOverride && seen.state === "confirmed" && hasOverridable(candidates) && (
              <Button onClick={() => setOverriding(true)} size="small" variant="quiet">
                Override a refusal
              </Button>
            )}
            {!several && (
              <Button
                busy={busy === "assign"}
                busyLabel="Assigning..."
                disabled={!ready}
                onClick={() => void send("assign")}
                size="small"
                variant="secondary"
              >
                Assign directly
              </Button>
            )}
            <Button
              busy={busy === "offer"}
              busyLabel="Sending..."
              disabled={!ready}
              size="small"
              type="submit"
            >
              {several ? `Send ${askedPairs.length === 1 ? "offer" : "offers"}` : "Send offer"}
            </Button>
          </div>
        </form>
      )}
      <LiveRegion>
        {!several &&
          driver &&
          vehicle &&
          `${driverName(driver.driver)} with ${vehicleName(vehicle.vehicle)}`}
      </LiveRegion>
    </Dialog>
  );
}

/** Drivers whose name or phone has every word that was typed. */
function matching(drivers: readonly CandidateDriver[], filter: string): CandidateDriver[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return drivers.filter(({ driver }) => {
    const text = `${driverName(driver)} ${driver.phone ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A driver with the vehicle that goes with them. */
function pair({ driver, vehicleId }: CandidateDriver) {
  return vehicleId === null ? null : { driverId: driver.id, vehicleId };
}

/** The first who can: they are in the order in which one would ask them. */
function proposal(candidates: Candidates | null) {
  const best = candidates?.drivers.find(({ refusals }) => refusals.length === 0);
  return best ? pair(best) : null;
}
