import { useRouter } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import type { PassengerInput } from "../../../src/reservations/contract";
import { lacksContact, NO_CONTACT_TEXT } from "../../../src/reservations/passenger-rules";
import { languageNames } from "../../../src/settings/languages/language-names-contract.gen";
import { isLanguage } from "../../../src/settings/languages/languages-contract";
import { Checkbox } from "../../ui/checkbox";
import { SelectField } from "../../ui/select-field";
import { TextField } from "../../ui/text-field";
import { useWords } from "../../words/use-words";
import type { Say } from "../../words/words";

/** A passenger as typed. */
type Entry = { [Name in keyof PassengerInput]-?: NonNullable<PassengerInput[Name]> };

/** Returns the errors of a passenger's missing fields, by field. */
export function missingFaults(entry: Entry, t: Say): Partial<Record<keyof Entry, string>> {
  return {
    ...(!entry.passengerName.trim() && { passengerName: t("Enter the passenger's name.") }),
    ...(lacksContact(entry) && { passengerPhone: t.known(NO_CONTACT_TEXT) }),
  };
}

/** Labels of dispatch, which enters a booking for the rider. */
export type PassengerWords = { both: string; sameLanguage: string };

/** The passenger of a booked trip: the person who booked, or somebody else. */
export function PassengerPart({
  hasRider,
  entry,
  onEntry,
  ...rest
}: Omit<ComponentProps<typeof PassengerFields>, "entry" | "onEntry"> & {
  /** False for a booking without an account, for which the passenger is always somebody else. */
  hasRider: boolean;
  entry: Entry & { isForSomebodyElse: boolean };
  onEntry: (change: Partial<Entry> & { isForSomebodyElse?: boolean }) => void;
}) {
  const t = useWords();
  const { isForSomebodyElse } = entry;
  return (
    <>
      {hasRider && (
        <Checkbox
          checked={isForSomebodyElse}
          className={rest.checkClass}
          label={t("The passenger is somebody else")}
          name="isForSomebodyElse"
          onChange={({ target: { checked } }) => onEntry({ isForSomebodyElse: checked })}
        />
      )}
      {isForSomebodyElse && <PassengerFields {...rest} entry={entry} onEntry={onEntry} />}
    </>
  );
}

/** The passenger, if it is not the person who books: name and contacts, and who gets the driver's details. */
export function PassengerFields({
  entry,
  fault,
  onEntry,
  className,
  checkClass: checkboxClass,
  words,
  dense: isDense = false,
}: {
  entry: Entry;
  fault: (name: keyof Entry) => string | null | undefined;
  onEntry: (change: Partial<Entry>) => void;
  /** The class of each text field and checkbox. */
  className?: string | undefined;
  checkClass?: string | undefined;
  words?: PassengerWords | undefined;
  dense?: boolean;
}) {
  const t = useWords();
  const { languages } = useRouter().options.context.settings;
  const translateText = (text: string | null | undefined) => text && t.known(text);
  const field = (name: "passengerName" | "passengerPhone" | "passengerEmail") => ({
    autoComplete: "off",
    className,
    dense: isDense,
    error: translateText(fault(name)),
    id: name,
    name,
    onChange: ({ target }: { target: { value: string } }) => onEntry({ [name]: target.value }),
    value: entry[name],
  });
  const contact = (name: "passengerPhone" | "passengerEmail", type: "tel" | "email") => ({
    ...field(name),
    inputMode: type,
    optional: true,
    type,
  });
  const isNotified = entry.driverNewsTo !== "rider";
  return (
    <>
      <TextField {...field("passengerName")} label={t("Passenger's name")} maxLength={160} />
      <TextField
        {...contact("passengerPhone", "tel")}
        label={t("Passenger's phone")}
        maxLength={20}
      />
      <TextField
        {...contact("passengerEmail", "email")}
        label={t("Passenger's e-mail")}
        maxLength={254}
      />
      {languages.length > 1 && (
        <SelectField
          className={className}
          dense={isDense}
          label={t("Passenger's language")}
          name="passengerLanguage"
          onChange={({ target: { value } }) =>
            onEntry({ passengerLanguage: isLanguage(value) ? value : "" })
          }
          value={entry.passengerLanguage}
        >
          <option value="">{words?.sameLanguage ?? t("Same as mine")}</option>
          {languages.map((code) => (
            <option key={code} lang={code} value={code}>
              {languageNames[code]}
            </option>
          ))}
        </SelectField>
      )}
      <div className={checkboxClass}>
        <Checkbox
          checked={!isNotified}
          hint={
            isNotified
              ? t(
                  "We’ll send the passenger the pickup time, details of the driver and car, and a link to follow the car. Please ask the passenger first.",
                )
              : t("We won’t send the passenger any messages.")
          }
          label={t("Don’t contact the passenger")}
          name="noContact"
          onChange={({ target: { checked } }) =>
            onEntry({ driverNewsTo: checked ? "rider" : "passenger" })
          }
        />
        {isNotified && (
          <Checkbox
            checked={entry.driverNewsTo === "both"}
            label={words?.both ?? t("Send me the driver’s details too")}
            name="driverNewsToBoth"
            onChange={({ target: { checked } }) =>
              onEntry({ driverNewsTo: checked ? "both" : "passenger" })
            }
          />
        )}
      </div>
    </>
  );
}
