import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { PostedForm } from "../../src/contact/form-contract";
import type { Settings } from "../../src/settings/contract";
import { type Api, read } from "../api";
import { ApiError, unknownFailure, wordsOf } from "../api-error";
import { useLate } from "../late";
import type { ChosenPlace, PlaceEntry } from "../riders/booking/draft";
import { Button } from "../ui/button";
import { Combobox } from "../ui/combobox";
import { DateField, TextField, TimeField } from "../ui/text-field";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { RidePrices, type PricedRide } from "./ride-prices";

const loadQuoting = () => import("./quoting");

/** More ride in two cars, which somebody plans: by phone. */
const MOST_PASSENGERS = 16;

const missing: Record<string, string> = {
  from: "Please say where you are picked up.",
  to: "Please say where you are going.",
  name: "Please say your name.",
  contact: "Please write an e-mail address or a phone number.",
};
const unknownPlace = "Choose from the list: a place, or your own words.";
const tooMany =
  "Too many requests came from here within an hour. Please try again later, or call us.";

/** Which field a refusal of the prices is about. */
const fieldOfCode: Record<string, string> = {
  "trip.same_place": "to",
  "trip.outside_pickup": "from",
  "trip.outside_dropoff": "to",
};

type Faults = Record<string, string>;
type Mode = "price" | "call";

/**
 * From where to where and when: the price at once, and from it into the booking with everything that was
 * typed. `/request-ride` offers to be called back too. Without scripts it is sent to that page, which asks
 * who is to be called back.
 */
