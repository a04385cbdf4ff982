import { useRouter } from "@tanstack/react-router";
import { Bookmark, BriefcaseBusiness, MapPinHouse } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Place } from "../../../src/places/contract";
import type { SavedPlace } from "../../../src/places/saved-contract";
import { type Api, read } from "../../api";
import { ApiError, wordsOf } from "../../api-error";
import { findPlaces } from "../../find-places";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Combobox } from "../../ui/combobox";
import { Dialog } from "../../ui/dialog";
import { FieldError } from "../../ui/field";
import { TextField } from "../../ui/text-field";
import { useWords } from "../../words/use-words";

/** The two that most people have come first, also while they are empty. */
const usual = ["Home", "Work"] as const;
const iconOf = (label: string) =>
  label === "Home" ? MapPinHouse : label === "Work" ? BriefcaseBusiness : Bookmark;

/** What the form is about: a place that is changed, or a label that has none yet. */
type Edited = { place: SavedPlace | null; label: string };

/** The places a rider keeps, to book with a tap. */
export function SavedPlaces({ api, places }: { api: Api; places: readonly SavedPlace[] }) {
  const t = useWords();
  const [edited, setEdited] = useState<Edited | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const missing = usual.filter((label) => !places.some((place) => place.label === label));
  const open = (next: Edited) => {
    setSaid(null);
    setEdited(next);
  };

  return (
    <>
      <p className="mb-4 text-ink-muted">
        {t(
          "They come first when you book. Only you see them; your driver sees the one you ride to.",
        )}
      </p>
      <Card flush>
        <ul className="divide-y divide-line">
          {places.map((place) => {
            const Icon = iconOf(place.label);
            return (
              <li className="flex min-h-16 items-center gap-4 px-4 py-3 sm:px-6" key={place.id}>
                <Icon aria-hidden="true" className="shrink-0 text-ink-muted" size={20} />
                <div className="min-w-0 flex-1">
                  <p className="wrap-anywhere font-medium">{place.label}</p>
                  <p className="wrap-anywhere text-ink-muted text-sm">
                    {[place.name, place.detail].filter(Boolean).join(", ")}
                  </p>
                </div>
                <Button
                  aria-label={t("Change {label}", { label: place.label })}
                  onClick={() => open({ place, label: place.label })}
                  variant="secondary"
                >
                  {t("Change")}
                </Button>
              </li>
            );
          })}
          {missing.map((label) => {
            const Icon = iconOf(label);
            return (
              <li className="flex min-h-16 items-center gap-4 px-4 py-3 sm:px-6" key={label}>
                <Icon aria-hidden="true" className="shrink-0 text-ink-faint" size={20} />
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{label}</p>
                  <p className="text-ink-muted text-sm">{t("Not set")}</p>
                </div>
                <Button
                  aria-label={t("Set {label}", { label })}
                  onClick={() => open({ place: null, label })}
                  variant="secondary"
                >
                  {t("Set")}
                </Button>
              </li>
            );
          })}
        </ul>
      </Card>
      <Button className="mt-4" onClick={() => open({ place: null, label: "" })} variant="secondary">
        {t("Add a place")}
      </Button>
      <p className="mt-2 text-sm text-success-ink" role="status">
        {said}
      </p>
      {edited && (
        <PlaceForm
          api={api}
          edited={edited}
          onClose={() => setEdited(null)}
          onDone={(words) => {
            setEdited(null);
            setSaid(words);
          }}
        />
      )}
    </>
  );
}

function PlaceForm({
  api,
  edited: { place, label: given },
  onDone,
  onClose,
}: {
  api: Api;
  edited: Edited;
  onDone: (said: string) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const router = useRouter();
  const [label, setLabel] = useState(given);
  const [text, setText] = useState(place?.name ?? "");
  const [chosen, setChosen] = useState<Place | SavedPlace | null>(place);
  const [busy, setBusy] = useState<"saving" | "removing" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [shown, setShown] = useState(false);
  const labelFault = shown && !label.trim() ? t("Give it a name, as Gym.") : null;
  const placeFault = shown && !chosen ? t("Choose a place from the list.") : null;

  const run = async (what: "saving" | "removing", call: () => Promise<unknown>, said: string) => {
    setBusy(what);
    setFailure(null);
    try {
      await call();
    } catch (error) {
      // Gone already is what was wanted of a removal.
      if (!(what === "removing" && error instanceof ApiError && error.status === 404)) {
        setFailure(wordsOf(error, t("This could not be saved. Please try again.")));
        return setBusy(null);
      }
    }
    await router.invalidate();
    onDone(said);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
    if (!label.trim() || !chosen) return;
    const { name, detail, latitude, longitude, kind } = chosen;
    const json = { label: label.trim(), name, detail, latitude, longitude, kind };
    await run(
      "saving",
      () =>
        place
          ? read(api["saved-places"][":id"].$put({ param: { id: place.id }, json }))
          : read(api["saved-places"].$post({ json })),
      t("{label} is saved.", { label: json.label }),
    );
  };
  const remove = (held: SavedPlace) =>
    run(
      "removing",
      () => read(api["saved-places"][":id"].$delete({ param: { id: held.id } })),
      t("{label} is forgotten.", { label: held.label }),
    );

  return (
    <Dialog
      onClose={onClose}
      open
      sticky
      title={
        place
          ? t("Change {label}", { label: place.label })
          : given
            ? t("Set {given}", { given })
            : t("Add a place")
      }
    >
      <form
        method="post"
        className="mt-4 grid min-h-96 grid-cols-[minmax(0,1fr)] content-start gap-4 text-ink"
        noValidate
        onSubmit={save}
      >
        {!(usual as readonly string[]).includes(given) && (
          <TextField
            autoFocus={!place}
            error={labelFault}
            label={t("What you call it")}
            maxLength={40}
            name="label"
            onChange={(event) => setLabel(event.target.value)}
            value={label}
          />
        )}
        <Combobox<Place>
          error={placeFault}
          label={t("Where it is")}
          name="place"
          onSelect={(found) => {
            setText(found.name);
            setChosen(found);
          }}
          onText={(typed) => {
            setText(typed);
            setChosen(null);
          }}
          optionDetail={(found) => [found.iata, found.detail].filter(Boolean).join(" · ")}
          optionKey={({ id }) => id}
          optionText={({ name }) => name}
          placeholder={t("Address, hotel, airport")}
          search={(query, signal, show) => findPlaces(api, query, signal, show)}
          text={text}
        />
        {chosen?.detail && <p className="-mt-2 text-ink-muted text-sm">{chosen.detail}</p>}
        <FieldError id="saved-place-error">{failure}</FieldError>
        <div className="mt-auto flex flex-wrap justify-between gap-2">
          {place ? (
            <Button
              busy={busy === "removing"}
              disabled={busy !== null}
              onClick={() => void remove(place)}
              variant="quiet"
            >
              {t("Forget it")}
            </Button>
          ) : (
            <span />
          )}
          <span className="flex flex-wrap gap-2">
            <Button onClick={onClose} variant="secondary">
              {t("Go back")}
            </Button>
            <Button
              busy={busy === "saving"}
              busyLabel={t("Saving...")}
              disabled={busy !== null}
              type="submit"
            >
              {t("Save")}
            </Button>
          </span>
        </div>
      </form>
    </Dialog>
  );
}
