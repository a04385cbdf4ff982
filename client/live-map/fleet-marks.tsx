import { type ReactNode, useMemo } from "react";
import { presenceText, usePresence } from "../office/live/presence";
import { CarMark } from "../map/map-marks";
import type { MapCar, MapPoint } from "../map/map-contents";
import { useGlidingCars } from "../map/use-gliding-cars";
import { projectPoint, type Viewport } from "../map/viewport";
import { initials } from "../ui/avatar";
import { classNames } from "../ui/class-names";
import { visibleLabels } from "./labels";

/** A car with its driver's state. */
export interface FleetCar extends MapCar {
  busy: boolean;
  isFaded: boolean;
  /** The driver's name, with the age of an old position. */
  label: string;
}

/** A pickup. */
export interface FleetPin extends MapPoint {
  id: string;
  /** The pickup time, in the operator's zone. */
  time: string;
  /** Late, without a driver, or assigned. */
  tone: keyof typeof toneClasses;
  name: string;
}

/**
 * Cars and pickups on the map. A press selects one; the list beside the map has a button for each,
 * for keyboards and screen readers.
 */
export function FleetMarks({
  cars,
  pins,
  chosenId,
  view,
  onChoose,
}: {
  cars: readonly FleetCar[];
  pins: readonly FleetPin[];
  chosenId: string | null;
  view: Viewport;
  onChoose: (id: string) => void;
}) {
  const glidingCars = useGlidingCars(cars);
  const glidingCarById = useMemo(
    () => new Map(glidingCars.map((car) => [car.id, car])),
    [glidingCars],
  );
  // Puts the selected one last, so that it is drawn on top.
  const withChosenLast = <T extends { id: string }>(marks: readonly T[]) =>
    marks.toSorted((a, b) => Number(a.id === chosenId) - Number(b.id === chosenId));
  const positionedCars = withChosenLast(cars).map((car) => ({
    car,
    ...projectPoint(view, glidingCarById.get(car.id) ?? car),
  }));
  const labels = visibleLabels(
    positionedCars.map(({ car, x, y }) => ({ id: car.id, text: car.label, x, y })).reverse(),
    view.width,
  );
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <g aria-hidden="true">
      {withChosenLast(pins).map((pin) => (
        <Pin
          chosen={pin.id === chosenId}
          key={pin.id}
          onChoose={onChoose}
          pin={pin}
          {...projectPoint(view, pin)}
        />
      ))}
      {positionedCars.map(({ car, x, y }) => {
        const label = labels.get(car.id);
        return (
          <Mark
            chosen={car.id === chosenId}
            id={car.id}
            key={car.id}
            onChoose={onChoose}
            title={car.label}
            x={x}
            y={y}
          >
            <circle className="fill-transparent" r="22" />
            {car.id === chosenId && (
              <circle className="fill-none stroke-focus" r="19" strokeWidth="3" />
            )}
            <FleetCarMark {...car} />
            {label && (
              <text
                className={classNames(
                  "stroke-surface text-xs",
                  car.isFaded ? "fill-ink-muted" : "fill-ink font-medium",
                )}
                paintOrder="stroke"
                strokeLinejoin="round"
                strokeWidth="4"
                textAnchor={label.isLeftOfCar ? "end" : "start"}
                x={(car.id === chosenId ? 25 : 20) * (label.isLeftOfCar ? -1 : 1)}
                y="4"
              >
                {car.label}
              </text>
            )}
          </Mark>
        );
      })}
    </g>
  );
}

/** A pickup, with the initials of others who have its reservation open. */
function Pin({
  pin: { id, time, tone, name },
  ...mark
}: {
  pin: FleetPin;
  x: number;
  y: number;
  chosen: boolean;
  onChoose: (id: string) => void;
}) {
  const people = usePresence(id);
  const presentPerson = people.find(({ editing }) => editing) ?? people[0];
  const facts = [`${time}, ${name}`, ...(presentPerson ? [presenceText(people)] : [])];
  return (
    <Mark {...mark} id={id} title={facts.join("\n")}>
      <PickupMark chosen={mark.chosen} time={time} tone={tone} />
      {presentPerson && (
        <PersonMark
          editing={presentPerson.editing}
          text={
            people.length > 1
              ? `${initials(presentPerson.name)}+${people.length - 1}`
              : initials(presentPerson.name)
          }
          x={time.length * 3.6 + 8}
        />
      )}
    </Mark>
  );
}

