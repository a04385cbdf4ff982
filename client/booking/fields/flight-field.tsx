import { useRouteContext } from "@tanstack/react-router";
import { PlaneLanding, PlaneTakeoff } from "lucide-react";
import { flightNumberOf } from "../../../src/reservations/flight-number-contract";
import { lazy } from "../../lazy";
import { TextField, type TextFieldProps } from "../../ui/text-field";
import { useWords } from "../../words/use-words";

const CheckedFlightInfo = lazy(async () => (await import("./checked-flight-info")).default);

/** The flight number of an arriving passenger, or of a departure to reach. */
export function FlightField({
  isArrival,
  pickupLocal = null,
  id,
  onNumber,
  hint,
  ...field
}: Pick<TextFieldProps, "label" | "error" | "optional"> & {
  /** Replaces the hint for riders. */
  hint?: string | undefined;
  /** Whether the driver meets this flight; other flights are departures. */
  isArrival: boolean;
  /** `2026-11-21T14:30`; null while no time is chosen. */
  pickupLocal?: string | null;
  id: string;
  value: string;
  onNumber: (flightNumber: string) => void;
}) {
  const t = useWords();
  const { followsFlights } = useRouteContext({ from: "__root__" }).settings;
  const Icon = isArrival ? PlaneLanding : PlaneTakeoff;
  const number = flightNumberOf(field.value);
  return (
    <div>
      <TextField
        {...field}
        autoCapitalize="characters"
        autoComplete="off"
        hint={
          hint ??
          (!followsFlights
            ? t("Your driver will see the flight number.")
            : isArrival
              ? t("Your driver will be there, whether you land early or late.")
              : t("We’ll get you there on time."))
        }
        id={id}
        maxLength={10}
        name={id}
        onChange={({ target }) =>
          onNumber(target.value.replace(/[^A-Za-z0-9 ]/g, "").toUpperCase())
        }
        placeholder={t("WB 203")}
        prefix={<Icon aria-hidden="true" size={18} />}
      />
      {followsFlights && pickupLocal && number && (
        <CheckedFlightInfo isArrival={isArrival} number={number} pickupLocal={pickupLocal} />
      )}
    </div>
  );
}
