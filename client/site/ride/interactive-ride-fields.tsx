/** The interactive ride form, with place suggestions and prices. It loads once the page is hydrated. */
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Settings } from "../../../src/settings/contract";
import { type Api, read } from "../../api";
import { ApiError, wordsOf } from "../../api-error";
import { type ChosenPlace, firstPoint, type PlaceEntry } from "../../booking/draft";
import { resolvePlace } from "../../booking/resolve-ends";
import { buttonStyle } from "../../ui/button-style";
import { useWords } from "../../words/use-words";
import { type Phrase, phrase, type Say } from "../../words/words";
import { RidePlaceField } from "./ride-place-field";
import { priceAndSaveDraft, fetchUsualPlaces } from "./quoting";
import { type PricedRide, RidePrices } from "./ride-prices";
import { LabelledInput, MAX_PASSENGERS } from "./static-ride-fields";

/** The label and state of the button, and the content below it. */
export interface RideButtonState {
  label?: ReactNode;
  busy?: boolean;
  footer?: ReactNode;
}

const missingFieldWords: Record<string, Phrase> = {
  from: phrase("Please tell us where to pick you up."),
  to: phrase("Please tell us where you are going."),
  name: phrase("Please tell us your name."),
  contact: phrase("Please enter an e-mail address or a phone number."),
};
const unknownFailure = phrase("Something went wrong. Please try again.");

/** The field that each refusal of the prices is about. */
const fieldOfCode: Record<string, string> = {
  "trip.same_place": "to",
  "trip.outside_pickup": "from",
  "trip.outside_dropoff": "to",
};

interface TripEnds {
  from: PlaceEntry;
  to: PlaceEntry;
}
type Faults = Record<string, string>;
type RideValues = Record<string, string>;

/** The outcome of pressing the button. */
interface Outcome {
  faults?: Faults;
  failure?: string;
  priced?: PricedRide;
  requested?: true;
}

