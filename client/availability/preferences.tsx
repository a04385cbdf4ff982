import { type ReactNode, useState } from "react";
import type { Availability, TrainedMobility } from "../../src/availability/contract";
import type { ServiceType } from "../../src/fares/contract";
import type { Mobility } from "../../src/vehicles/class-contract";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { DefinitionList } from "../ui/definition-list";
import { useOfferedKinds } from "../ui/offered-kinds";
import { mobilityWords, serviceWords } from "../ui/trip-words";
import type { AvailabilityCalls } from "./calls";
import { SectionSheet } from "./section-sheet";
import { useSectionSave } from "./use-section-save";
import { type Audience, words } from "./words";
import { useWords } from "../words/use-words";

// Importing the contract's own list would load all of zod.
const needs = (Object.keys(mobilityWords) as Mobility[]).filter(
  (need): need is TrainedMobility => need !== "ambulatory",
);

interface Props {
  availability: Availability;
  audience: Audience;
  calls: AvailabilityCalls;
  onSaved: (availability: Availability) => void;
}

/** A driver's preferences, and a form to change them. */
export function PreferencesPart(props: Props) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const { preferences, zones } = props.availability;
  const names = new Map(zones.map(({ id, name }) => [id, t.known(name, "name")]));
  const joinOrNone = (items: readonly string[], none: string) => t.list(items) || none;
  return (
    <>
      <DefinitionList
        facts={[
          {
            name: t("Takes"),
            value: joinOrNone(
              preferences.serviceTypes.map((type) => t.known(serviceWords[type])),
              t("All kinds of trips"),
            ),
          },
          {
            name: t("Preferred zones"),
            value: joinOrNone(
              preferences.zoneIds.flatMap((id) => names.get(id) ?? []),
              t("Anywhere"),
            ),
          },
          {
            name: t("Trained for"),
            value: joinOrNone(
              preferences.mobility.map((need) => t.known(mobilityWords[need])),
              t("Not specified"),
            ),
          },
        ]}
      />
      <Button className="mt-4" onClick={() => setOpen(true)} variant="secondary" wide>
        {t("Change preferences")}
      </Button>
      {isOpen && <PreferencesSheet {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function PreferencesSheet({
  availability: { preferences, zones },
  audience,
  calls,
  onSaved,
  onClose,
}: Props & { onClose: () => void }) {
  const t = useWords();
  const saving = useSectionSave({ reload: calls.reload, onSaved });
  const [chosenServices, setChosenServices] = useState<readonly ServiceType[]>(
    preferences.serviceTypes,
  );
  const kinds = useOfferedKinds(preferences.serviceTypes);
  const [zoneIds, setZoneIds] = useState<readonly string[]>(preferences.zoneIds);
  const [mobility, setMobility] = useState<readonly TrainedMobility[]>(preferences.mobility);
  const submit = async () => {
    const existingZoneIds = zoneIds.filter((zoneId) => zones.some(({ id }) => id === zoneId));
    const isSaved = await saving.save(
      () =>
        calls.savePreferences({
          version: preferences.version,
          serviceTypes: [...chosenServices],
          zoneIds: existingZoneIds,
          mobility: [...mobility],
        }),
      t("Preferences saved"),
      (fields) => ({ fields: {}, failure: Object.values(fields)[0] ?? null }),
    );
    if (isSaved) onClose();
  };
  return (
    <SectionSheet
      label={t("Save preferences")}
      onClose={onClose}
      onSubmit={() => void submit()}
      saving={saving}
      title={t("Preferences")}
    >
      <Choices
        chosen={chosenServices}
        hint={t("To get all kinds of trips, choose none.")}
        legend={t("Kinds of trips")}
        onChange={setChosenServices}
        options={kinds.map((value) => ({ value, label: t.known(serviceWords[value]) }))}
      />
      {zones.length > 0 && (
        <Choices
          chosen={zoneIds}
          legend={t("Zones")}
          onChange={setZoneIds}
          options={zones.map(({ id, name }) => ({ value: id, label: t.known(name, "name") }))}
        />
      )}
      <Choices
        chosen={mobility}
        legend={t.of(words[audience].training)}
        onChange={setMobility}
        options={needs.map((value) => ({ value, label: t.known(mobilityWords[value]) }))}
      />
    </SectionSheet>
  );
}

function Choices<Value extends string>({
  legend,
  hint,
  options,
  chosen,
  onChange,
}: {
  legend: string;
  hint?: ReactNode;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{legend}</legend>
      {hint && <p className="mt-1 text-ink-muted text-sm">{hint}</p>}
      <div className="mt-1 grid sm:grid-cols-2">
        {options.map(({ value, label }) => (
          <Checkbox
            checked={chosen.includes(value)}
            key={value}
            label={label}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...chosen, value] : chosen.filter((each) => each !== value),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
