import { useRouter } from "@tanstack/react-router";
import { Bookmark, BriefcaseBusiness, MapPinHouse } from "lucide-react";
import { useState } from "react";
import type { Place } from "../../../src/places/contract";
import type { SavedPlace } from "../../../src/places/saved-place-contract";
import { type Api, read } from "../../api";
import { findPlaces } from "../../find-places";
import { Form, SubmitButton } from "../../forms/form";
import { awaitRemoval } from "../../forms/use-actions";
import { useForm } from "../../forms/use-form";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Combobox } from "../../ui/combobox";
import { Dialog } from "../../ui/dialog";
import { FieldError } from "../../ui/field";
import { savedPlaceLabel } from "../../ui/saved-place-label";
import { TextField } from "../../ui/text-field";
import { useWords } from "../../words/use-words";

/** The labels that come first, also while they have no place. */
const fixedLabels = ["Home", "Work"] as const;
const iconOf = (label: string) =>
  label === "Home" ? MapPinHouse : label === "Work" ? BriefcaseBusiness : Bookmark;

/** What the form edits: an existing place, or a label without a place. */
type EditedPlace = { place: SavedPlace | null; label: string };

/** The rider's saved places. */
export function SavedPlaces({ api, places }: { api: Api; places: readonly SavedPlace[] }) {
  const t = useWords();
  const [editedPlace, setEditedPlace] = useState<EditedPlace | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const unsetLabels = fixedLabels.filter((label) => !places.some((place) => place.label === label));
  const open = (next: EditedPlace) => {
    setMessage(null);
    setEditedPlace(next);
  };

  return (
    <>
      <p className="mb-4 text-ink-muted">
        {t(
          "We suggest these places first when you book. Only you see them. Your driver sees only the places of the trip.",
        )}
      </p>
      <Card flush>
        <ul className="divide-y divide-line">
          {places.map((place) => (
            <PlaceRow
              action={t("Change")}
              actionLabel={t("Change {label}", { label: savedPlaceLabel(place.label, t) })}
              detail={t.list([place.name, place.detail])}
              key={place.id}
              label={place.label}
              onPress={() => open({ place, label: place.label })}
            />
          ))}
          {unsetLabels.map((label) => (
            <PlaceRow
              action={t("Set")}
              actionLabel={t("Set {label}", { label: savedPlaceLabel(label, t) })}
              detail={t("Not set")}
              key={label}
              label={label}
              onPress={() => open({ place: null, label })}
            />
          ))}
        </ul>
      </Card>
      <Button className="mt-4" onClick={() => open({ place: null, label: "" })} variant="secondary">
        {t("Add a place")}
      </Button>
      <p className="mt-2 text-sm text-success-ink" role="status">
        {message}
      </p>
      {editedPlace && (
        <PlaceForm
          api={api}
          editedPlace={editedPlace}
          onClose={() => setEditedPlace(null)}
          onDone={(words) => {
            setEditedPlace(null);
            setMessage(words);
          }}
        />
      )}
    </>
  );
}

function PlaceRow({
  label,
  detail,
  action,
  actionLabel,
  onPress,
}: {
  label: string;
  detail: string;
  action: string;
  /** The button's accessible name. */
  actionLabel: string;
  onPress: () => void;
}) {
  const t = useWords();
  const Icon = iconOf(label);
  return (
    <li className="flex min-h-16 items-center gap-4 px-4 py-3 sm:px-6">
      <Icon aria-hidden="true" className="shrink-0 text-ink-muted" size={20} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">{savedPlaceLabel(label, t)}</p>
        <p className="wrap-anywhere text-ink-muted text-sm">{detail}</p>
      </div>
      <Button aria-label={actionLabel} onClick={onPress} variant="secondary">
        {action}
      </Button>
    </li>
  );
}

function PlaceForm({
  api,
  editedPlace: { place, label: initialLabel },
  onDone,
  onClose,
}: {
  api: Api;
  editedPlace: EditedPlace;
  onDone: (message: string) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const router = useRouter();
  const initialName = savedPlaceLabel(initialLabel, t);
  const form = useForm({
    initialValues: {
      label: initialName,
      place: place?.name ?? "",
      chosen: place as Place | SavedPlace | null,
    },
    validate: ({ label, chosen }) => ({
      label: !label.trim() && t("Give the place a name, such as Gym."),
      place: !chosen && t("Choose a place from the list."),
    }),
    send: async ({ label, chosen }) => {
      if (!chosen) return;
      const { name, detail, latitude, longitude, kind } = chosen;
      const newLabel = label.trim() === initialName ? initialLabel : label.trim();
      const json = { label: newLabel, name, detail, latitude, longitude, kind };
      if (!place) return read(api["saved-places"].$post({ json }));
      return read(api["saved-places"][":id"].$put({ param: { id: place.id }, json }));
    },
    onSaved: (_, { label }) => closeAndNotify(t("{label} is saved.", { label: label.trim() })),
    fallback: t("This could not be saved. Please try again."),
  });
  const { chosen } = form.typed;
  const closeAndNotify = async (message: string) => {
    await router.invalidate();
    onDone(message);
  };
  const remove = ({ id, label }: SavedPlace) =>
    form.act(
      "remove",
      () => awaitRemoval(read(api["saved-places"][":id"].$delete({ param: { id } }))),
      () => closeAndNotify(t("{label} is removed.", { label: savedPlaceLabel(label, t) })),
    );

  return (
    <Dialog
      onClose={onClose}
      open
      isSticky
      title={
        place
          ? t("Change {label}", { label: initialName })
          : initialLabel
            ? t("Set {given}", { given: initialName })
            : t("Add a place")
      }
    >
      <Form
        className="mt-4 grid min-h-96 grid-cols-[minmax(0,1fr)] content-start gap-4 text-ink"
        form={form}
      >
        {!(fixedLabels as readonly string[]).includes(initialLabel) && (
          <TextField {...form.field("label")} autoFocus={!place} label={t("Name")} maxLength={40} />
        )}
        <Combobox<Place>
          error={form.fault("place")}
          label={t("Place")}
          name="place"
          onSelect={(option) => form.set({ place: option.name, chosen: option })}
          onText={(typed) => form.set({ place: typed, chosen: null })}
          optionDetail={(option) => [option.iata, option.detail].filter(Boolean).join(" · ")}
          optionKey={({ id }) => id}
          optionText={({ name }) => name}
          placeholder={t("Address, hotel, airport")}
          search={(query, signal, show) => findPlaces(api, query, signal, show)}
          text={form.typed.place}
        />
        {chosen?.detail && <p className="-mt-2 text-ink-muted text-sm">{chosen.detail}</p>}
        <FieldError id="saved-place-error">{form.failure}</FieldError>
        <div className="mt-auto flex flex-wrap justify-between gap-2">
          {place ? (
            <Button
              busy={form.acting === "remove"}
              disabled={form.busy}
              onClick={() => void remove(place)}
              variant="quiet"
            >
              {t("Remove place")}
            </Button>
          ) : (
            <span />
          )}
          <span className="flex flex-wrap gap-2">
            <Button onClick={onClose} variant="secondary">
              {t("Go back")}
            </Button>
            <SubmitButton busyLabel={t("Saving...")} form={form}>
              {t("Save")}
            </SubmitButton>
          </span>
        </div>
      </Form>
    </Dialog>
  );
}