export function RideForm({
  api,
  settings,
  posted,
  onAsked,
}: {
  api: Api;
  settings: Settings;
  /** What was sent without scripts and refused. */
  posted?: PostedForm | undefined;
  /** Told once a call back was asked for; where it is given, that is offered. */
  onAsked?: (() => void) | undefined;
}) {
  const came = posted?.page === "/request-ride" ? posted.typed : undefined;
  // From another page come places alone: nobody has been asked for a name yet.
  const refused = came?.["name"] === undefined ? undefined : posted;
  const quoting = useLate(loadQuoting);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [from, setFrom] = useState<PlaceEntry>({ text: came?.["from"] ?? "", place: null });
  const [to, setTo] = useState<PlaceEntry>({ text: came?.["to"] ?? "", place: null });
  const [date, setDate] = useState(came?.["date"] ?? "");
  const [time, setTime] = useState(came?.["time"] ?? "");
  const [passengers, setPassengers] = useState(came?.["passengers"] ?? "1");
  const [mode, setMode] = useState<Mode>(came ? "call" : "price");
  const [faults, setFaults] = useState<Faults>(refused?.faults ?? {});
  const [failure, setFailure] = useState<string | null>(() => {
    if (!refused || Object.keys(refused.faults).length > 0) return null;
    return refused.code === "request.too_many" ? tooMany : unknownFailure;
  });
  const [busy, setBusy] = useState(false);
  const [priced, setPriced] = useState<PricedRide | null>(null);
  const [usual, setUsual] = useState<readonly ChosenPlace[]>([]);
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const asked = useRef(false);

  const [wrong, setWrong] = useState<{ of: Faults } | null>(null);
  useEffect(() => {
    if (!wrong) return;
    const fields = form.current?.querySelectorAll<HTMLElement>("[name]") ?? [];
    [...fields].find((field) => (field.getAttribute("name") ?? "") in wrong.of)?.focus();
  }, [wrong]);
  const refuse = (found: Faults) => {
    setFaults(found);
    setWrong({ of: found });
  };
  /** What is shown is for what was typed then. */
  const changed = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value);
      setPriced(null);
    };
  };
  const offerUsual = () => {
    if (asked.current) return;
    asked.current = true;
    // Suggestions are a courtesy; the search itself says when it fails.
    void loadQuoting()
      .then(({ usualPlaces }) => usualPlaces(api))
      .then(setUsual)
      .catch(() => {});
  };

  const see = async () => {
    const { placeOf, askPrices } = quoting ?? (await loadQuoting());
    const [start, end] = await Promise.all([placeOf(api, from), placeOf(api, to)]);
    if (!start || !end) {
      return refuse({ ...(!start && { from: unknownPlace }), ...(!end && { to: unknownPlace }) });
    }
    const ride = {
      from: { text: start.name, place: start },
      to: { text: end.name, place: end },
      date,
      time,
      passengers: Number(passengers),
    };
    setFrom(ride.from);
    setTo(ride.to);
    setPriced(await askPrices(api, ride));
  };
  const ask = async (typed: FormData) => {
    const of = (name: string) => String(typed.get(name) ?? "");
    await read(
      api["ride-requests"].$post({
        json: {
          from: from.text,
          to: to.text,
          date,
          time,
          passengers,
          name: of("name"),
          contact: of("contact"),
          text: of("text"),
          website: of("website"),
        },
      }),
    );
    onAsked?.();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const needed = mode === "call" ? ["from", "to", "name", "contact"] : ["from", "to"];
    const found: Faults = Object.fromEntries(
      needed
        .filter((name) => String(typed.get(name) ?? "").trim() === "")
        .map((name) => [name, missing[name] ?? ""]),
    );
    if (date === "" && time !== "") found["date"] = "Choose a day too, or leave out the time.";
    if (date !== "" && time === "") found["time"] = "Choose a time too, or leave out the day.";
    setFailure(null);
    setPriced(null);
    if (Object.keys(found).length > 0) return refuse(found);
    setFaults({});
    setBusy(true);
    try {
      await (mode === "call" ? ask(typed) : see());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const field = error.code.startsWith("trip.") ? (fieldOfCode[error.code] ?? null) : null;
      const ofTime = "pickupLocal" in error.fields || error.code.startsWith("trip.time");
      if (field) refuse({ [field]: error.message });
      else if (ofTime && date !== "") refuse({ time: error.message });
      else if (mode === "call" && Object.keys(error.fields).length > 0) refuse(error.fields);
      else if (error.status === 429 && mode === "call") setFailure(tooMany);
      else setFailure(wordsOf(error, unknownFailure));
    } finally {
      setBusy(false);
    }
  };

  const place = (name: "from" | "to", entry: PlaceEntry, set: (entry: PlaceEntry) => void) => (
    <Combobox<ChosenPlace>
      error={faults[name]}
      id={`${id}-${name}`}
      label={name === "from" ? "Pickup" : "Drop-off"}
      labelHidden
      name={name}
      onSelect={(found) => set({ text: found.name, place: found })}
      onText={(text) => set({ text, place: null })}
      optionDetail={(found) =>
        found.kind === "words"
          ? "We look for it and name the price."
          : [found.iata, found.detail].filter(Boolean).join(" · ")
      }
      optionKey={(found) => found.id}
      optionText={(found) => found.name}
      placeholder={name === "from" ? "Pickup: airport, hotel, address" : "Where are you going?"}
      prefix={
        <span
          className={`size-3 ${name === "from" ? "rounded-full border-2 border-accent-text" : "rounded-[3px] bg-accent-text"}`}
        />
      }
      search={async (query, signal, show) =>
        (await loadQuoting()).searchPlaces(api, query, signal, show)
      }
      suggestions={usual}
      text={entry.text}
    />
  );
  const caller = <Caller faults={faults} typed={came} />;
  return (
    <>
      <form
        action="/request-ride"
        aria-label="Your ride"
        className="grid gap-4"
        method="post"
        // The browser's own checks are for those without scripts: with them the words stand at the field.
        noValidate={awake}
        onFocus={offerUsual}
        onSubmit={(event) => void submit(event)}
        ref={form}
      >
        <div className="empty:hidden" role="alert">
          {failure && (
            <p className="rounded-md bg-danger-surface px-4 py-3 text-danger-ink text-sm">
              {failure}
            </p>
          )}
        </div>
        <div className="grid gap-3">
          {place("from", from, changed(setFrom))}
          {place("to", to, changed(setTo))}
        </div>
        <div className="grid grid-cols-2 gap-x-3 gap-y-4">
          <DateField
            error={faults["date"]}
            label="Day"
            name="date"
            onChange={(event) => changed(setDate)(event.target.value)}
            value={date}
          />
          <TimeField
            error={faults["time"]}
            label="Time"
            name="time"
            onChange={(event) => changed(setTime)(event.target.value)}
            value={time}
          />
          <p className="col-span-2 -mt-2 text-ink-muted text-sm">
            Local time in {settings.town}. Leave both empty for as soon as possible.
          </p>
          <SelectField
            className="col-span-2"
            label="Passengers"
            name="passengers"
            onChange={(event) => changed(setPassengers)(event.target.value)}
            value={passengers}
          >
            {Array.from({ length: MOST_PASSENGERS }, (_, at) => String(at + 1)).map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </SelectField>
        </div>
        {mode === "call" ? (
          <>
            {caller}
            <Button busy={busy} busyLabel="Sending..." type="submit" wide>
              Send the request
            </Button>
            <Other onPress={() => setMode("price")}>See the price here instead</Other>
          </>
        ) : (
          <>
            {onAsked && (
              <noscript>
                <div className="grid gap-4">
                  {caller}
                  <Button type="submit" wide>
                    Send the request
                  </Button>
                </div>
              </noscript>
            )}
            <Button
              busy={busy}
              busyLabel="Getting prices..."
              className={onAsked ? "noscript:hidden" : ""}
              type="submit"
              wide
            >
              See prices
            </Button>
            {onAsked && <Other onPress={() => setMode("call")}>Have us call you back</Other>}
          </>
        )}
      </form>
      {priced && <RidePrices priced={priced} settings={settings} />}
    </>
  );
}

/** The other way to a ride, beneath the button; there is none without scripts. */
function Other({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <Button className="noscript:hidden" onClick={onPress} variant="quiet" wide>
      {children}
    </Button>
  );
}

/** Who is to be called back. */
function Caller({ faults, typed }: { faults: Faults; typed: Record<string, string> | undefined }) {
  return (
    <>
      <p className="text-ink-muted text-sm">
        Say who you are: we call you back with the price, and nothing is booked before you say so.
      </p>
      <TextField
        autoComplete="name"
        defaultValue={typed?.["name"]}
        error={faults["name"]}
        label="Your name"
        maxLength={120}
        name="name"
        required
      />
      <TextField
        autoCapitalize="none"
        autoComplete="tel"
        defaultValue={typed?.["contact"]}
        error={faults["contact"]}
        label="Phone number or e-mail address"
        maxLength={320}
        name="contact"
        required
        spellCheck={false}
      />
      <TextArea
        defaultValue={typed?.["text"]}
        error={faults["text"]}
        label="What we should know"
        maxLength={2_000}
        name="text"
        optional
        rows={3}
      />
      {/* Programs fill in what they find; people never come here. */}
      <div aria-hidden="true" className="sr-only">
        <label>
          Leave this empty
          <input autoComplete="off" name="website" tabIndex={-1} type="text" />
        </label>
      </div>
    </>
  );
}
