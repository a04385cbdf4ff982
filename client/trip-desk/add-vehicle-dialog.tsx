import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ExtraVehicleQuote } from "../../src/dispatch/changes/extra-vehicle-contract";
import type { Reservation } from "../../src/reservations/contract";
import { ApiError } from "../api-error";
import { isDefinitelyNotBooked } from "../booking/booking-failure";
import { CounterField } from "../booking/fields/counter-field";
import { FormDialog } from "../forms/form-dialog";
import { useOffice } from "../office/calls";
import { useStaffForm } from "../office/use-staff-form";
import { formatMoney } from "../ui/money";
import { SelectField } from "../ui/select-field";
import { showToast } from "../ui/toasts";

/** Adds a vehicle to a booking: asks what it carries, shows its price by class, and asks for confirmation. */
export default function AddVehicleDialog({
  reservation,
  onClose,
}: {
  reservation: Reservation;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const navigate = useNavigate();
  const { id, number, version } = reservation;
  const [loadedQuote, setLoadedQuote] = useState<{ of: string; quote: ExtraVehicleQuote } | null>(
    null,
  );
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const path = api.admin.reservations[":id"];
  const param = { id };
  /** Returns the price of the typed values, once it has been loaded. */
  const priceOf = ({ passengers, luggage }: { passengers: number; luggage: number }) => {
    const inputsKey = `${passengers} ${luggage} ${version}`;
    return { of: inputsKey, quote: loadedQuote?.of === inputsKey ? loadedQuote.quote : null };
  };
  const form = useStaffForm({
    initialValues: { passengers: 1, luggage: 0, vehicleClassId: "" },
    send: async ({ vehicleClassId, ...counts }) => {
      const { of, quote } = priceOf(counts);
      const option =
        quote?.options.find(({ vehicleClass }) => vehicleClass.id === vehicleClassId) ??
        quote?.options[0];
      if (quote && option)
        return call(
          path.vehicles.$post(
            {
              param,
              json: { version, quote: quote.quote, vehicleClassId: option.vehicleClass.id },
            },
            { headers: { "Idempotency-Key": idempotencyKey } },
          ),
        );
      const json = { version, ...counts };
      const answer = await call(path["vehicle-quote"].$post({ param, json }));
      setLoadedQuote({ of, quote: answer });
      setKey(crypto.randomUUID());
      return null;
    },
    onFailed: (error) => {
      // The quote is outdated, so the price must be requested again. Without an answer the same attempt is repeated.
      if (error instanceof ApiError && isDefinitelyNotBooked(error, true)) setLoadedQuote(null);
    },
    onSaved: async (added) => {
      if (!added) return;
      showToast("success", `Reservation ${added.created.number} added to reservation ${number}`);
      onClose();
      await navigate({
        to: "/dispatch/dashboard/reservation/$id",
        params: { id: added.created.id },
      });
    },
  });
  const { passengers, luggage } = form.typed;
  const { quote } = priceOf(form.typed);
  return (
    <FormDialog
      busyLabel={quote ? "Adding..." : "Pricing..."}
      dense
      form={form}
      onClose={onClose}
      submitLabel={quote ? "Add vehicle" : "See price"}
      title={`Add vehicle to reservation ${number}`}
    >
      <p className="text-ink-muted">
        The vehicle gets its own reservation with the same time and route, paid and billed together
        with the others. We’ll notify the rider.
      </p>
      <div>
        <CounterField
          detail="In this vehicle"
          label="Passengers"
          max={60}
          min={1}
          onValue={(value) => form.set({ passengers: value })}
          value={passengers}
        />
        <CounterField
          detail="In this vehicle"
          label="Bags"
          max={60}
          min={0}
          onValue={(value) => form.set({ luggage: value })}
          value={luggage}
        />
      </div>
      {quote && (
        <SelectField {...form.field("vehicleClassId")} label="Class and price">
          {quote.options.map(({ vehicleClass, fareMinor }) => (
            <option key={vehicleClass.id} value={vehicleClass.id}>
              {`${vehicleClass.name} · ${formatMoney(fareMinor, quote.currency)}`}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  );
}
