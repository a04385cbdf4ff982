import { type FormEvent, useState } from "react";
import type { Caller } from "../../src/accounts/caller-contract";
import type { ContactMessage, LinkContact } from "../../src/contact/desk-contract";
import { useOffice } from "../office/calls";
import { useMay } from "../office/use-may";
import { useSave } from "../office/use-save";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { ListSearch } from "../ui/list-search";
import { NoticeBanner } from "../ui/notice-banner";
import { TextField } from "../ui/text-field";

type Choice = { id: string; words: string };

/** Says whose message it is and about which trip. */
export function LinksDialog({
  message,
  onSave,
  onClose,
}: {
  message: ContactMessage;
  onSave: (to: Omit<LinkContact, "version">) => Promise<void>;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const saving = useSave();
  const mayFind = useMay("trips.run");
  const { rider, reservation } = message;
  const [riderId, setRiderId] = useState(rider?.id ?? "");
  const [found, setFound] = useState<readonly Choice[]>([]);
  const [none, setNone] = useState(false);
  const [trip, setTrip] = useState(reservation ? String(reservation.number) : "");
  const find = async (q: string | undefined) => {
    setNone(false);
    if (!q) return setFound([]);
    const { callers } = await call(api.admin.callers.$get({ query: { q } }));
    setFound(callers.map(choiceOf));
    setNone(callers.length === 0);
  };
  const choices: Choice[] = [
    { id: "", words: "Nobody" },
    ...(rider ? [{ id: rider.id, words: rider.name }] : []),
    ...found.filter(({ id }) => id !== rider?.id),
  ];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = trip.trim().replace(/^#/, "");
    if (typed !== "" && !/^[1-9]\d{0,8}$/.test(typed))
      return saving.refuse({ trip: "A booking number has digits only." });
    const isDone = await saving.save(
      () =>
        onSave({
          riderId: riderId || null,
          reservationNumber: typed === "" ? null : Number(typed),
        }).then(() => true),
      "The links are kept",
    );
    if (isDone) onClose();
  };
  return (
    <Dialog onClose={onClose} open title="Rider and trip">
      <form
        method="post"
        className="mt-2 grid gap-4 text-ink text-sm"
        noValidate
        onSubmit={(event) => void submit(event)}
        ref={saving.ref}
      >
        {mayFind && (
          <ListSearch
            dense
            label="Find a rider"
            onSearch={(q) => {
              // A search that fails finds nobody; the next letter asks again.
              find(q).catch(() => setNone(true));
            }}
            value=""
          />
        )}
        <fieldset className="grid max-h-56 gap-1 overflow-y-auto">
          <legend className="mb-1 font-medium">Whose message it is</legend>
          {choices.map(({ id, words }) => (
            <label className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11" key={id}>
              <input
                checked={riderId === id}
                className="check"
                name="rider"
                onChange={() => setRiderId(id)}
                type="radio"
                value={id}
              />
              <span className="min-w-0 break-words">{words}</span>
            </label>
          ))}
        </fieldset>
        <p className="text-ink-muted empty:hidden" role="status">
          {none && "No rider was found."}
        </p>
        <TextField
          dense
          error={saving.faults.trip}
          inputMode="numeric"
          label="Booking number of the trip"
          name="trip"
          onChange={(event) => {
            setTrip(event.target.value);
            saving.clear();
          }}
          optional
          value={trip}
        />
        <div className="empty:hidden" role="alert">
          {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
        </div>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onClose} size="small" variant="secondary">
            Go back
          </Button>
          <Button busy={saving.busy} busyLabel="Saving..." size="small" type="submit">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function choiceOf({ id, name, phone, email }: Caller): Choice {
  return { id, words: [name, phone, email].filter(Boolean).join(", ") };
}