/** Initials on the corner of a mark: filled while the person edits, otherwise outlined. */
function PersonMark({ text, editing, x }: { text: string; editing: boolean; x: number }) {
  const halfWidth = text.length * 3.6 + 5;
  return (
    <g data-presence="" transform={`translate(${x.toFixed(1)} -30)`}>
      <rect
        className={
          editing ? "fill-warning-ink stroke-surface" : "fill-surface-raised stroke-line-strong"
        }
        height="16"
        rx="8"
        strokeWidth="1.5"
        width={halfWidth * 2}
        x={-halfWidth}
        y="-8"
      />
      <text
        className={classNames(
          "font-semibold text-xs",
          editing ? "fill-warning-surface" : "fill-ink",
        )}
        textAnchor="middle"
        y="4"
      >
        {text}
      </text>
    </g>
  );
}

function Mark({
  id,
  x,
  y,
  title,
  chosen,
  onChoose,
  children,
}: {
  id: string;
  x: number;
  y: number;
  title: string;
  chosen: boolean;
  onChoose: (id: string) => void;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list has a real button for each
    <g
      className="pointer-events-auto cursor-pointer"
      data-chosen={chosen ? "" : undefined}
      data-mark={id}
      onClick={() => onChoose(id)}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
    >
      <title>{title}</title>
      {children}
    </g>
  );
}

/** The mark of a car: filled on a trip, hollow when free, pale with an old position. Centred on 0,0. */
export function FleetCarMark({
  busy,
  isFaded,
  headingDegrees,
}: Pick<FleetCar, "busy" | "isFaded" | "headingDegrees">) {
  return (
    <g opacity={isFaded ? 0.45 : undefined}>
      {busy ? (
        <CarMark headingDegrees={headingDegrees} />
      ) : (
        <>
          <circle className="fill-surface-raised stroke-ink" r="13.5" strokeWidth="3" />
          {headingDegrees === null ? (
            <circle className="fill-ink" r="4.5" />
          ) : (
            <path
              className="fill-ink"
              d="M0 -8L6 6.5L0 3.5L-6 6.5Z"
              transform={`rotate(${Math.round(headingDegrees)})`}
            />
          )}
        </>
      )}
    </g>
  );
}

const toneClasses = {
  danger: { ground: "fill-danger-surface", outline: "stroke-danger", text: "fill-danger-ink" },
  warning: { ground: "fill-warning-surface", outline: "stroke-warning", text: "fill-warning-ink" },
  info: { ground: "fill-info-surface", outline: "stroke-info-ink", text: "fill-info-ink" },
} as const;

/** The mark of a pickup, with the time, pointing at the place. */
function PickupMark({
  time,
  tone,
  chosen,
}: {
  time: string;
  tone: keyof typeof toneClasses;
  chosen: boolean;
}) {
  const { ground, outline, text } = toneClasses[tone];
  const halfWidth = time.length * 3.6 + 8;
  return (
    <>
      <path
        className={classNames(chosen ? "stroke-focus" : outline, ground)}
        d={`M${-halfWidth + 5} -30H${halfWidth - 5}a5 5 0 0 1 5 5v12a5 5 0 0 1 -5 5H6L0 0L-6 -8H${-halfWidth + 5}a5 5 0 0 1 -5 -5v-12a5 5 0 0 1 5 -5Z`}
        strokeLinejoin="round"
        strokeWidth={chosen ? 3 : 2}
      />
      <text
        className={classNames("font-semibold text-xs tabular-nums", text)}
        textAnchor="middle"
        y="-15"
      >
        {time}
      </text>
    </>
  );
}
