import { useLoaderData, useRouter } from "@tanstack/react-router";
import { Phone, Siren } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { IncidentKind } from "../../src/incidents/contract";
import type { Reservation } from "../../src/reservations/contract";
import { kindWords } from "../words/incident-words";
import { Button } from "../ui/button";
import { buttonStyle } from "../ui/button-style";
import { Checkbox } from "../ui/checkbox";
import { NoticeBanner } from "../ui/notice-banner";
import { SelectField } from "../ui/select-field";
import { Sheet } from "../ui/sheet";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { type IncidentDraft, keepDraft, readDraft } from "./letters/incident-draft";
import { keepLetter } from "./letters/letter-store";
import { usePhonePosition } from "./position/phone-position";
import { PhotoField } from "./documents/photo-field";
import { serverNow } from "./taps/server-clock";
import { tell } from "../ui/tell";

const MOST_PHOTOS = 6;
/** The phone has been asked since the form opened: so much longer is waited at the press. */
const PATIENCE_MS = 2_000;
/** The number that reaches help from every mobile phone (3GPP TS 22.101). */
const EMERGENCY = "112";
const KEEP_MS = 400;

/** What happened, for dispatch: kept on the phone while it is typed, and until it is sent. */
export function IncidentSheet({
  trip,
  onClose,
}: {
  trip: Pick<Reservation, "id" | "number"> | null;
  onClose: () => void;
}) {
  const { settings } = useRouter().options.context;
  const { driver } = useLoaderData({ from: "/driver/dashboard" });
  const [draft, setDraft] = useState<IncidentDraft | null>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const position = usePhonePosition(true);
  const form = useRef<HTMLFormElement>(null);
  const tripId = trip?.id ?? null;
  const sent = useRef(false);

  useEffect(() => {
    let gone = false;
    void readDraft(driver.id, tripId)
      .catch(() => null)
      .then((kept) => {
        if (!gone) setDraft(kept ?? emptyDraft());
      });
    return () => {
      gone = true;
    };
  }, [driver.id, tripId]);

  useEffect(() => {
    if (!draft || sent.current) return;
    const timer = setTimeout(() => {
      // Sent within the moment: it would be there again the next time.
      if (!sent.current) void keepDraft(driver.id, tripId, draft);
    }, KEEP_MS);
    return () => clearTimeout(timer);
  }, [draft, driver.id, tripId]);

  if (!draft) return null;
  const change = (part: Partial<IncidentDraft>) => {
    setDraft({ ...draft, ...part });
    setFaults({});
  };
  const leave = () => {
    // What was typed within the last moment too.
    if (!sent.current) void keepDraft(driver.id, tripId, draft);
    onClose();
  };
  const field = (name: "what" | "place" | "policeNumber" | "happened") => ({
    name,
    value: draft[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { kind, what, happened } = draft;
    const happenedAt = new Date(happened);
    const found: Record<string, string> = {};
    if (kind === "") found.kind = "Choose what it is.";
    if (what.trim() === "") found.what = "Say what happened.";
    if (Number.isNaN(happenedAt.getTime())) found.happened = "Say when it happened.";
    else if (happenedAt.getTime() > serverNow() + 60_000)
      found.happened = "This lies in the future.";
    const [first] = Object.keys(found);
    if (kind === "" || first) {
      setFaults(found);
      const wrong = form.current?.elements.namedItem(first ?? "kind");
      if (wrong instanceof HTMLElement) wrong.focus();
      return;
    }
    setBusy(true);
    try {
      await keepLetter(driver.id, {
        kind: "incident",
        report: {
          key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`,
          kind,
          what: what.trim(),
          happenedAt: happenedAt.toISOString(),
          hurt: draft.hurt,
          place: draft.place.trim(),
          position: await position(PATIENCE_MS),
          policeNumber: draft.policeNumber.trim(),
          reservationId: tripId,
        },
        photos: draft.photos,
        arrived: null,
      });
    } catch {
      setBusy(false);
      void tell("error", "This phone could not keep your report. Please call dispatch.");
      return;
    }
    sent.current = true;
    await keepDraft(driver.id, tripId, null).catch(() => {});
    onClose();
  };

  return (
    <Sheet onClose={leave} open title="Report an incident">
      <form
        method="post"
        className="grid gap-5"
        noValidate
        onSubmit={(event) => void submit(event)}
        ref={form}
      >
        {(draft.hurt || draft.kind === "breakdown") && (
          <Calls hurt={draft.hurt} phone={settings.phone} />
        )}
        {trip && <p className="text-ink-muted text-sm">On trip {trip.number}.</p>}
        <SelectField
          error={faults.kind}
          label="What is it?"
          name="kind"
          onChange={(event) => change({ kind: event.target.value as IncidentKind | "" })}
          value={draft.kind}
        >
          <option value="">Choose…</option>
          {Object.entries(kindWords).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <Checkbox
          checked={draft.hurt}
          label="Somebody is hurt"
          name="hurt"
          onChange={(event) => change({ hurt: event.target.checked })}
        />
        <TextArea
          {...field("what")}
          hint="What you saw, in your own words. It stays on this phone until it is sent."
          label="What happened?"
          maxLength={5_000}
          rows={5}
        />
        <TextField {...field("happened")} label="When" type="datetime-local" />
        <TextField
          {...field("place")}
          hint="Your position goes with it too, if your phone gives it."
          label="Where"
          maxLength={300}
          optional
        />
        <TextField
          {...field("policeNumber")}
          label="Number of the police or report"
          maxLength={100}
          optional
        />
        <PhotoField
          hint={`Up to ${MOST_PHOTOS}. Only dispatch sees them.`}
          label="Photos"
          most={MOST_PHOTOS}
          onPhotos={(photos) => change({ photos })}
          photos={draft.photos}
        />
        <Button busy={busy} busyLabel="Saving..." size="large" type="submit" wide>
          Send to dispatch
        </Button>
      </form>
    </Sheet>
  );
}

/** Help comes before words. */
function Calls({ hurt, phone }: { hurt: boolean; phone: string | null }) {
  return (
    <NoticeBanner tone={hurt ? "danger" : "warning"}>
      <p className="font-medium">{hurt ? "Call for help first." : "Call dispatch first."}</p>
      <div className="mt-2 grid gap-2">
        {hurt && (
          <a className={buttonStyle("danger", "large", true)} href={`tel:${EMERGENCY}`}>
            <Siren aria-hidden="true" size={20} />
            Call {EMERGENCY}
          </a>
        )}
        {phone && (
          <a className={buttonStyle("secondary", "large", true)} href={`tel:${phone}`}>
            <Phone aria-hidden="true" size={20} />
            Call dispatch
          </a>
        )}
      </div>
    </NoticeBanner>
  );
}

function emptyDraft(): IncidentDraft {
  const now = new Date(serverNow());
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return {
    kind: "",
    what: "",
    happened: local.toISOString().slice(0, 16),
    hurt: false,
    place: "",
    policeNumber: "",
    photos: [],
  };
}
