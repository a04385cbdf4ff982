import { useLoaderData, useRouter } from "@tanstack/react-router";
import { Phone, Siren } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import { incidentKindWords } from "../words/incident-words";
import { FormSheet } from "../forms/form-dialog";
import { useForm } from "../forms/use-form";
import { buttonStyle } from "../ui/button-style";
import { Checkbox } from "../ui/checkbox";
import { NoticeBanner } from "../ui/notice-banner";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { type IncidentDraft, saveDraft, readDraft } from "./uploads/incident-draft";
import { addUpload } from "./uploads/upload-store";
import { usePhonePosition } from "./position/phone-position";
import { PhotoField } from "./documents/photo-field";
import { serverTime } from "./taps/server-clock";
import { notify } from "../ui/notify";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";

const MAX_PHOTOS = 6;
/** How much longer to wait for the phone's position when the driver sends the form. */
const POSITION_TIMEOUT_MS = 2_000;
/** The number that reaches emergency services from every mobile phone (3GPP TS 22.101). */
const EMERGENCY_NUMBER = "112";
const DRAFT_SAVE_DELAY_MS = 400;

/** An incident report for dispatch. It is saved on the phone while it is typed and until it is sent. */
export function IncidentSheet(props: {
  trip: Pick<Reservation, "id" | "number"> | null;
  onClose: () => void;
}) {
  const { driver } = useLoaderData({ from: "/driver/dashboard" });
  const [draft, setDraft] = useState<IncidentDraft | null>(null);
  const tripId = props.trip?.id ?? null;
  useEffect(() => {
    let isUnmounted = false;
    void readDraft(driver.id, tripId)
      .catch(() => null)
      .then((savedDraft) => {
        if (!isUnmounted) setDraft(savedDraft ?? emptyDraft());
      });
    return () => {
      isUnmounted = true;
    };
  }, [driver.id, tripId]);
  return draft && <IncidentForm {...props} draft={draft} driverId={driver.id} />;
}

/** Returns the errors that must be corrected before the report can be sent. */
function faultsOf({ kind, what, happened }: IncidentDraft, t: Say) {
  const at = new Date(happened).getTime();
  return {
    kind: kind === "" && t("Choose the type of incident."),
    what: !what.trim() && t("Describe what happened."),
    happened:
      (Number.isNaN(at) && t("Enter the time of the incident.")) ||
      (at > serverTime() + 60_000 && t("This time is in the future.")),
  };
}

function IncidentForm({
  trip,
  draft,
  driverId,
  onClose,
}: {
  trip: Pick<Reservation, "id" | "number"> | null;
  /** The saved draft, or an empty one. */
  draft: IncidentDraft;
  driverId: string;
  onClose: () => void;
}) {
  const t = useWords();
  const { settings } = useRouter().options.context;
  const position = usePhonePosition(true);
  const tripId = trip?.id ?? null;
  const isSent = useRef(false);
  const form = useForm({
    initialValues: draft,
    validate: (incident) => faultsOf(incident, t),
    send: async ({ kind, what, happened, hurt, place, policeNumber, photos }) => {
      if (kind === "") return;
      await addUpload(driverId, {
        kind: "incident",
        report: {
          key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`,
          kind,
          what: what.trim(),
          happenedAt: new Date(happened).toISOString(),
          hurt,
          place: place.trim(),
          position: await position(POSITION_TIMEOUT_MS),
          policeNumber: policeNumber.trim(),
          reservationId: tripId,
        },
        photos,
        arrived: null,
      });
    },
    onSaved: async () => {
      isSent.current = true;
      await saveDraft(driverId, tripId, null).catch(() => {});
      onClose();
    },
    failureTextOf: () => null,
    onFailed: () => showStorageFailure(),
  });
  const { typed, field } = form;

  const showStorageFailure = () =>
    void notify("error", t("This phone could not save your report. Please call dispatch."));
  useEffect(() => {
    if (isSent.current) return;
    const timer = setTimeout(() => {
      // A draft that is saved after sending would reappear next time. A failure is shown on closing.
      if (!isSent.current) saveDraft(driverId, tripId, typed).catch(() => {});
    }, DRAFT_SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed, driverId, tripId]);
  const saveAndClose = () => {
    // Save the last keystrokes too.
    if (!isSent.current) saveDraft(driverId, tripId, typed).catch(showStorageFailure);
    onClose();
  };

  return (
    <FormSheet
      busyLabel={t("Saving...")}
      form={form}
      isLarge
      onClose={saveAndClose}
      submitLabel={t("Send to dispatch")}
      title={t("Report an incident")}
    >
      {(typed.hurt || typed.kind === "breakdown") && (
        <CallButtons hurt={typed.hurt} phone={settings.phone} />
      )}
      {trip && (
        <p className="text-ink-muted text-sm">
          {t("This report is about trip {number}.", { number: trip.number })}
        </p>
      )}
      <SelectField {...field("kind")} label={t("Type of incident")}>
        <option value="">{t("Choose…")}</option>
        {Object.entries(incidentKindWords).map(([value, words]) => (
          <option key={value} value={value}>
            {t.known(words)}
          </option>
        ))}
      </SelectField>
      <Checkbox {...form.checkbox("hurt")} label={t("Somebody is hurt")} />
      <TextArea
        {...field("what")}
        hint={t("In your own words. Your text is saved on this phone until it is sent.")}
        label={t("What happened?")}
        maxLength={5_000}
        rows={5}
      />
      <TextField {...field("happened")} label={t("When")} type="datetime-local" />
      <TextField
        {...field("place")}
        hint={t("Your position is sent too, if your phone allows it.")}
        label={t("Where")}
        maxLength={300}
        optional
      />
      <TextField
        {...field("policeNumber")}
        label={t("Police report number")}
        maxLength={100}
        optional
      />
      <PhotoField
        hint={t("Up to {most} photos. Only dispatch sees them.", { most: MAX_PHOTOS })}
        label={t("Photos")}
        maxPhotos={MAX_PHOTOS}
        onPhotos={(photos) => form.set({ photos })}
        photos={typed.photos}
      />
    </FormSheet>
  );
}

/** Buttons to call for help. They come before the form. */
function CallButtons({ hurt, phone }: { hurt: boolean; phone: string | null }) {
  const t = useWords();
  return (
    <NoticeBanner tone={hurt ? "danger" : "warning"}>
      <p className="font-medium">{hurt ? t("Call for help first.") : t("Call dispatch first.")}</p>
      <div className="mt-2 grid gap-2">
        {hurt && (
          <a className={buttonStyle("danger", "large", true)} href={`tel:${EMERGENCY_NUMBER}`}>
            <Siren aria-hidden="true" size={20} />
            {t("Call {name}", { name: EMERGENCY_NUMBER })}
          </a>
        )}
        {phone && (
          <a className={buttonStyle("secondary", "large", true)} href={`tel:${phone}`}>
            <Phone aria-hidden="true" size={20} />
            {t("Call dispatch")}
          </a>
        )}
      </div>
    </NoticeBanner>
  );
}

function emptyDraft(): IncidentDraft {
  const now = new Date(serverTime());
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
