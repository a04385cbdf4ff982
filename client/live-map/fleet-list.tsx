import type { KeyboardEvent, ReactNode } from "react";
import type { ReservationRow } from "../../src/reservations/contract";
import type { DriverOnDuty } from "../../src/tracking/contract";
import { driverName, timeUntilPickup, vehicleName } from "../office/words";
import { ButtonLink } from "../ui/button-link";
import { buttonStyle } from "../ui/button-style";
import { classNames } from "../ui/class-names";
import { formatMoment } from "../ui/moment";
import { isBusy, isOutdated, pickupPoint } from "./fleet";
import { FleetCarMark } from "./fleet-marks";
import { arrivalText, lastSeenText, speedText, activityText } from "./fleet-words";
import { useOffice } from "../office/calls";

interface ListProps {
  chosenId: string | null;
  /** The server's time, ms UTC. */
  now: number;
  onChoose: (id: string) => void;
}

/** Returns the row id of a driver or reservation, to scroll to. */
export const rowId = (id: string): string => `fleet-${id}`;

/** Drivers on duty as a list: name, vehicle, activity and last position. */
export function DriverList({
  drivers,
  unit,
  ...list
}: ListProps & { drivers: readonly DriverOnDuty[]; unit: "km" | "mi" }) {
  const { timeZone } = useOffice();
  const { chosenId, now } = list;
  return (
    <Rows label="Drivers on duty">
      {drivers.map((one) => {
        const { driver, vehicle, position, trips } = one;
        const isChosen = driver.id === chosenId;
        const isPositionOutdated = position !== null && isOutdated(position, now);
        const vehicleText = vehicle ? vehicleName(vehicle) : "No vehicle";
        const speed = speedText(one, now, unit);
        const arrival = arrivalText(one, now, timeZone);
        return (
          <Row
            chosen={isChosen}
            detail={
              (trips.length > 0 || driver.phone) && (
                <div className="mt-1 flex flex-wrap gap-x-2 gap-y-1">
                  {trips.map(({ id, number }) => (
                    <TripLink id={id} key={id} number={number} />
                  ))}
                  {driver.phone && (
                    <a className={buttonStyle("quiet", "small")} href={`tel:${driver.phone}`}>
                      {driver.phone}
                    </a>
                  )}
                </div>
              )
            }
            id={driver.id}
            key={driver.id}
            onChoose={list.onChoose}
          >
            <svg aria-hidden="true" className="size-5 shrink-0" viewBox="-16 -16 32 32">
              <FleetCarMark
                busy={isBusy(one)}
                isFaded={isPositionOutdated || position === null}
                headingDegrees={position?.headingDegrees ?? null}
              />
            </svg>
            <span className="min-w-0 flex-1">
              <Line
                end={
                  <span className={isPositionOutdated ? "text-warning-ink" : "text-ink-muted"}>
                    {position && <span className="sr-only">last seen </span>}
                    {lastSeenText(one, now)}
                  </span>
                }
                isWhole={isChosen}
              >
                <span className="font-medium text-ink text-sm">{driverName(driver)}</span>
              </Line>
              {isBusy(one) ? (
                <>
                  <Line end={speed} isWhole={isChosen}>
                    <span className="text-accent-text">{activityText(one)}</span>
                  </Line>
                  <Line
                    end={
                      arrival && (
                        <>
                          <span className="sr-only">arrives </span>
                          {arrival}
                        </>
                      )
                    }
                    isWhole={isChosen}
                  >
                    {vehicleText}
                  </Line>
                </>
              ) : (
                <Line end={speed} isWhole={isChosen}>
                  {activityText(one)} · {vehicleText}
                </Line>
              )}
            </span>
          </Row>
        );
      })}
    </Rows>
  );
}

/** Pickups without a driver, earliest first. */
export function WaitingList({ rows, ...list }: ListProps & { rows: readonly ReservationRow[] }) {
  const { timeZone } = useOffice();
  const { chosenId, now } = list;
  return (
    <Rows label="Pickups without a driver">
      {rows.map((row) => {
        const timeLeft = timeUntilPickup(row, now);
        const isOnMap = pickupPoint(row) !== null;
        return (
          <Row
            chosen={row.id === chosenId}
            detail={
              <>
                <Facts words={[`${row.passenger.name}, ${row.vehicleClass.name}`]} />
                {row.pickup.detail && <Facts words={[row.pickup.detail]} />}
                <div className="mt-2">
                  <TripLink id={row.id} number={row.number} />
                </div>
              </>
            }
            id={row.id}
            key={row.id}
            onChoose={list.onChoose}
          >
            <span className="w-10 shrink-0 font-medium tabular-nums">
              {formatMoment(row.pickupAt, timeZone, "time")}
            </span>
            <span className="min-w-0 flex-1 truncate">
              {row.pickup.name}
              {!isOnMap && <span className="text-ink-muted"> (not on the map)</span>}
            </span>
            {timeLeft && (
              <span
                className={classNames(
                  "shrink-0 text-xs tabular-nums",
                  timeLeft.isLate
                    ? "text-danger-ink"
                    : timeLeft.isSoon
                      ? "text-warning-ink"
                      : "text-ink-muted",
                )}
              >
                {timeLeft.text}
              </span>
            )}
          </Row>
        );
      })}
    </Rows>
  );
}

function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="-mx-2 grid gap-0.5">
      {children}
    </ul>
  );
}

function Row({
  id,
  chosen,
  onChoose,
  detail,
  children,
}: {
  id: string;
  chosen: boolean;
  onChoose: (id: string) => void;
  /** Shown below the row while it is selected. */
  detail: ReactNode;
  children: ReactNode;
}) {
  return (
    <li
      className={classNames(
        "min-w-0 scroll-mt-[calc(44dvh+4rem)] rounded-md lg:scroll-mt-17",
        chosen && "bg-accent-surface",
      )}
      id={rowId(id)}
    >
      <button
        aria-expanded={chosen}
        className={classNames(
          "flex min-h-9 w-full items-center gap-3 rounded-md px-2 py-1.5 text-start pointer-coarse:min-h-11",
          !chosen && "hover:bg-surface-sunken",
        )}
        data-row={id}
        onClick={() => onChoose(id)}
        onKeyDown={moveBetweenRows}
        type="button"
      >
        {children}
      </button>
      {chosen && detail && <div className="grid gap-0.5 px-2 pb-2 ps-10 text-sm">{detail}</div>}
    </li>
  );
}

/** A line of a row with trailing content; `isWhole` disables truncation. */
function Line({
  end,
  isWhole,
  children,
}: {
  end: ReactNode;
  isWhole: boolean;
  children: ReactNode;
}) {
  return (
    <span className="flex items-baseline gap-2 text-ink-muted text-xs">
      <span className={classNames("min-w-0 flex-1", isWhole ? "break-words" : "truncate")}>
        {children}
      </span>
      {end && <span className="shrink-0 tabular-nums">{end}</span>}
    </span>
  );
}

function Facts({ words }: { words: readonly string[] }) {
  return <p className="break-words">{words.join(" · ")}</p>;
}

function TripLink({ id, number }: { id: string; number: number }) {
  return (
    <ButtonLink
      search={{ open: id }}
      size="small"
      to="/dispatch/dashboard/reservation"
      variant="secondary"
    >
      Open reservation {number}
    </ButtonLink>
  );
}

/** Moves through both lists with the arrow keys. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")];
  const next = rows[rows.indexOf(event.currentTarget) + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