/** The interactive fields, which replace the static ones and take over their text. */
export function InteractiveRideFields({
  api,
  settings,
  form,
  pressCount,
  isPriced,
  onButtonState,
  onQuoteRequest,
}: {
  api: Api;
  settings: Settings;
  form: RefObject<HTMLFormElement | null>;
  /** How often the form was sent since the page loaded. */
  pressCount: number;
  isPriced: boolean;
  onButtonState: (state: RideButtonState) => void;
  onQuoteRequest: (() => void) | undefined;
}) {
  const t = useWords();
  // The static fields still exist during the first rendering, so their text can be read here.
  const [initialFormState] = useState(() => formStateOf(form.current));
  const { typed } = initialFormState;
  const [tripEnds, setTripEnds] = useState<TripEnds>({
    from: { text: typed.from ?? "", place: null },
    to: { text: typed.to ?? "", place: null },
  });
  const [suggestedPlaces, setSuggestedPlaces] = useState<readonly ChosenPlace[]>([]);
  const [wantsCallBack, setWantsCallBack] = useState("name" in typed);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [pricedRide, setPricedRide] = useState<PricedRide | null>(null);

  useLayoutEffect(() => {
    const { focused, caret } = initialFormState;
    const box = focused && form.current?.querySelector<HTMLInputElement>(`[name="${focused}"]`);
    if (!box) return;
    box.focus();
    // Focusing selects the whole text, and the next key would replace it.
    if (box.type === "text") box.setSelectionRange(caret, caret);
  }, [form, initialFormState]);

  const [faultsToFocus, setFaultsToFocus] = useState<Faults | null>(null);
  useEffect(() => {
    if (!faultsToFocus) return;
    const fields = form.current?.querySelectorAll<HTMLElement>("[name]") ?? [];
    [...fields].find((field) => (field.getAttribute("name") ?? "") in faultsToFocus)?.focus();
  }, [form, faultsToFocus]);

  const hasChanged = useRef(false);
  const send = async () => {
    setFaults({});
    setFailure(null);
    setPricedRide(null);
    setBusy(true);
    hasChanged.current = false;
    const outcome = await (
      wantsCallBack
        ? requestCallBack(api, formValues(form.current), t)
        : priceRide(api, formValues(form.current), tripEnds, settings, t)
    ).finally(() => setBusy(false));
    setFailure(outcome.failure ?? null);
    setPricedRide(hasChanged.current ? null : (outcome.priced ?? null));
    setFaults(outcome.faults ?? {});
    if (outcome.faults) setFaultsToFocus(outcome.faults);
    if (outcome.requested) onQuoteRequest?.();
  };
  const handledPressCount = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a press, with the values of that moment
  useEffect(() => {
    if (handledPressCount.current === pressCount) return;
    handledPressCount.current = pressCount;
    void send();
  }, [pressCount]);

  const showsCallOption = isPriced && onQuoteRequest !== undefined;
  useEffect(() => {
    const words = wantsCallBack
      ? [t("Send the request"), t("Sending...")]
      : [t("See prices"), t("Getting prices...")];
    onButtonState({
      busy,
      label: words[busy ? 1 : 0],
      footer: (
        <>
          {showsCallOption && (
            <button
              className={`mt-2 ${buttonStyle("quiet", "medium", true)}`}
              onClick={() => {
                setWantsCallBack(!wantsCallBack);
                setPricedRide(null);
                setFaults({});
              }}
              type="button"
            >
              {wantsCallBack ? t("See the price here instead") : t("Have us call you back")}
            </button>
          )}
          {pricedRide && <RidePrices priced={pricedRide} settings={settings} />}
        </>
      ),
    });
  }, [busy, wantsCallBack, pricedRide, showsCallOption, settings, onButtonState, t]);

  // The shown prices are for the previous text.
  const clearPrices = () => {
    hasChanged.current = true;
    setPricedRide(null);
  };
  const [isTouched, setIsTouched] = useState(false);
  const loadUsualPlaces = () => {
    if (isTouched) return;
    setIsTouched(true);
    fetchUsualPlaces(api)
      .then(setSuggestedPlaces)
      // Suggestions are optional, and the search itself reports failures.
      .catch(() => {});
  };
  const renderPlaceField = (
    name: "from" | "to",
    label: string,
    placeholder: string,
    mark: string,
  ) => (
    <RidePlaceField
      api={api}
      entry={tripEnds[name]}
      error={faults[name]}
      // Only after a touch, because the page must not scroll on its own.
      showsAddressHelp={isTouched && !settings.findsAddresses}
      label={label}
      mark={mark}
      name={name}
      near={firstPoint([tripEnds.from.place, tripEnds.to.place, ...suggestedPlaces])}
      onEntry={(entry) => {
        setTripEnds((now) => ({ ...now, [name]: entry }));
        clearPrices();
      }}
      placeholder={placeholder}
      suggestions={suggestedPlaces}
    />
  );
  const field = (name: string, label: string) => ({
    name,
    label,
    fault: faults[name],
    defaultValue: typed[name],
    onChange: clearPrices,
  });
  return (
    <>
      <Failure>{failure}</Failure>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears of the focus of a box within */}
      <div className="grid gap-3" onFocus={loadUsualPlaces}>
        {renderPlaceField(
          "from",
          t("Pickup"),
          t("Pickup: airport, hotel, address"),
          "rounded-full border-2 border-accent-text",
        )}
        {renderPlaceField(
          "to",
          t("Drop-off"),
          t("Where are you going?"),
          "rounded-[3px] bg-accent-text",
        )}
      </div>
      <div className="flex flex-wrap gap-3 *:grow">
        <LabelledInput {...field("date", t("Day"))} type="date" />
        <LabelledInput {...field("time", t("Time"))} type="time" />
        <p className="basis-full text-ink-muted text-sm">
          {t("Local time in {town}. Leave both empty for as soon as possible.", {
            town: settings.town,
          })}
        </p>
      </div>
      <LabelledInput
        {...field("passengers", t("Passengers"))}
        inputMode="numeric"
        max={MAX_PASSENGERS}
        min={1}
        type="number"
      />
      {wantsCallBack && (
        <>
          <p className="text-ink-muted text-sm">
            {t(
              "Tell us who you are and we’ll call you back with the price. Nothing is booked until you say so.",
            )}
          </p>
          <LabelledInput {...field("name", t("Your name"))} autoComplete="name" maxLength={120} />
          <LabelledInput
            {...field("contact", t("Phone number or e-mail address"))}
            autoCapitalize="none"
            autoComplete="tel"
            maxLength={320}
            spellCheck={false}
          />
          <LabelledInput
            {...field("text", t("What we should know (optional)"))}
            maxLength={2_000}
          />
          {/* A trap for programs that fill in every field. People never see it. */}
          <div aria-hidden="true" className="sr-only">
            <label>
              {t("Leave this empty")}
              <input autoComplete="off" name="website" tabIndex={-1} type="text" />
            </label>
          </div>
        </>
      )}
    </>
  );
}

