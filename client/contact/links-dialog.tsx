import { useState } from "react";
import type { Caller } from "../../src/accounts/caller-contract";
import type { ContactMessage, LinkContact } from "../../src/contact/contact-desk-contract";
import { FormDialog } from "../forms/form-dialog";
import { useOffice } from "../office/calls";
import { usePermission } from "../office/use-permission";
import { useStaffForm } from "../office/use-staff-form";
import { ListSearch } from "../ui/list-search";
import { TextField } from "../ui/text-field";

type Choice = { id: string; words: string };

/** Links a message to its rider and trip. */
export function LinksDialog({
  message,
  onSave,
  onClose,
}: {
  message: ContactMessage;
  onSave: (to: Omit<LinkContact, "version">) => Promise<void>;
  onClose: () => void;
}) {
  const { call, api } = useOffice();
  const mayFindRiders = usePermission("trips.manage");
  const { rider, reservation } = message;
  const [foundChoices, setFoundChoices] = useState<readonly Choice[]>([]);
  const [hasNoResults, setHasNoResults] = useState(false);
  const form = useStaffForm({
    initialValues: { rider: rider?.id ?? "", trip: reservation ? String(reservation.number) : "" },
    validate: ({ trip }) => ({
      trip: !/^\s*(?:#?[1-9]\d{0,8})?\s*$/.test(trip) && "Enter a trip number, like 1042.",
    }),
    send: (typed) => {
      const number = Number(typed.trip.trim().replace(/^#/, ""));
      return onSave({ riderId: typed.rider || null, reservationNumber: number || null });
    },
    successText: "Links saved",
    onSaved: onClose,
  });
  const findRiders = async (q: string | undefined) => {
    setHasNoResults(false);
    if (!q) return setFoundChoices([]);
    const { callers } = await call(api.admin.callers.$get({ query: { q } }));
    setFoundChoices(callers.map(toChoice));
    setHasNoResults(callers.length === 0);
  };
  const choices: Choice[] = [
    { id: "", words: "No rider" },
    ...(rider ? [{ id: rider.id, words: rider.name }] : []),
    ...foundChoices.filter(({ id }) => id !== rider?.id),
  ];
  return (
    <FormDialog
      busyLabel="Saving..."
      dense
      form={form}
      onClose={onClose}
      submitLabel="Save"
      title="Link rider and trip"
    >
      {mayFindRiders && (
        <ListSearch
          dense
          label="Find a rider"
          onSearch={(q) => {
            // A failed search finds nobody. The next letter searches again.
            findRiders(q).catch(() => setHasNoResults(true));
          }}
          value=""
        />
      )}
      <fieldset className="grid max-h-56 gap-1 overflow-y-auto">
        <legend className="mb-1 font-medium">Sender of the message</legend>
        {choices.map(({ id, words }) => (
          <label className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11" key={id}>
            <input
              checked={form.typed.rider === id}
              className="check"
              name="rider"
              onChange={() => form.set({ rider: id })}
              type="radio"
              value={id}
            />
            <span className="min-w-0 break-words">{words}</span>
          </label>
        ))}
      </fieldset>
      <p className="text-ink-muted empty:hidden" role="status">
        {hasNoResults && "No riders found."}
      </p>
      <TextField {...form.field("trip")} inputMode="numeric" label="Trip number" optional />
    </FormDialog>
  );
}

function toChoice({ id, name, phone, email }: Caller): Choice {
  return { id, words: [name, phone, email].filter(Boolean).join(", ") };
}
