import type { Mobility } from "../../../src/vehicles/class-contract";
import { flightNumberOf } from "../../../src/reservations/flight-number-contract";
import { SelectField } from "../../ui/select-field";
import { troubleWords } from "../../ui/service-facts";
import { TextArea } from "../../ui/text-area";
import { TextField, TimeField } from "../../ui/text-field";
import { mobilityWords } from "../../ui/trip-words";
import { CounterField } from "./counter-field";
import { type BookingDraft, missingField, serviceTypeOf } from "../draft";
import { FlightField } from "./flight-field";
import { useWords } from "../../words/use-words";
import type { Say } from "../../words/words";

const mobilities = Object.keys(mobilityWords) as Mobility[];
const troubles = Object.keys(troubleWords) as (keyof typeof troubleWords)[];

/** Returns the id of the first field that is not filled in correctly, with the reason; null if all are correct. */
export function serviceFault(draft: BookingDraft, t: Say): { field: string; words: string } | null {
  const field = missingField(draft);
  if (field === "vehicle") return { field, words: t("Tell us which vehicle to look for.") };
  if (field === "trouble") return { field, words: t("Choose the closest match.") };
  if (field === "languages") return { field, words: t("Tell us which languages.") };
  const isFlightTrip = draft.kind === "one_way" && serviceTypeOf(draft) !== "point_to_point";
  return isFlightTrip && draft.flightNumber && flightNumberOf(draft.flightNumber) === null
    ? {
        field: "flightNumber",
        words: t("Write the flight number as on your ticket, such as WB 203."),
      }
    : null;
}

/** The fields of each kind of service. */
export function ServiceFields({
  draft,
  update,
  flightHint,
  fault,
}: {
  draft: BookingDraft;
  update: (change: Partial<BookingDraft>) => void;
  /** Replaces the hint for riders. */
  flightHint?: string;
  /** The error to show; null until the rider tries to continue. */
  fault: ReturnType<typeof serviceFault>;
}) {
  const t = useWords();
  const errorOf = (field: string) => (fault?.field === field ? fault.words : null);
  switch (serviceTypeOf(draft)) {
    case "airport_pickup":
    case "airport_dropoff":
      return (
        <FlightField
          error={errorOf("flightNumber")}
          hint={flightHint}
          id="flightNumber"
          label={t("Flight number")}
          isArrival={serviceTypeOf(draft) === "airport_pickup"}
          onNumber={(flightNumber) => update({ flightNumber })}
          optional={serviceTypeOf(draft) !== "airport_pickup"}
          pickupLocal={
            draft.date && draft.time && !draft.asap ? `${draft.date}T${draft.time}` : null
          }
          value={draft.flightNumber}
        />
      );
    case "home_care":
      return <CareFields draft={draft} update={update} />;
    case "roadside_assistance":
      return (
        <div className="grid gap-4">
          <div className="grid gap-4 min-[30rem]:grid-cols-[2fr_1fr]">
            <TextField
              autoComplete="off"
              error={errorOf("vehicle")}
              id="vehicle"
              label={t("Make and model")}
              maxLength={120}
              name="vehicle"
              onChange={(event) => update({ vehicle: event.target.value })}
              placeholder={t("Toyota RAV4, white")}
              value={draft.vehicle}
            />
            <TextField
              autoCapitalize="characters"
              autoComplete="off"
              label={t("Plate")}
              maxLength={20}
              name="plate"
              onChange={(event) => update({ plate: event.target.value.toUpperCase() })}
              optional
              placeholder={t("RAD 123 B")}
              value={draft.plate}
            />
          </div>
          <SelectField
            error={errorOf("trouble")}
            id="trouble"
            label={t("What’s wrong")}
            name="trouble"
            onChange={(event) =>
              update({ trouble: troubles.find((each) => each === event.target.value) ?? "" })
            }
            value={draft.trouble}
          >
            <option disabled value="">
              {t("Choose")}
            </option>
            {troubles.map((trouble) => (
              <option key={trouble} value={trouble}>
                {t.known(troubleWords[trouble])}
              </option>
            ))}
          </SelectField>
          <TextArea
            label={t("What happened")}
            maxLength={500}
            name="troubleWords"
            onChange={(event) => update({ troubleWords: event.target.value })}
            optional
            placeholder={t("Where exactly the vehicle is, whether it can roll, who is with it")}
            rows={3}
            value={draft.troubleWords}
          />
        </div>
      );
    case "interpreter":
      return (
        <TextField
          autoComplete="off"
          error={errorOf("languages")}
          hint={t("For example Kinyarwanda and English.")}
          id="languages"
          label={t("Languages")}
          maxLength={120}
          name="languages"
          onChange={(event) => update({ languages: event.target.value })}
          value={draft.languages}
        />
      );
    default:
      return null;
  }
}

function CareFields({
  draft,
  update,
}: {
  draft: BookingDraft;
  update: (change: Partial<BookingDraft>) => void;
}) {
  const t = useWords();
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <SelectField
          label={t("Mobility")}
          name="mobility"
          onChange={(event) =>
            update({
              mobility: mobilities.find((each) => each === event.target.value) ?? "ambulatory",
            })
          }
          value={draft.mobility}
        >
          {mobilities.map((mobility) => (
            <option key={mobility} value={mobility}>
              {t.known(mobilityWords[mobility])}
            </option>
          ))}
        </SelectField>
        <TimeField
          hint={t("When the passenger needs to be there.")}
          label={t("Appointment")}
          name="appointmentTime"
          onChange={(event) => update({ appointmentTime: event.target.value })}
          optional
          value={draft.appointmentTime}
        />
      </div>
      <div className="divide-y divide-line border-line border-y">
        <CounterField
          detail={t("Staff who come along to help")}
          label={t("Attendants")}
          max={10}
          min={0}
          onValue={(attendants) => update({ attendants })}
          value={draft.attendants}
        />
        <CounterField
          detail={t("Family or friends")}
          label={t("Companions")}
          max={10}
          min={0}
          onValue={(companions) => update({ companions })}
          value={draft.companions}
        />
      </div>
      <TextArea
        label={t("At the door")}
        maxLength={500}
        name="doorNote"
        onChange={(event) => update({ doorNote: event.target.value })}
        optional
        placeholder={t("Steps, doorbell, who opens the door, what to bring")}
        rows={2}
        value={draft.doorNote}
      />
    </div>
  );
}