/** Shows an error that belongs to no field. */
function Failure({ children }: { children: ReactNode }) {
  return (
    <div className="empty:hidden" role="alert">
      {children && (
        <p className="rounded-md bg-danger-surface px-4 py-3 text-danger-ink text-sm">{children}</p>
      )}
    </div>
  );
}

function faultsOf(typed: RideValues, requiredFields: readonly string[], t: Say): Faults | null {
  const { date = "", time = "", passengers = "" } = typed;
  const faults: Faults = {};
  for (const name of requiredFields) {
    if (!typed[name]?.trim()) faults[name] = t.of(missingFieldWords[name] ?? unknownFailure);
  }
  if (date === "" && time !== "") faults.date = t("Choose a day too, or leave the time empty.");
  if (date !== "" && time === "") faults.time = t("Choose a time too, or leave the day empty.");
  const count = Number(passengers);
  if (!Number.isInteger(count) || count < 1 || count > MAX_PASSENGERS)
    faults.passengers = t("Enter how many people are riding: 1 to {most}. For more, call us.", {
      most: MAX_PASSENGERS,
    });
  return Object.keys(faults).length > 0 ? faults : null;
}

/** Prices the ride. A refusal by the server is an outcome, not a rejection. */
async function priceRide(
  api: Api,
  typed: RideValues,
  ends: TripEnds,
  { findsAddresses }: Settings,
  t: Say,
): Promise<Outcome> {
  const faults = faultsOf(typed, ["from", "to"], t);
  if (faults) return { faults };
  const { date = "", time = "", passengers } = typed;
  try {
    const [from, to] = await Promise.all(
      [ends.from, ends.to].map((end) => resolvePlace(api, end, findsAddresses)),
    );
    if (!from || !to) {
      const unknownPlaceText = t("Choose a place from the list, or keep what you typed.");
      return {
        faults: { ...(!from && { from: unknownPlaceText }), ...(!to && { to: unknownPlaceText }) },
      };
    }
    const entry = (place: ChosenPlace) => ({ text: place.name, place });
    const ride = { from: entry(from), to: entry(to), date, time, passengers: Number(passengers) };
    return { priced: await priceAndSaveDraft(api, ride) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, fields, message } = error;
    const field = fieldOfCode[code];
    if (field) return { faults: { [field]: message } };
    const isTimeError = "pickupLocal" in fields || /^trip\.(?:time|past|too_)/.test(code);
    if (isTimeError && date !== "") return { faults: { time: message } };
    return { failure: wordsOf(error, t.of(unknownFailure)) };
  }
}

/** Requests a call back. A refusal by the server is an outcome, not a rejection. */
async function requestCallBack(api: Api, typed: RideValues, t: Say): Promise<Outcome> {
  const faults = faultsOf(typed, ["from", "to", "name", "contact"], t);
  if (faults) return { faults };
  const {
    from = "",
    to = "",
    name = "",
    contact = "",
    date,
    time,
    passengers,
    text,
    website,
  } = typed;
  try {
    const json = { from, to, name, contact, date, time, passengers, text, website };
    await read(api["ride-requests"].$post({ json }));
    return { requested: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (Object.keys(error.fields).length > 0) return { faults: error.fields };
    return {
      failure:
        error.status === 429
          ? t(
              "Too many requests came from here in the past hour. Please try again later or call us.",
            )
          : wordsOf(error, t.of(unknownFailure)),
    };
  }
}

function formValues(form: HTMLFormElement | null): RideValues {
  const data = form ? [...new FormData(form)] : [];
  return Object.fromEntries(data.map(([name, value]) => [name, String(value)]));
}

/** Returns the content of the static fields, and which one has the focus. */
function formStateOf(form: HTMLFormElement | null) {
  const active = document.activeElement;
  const activeField = active instanceof HTMLInputElement && form?.contains(active) ? active : null;
  return {
    typed: formValues(form),
    focused: activeField?.name,
    caret: activeField?.type === "text" ? (activeField.selectionStart ?? 0) : 0,
  };
}
