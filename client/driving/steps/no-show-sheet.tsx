import { useLoaderData, useRouter } from "@tanstack/react-router";
import { Phone } from "lucide-react";
import { useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { Button } from "../../ui/button";
import { buttonStyle } from "../../ui/button-style";
import { Checkbox } from "../../ui/checkbox";
import { NoticeBanner } from "../../ui/notice-banner";
import { Sheet } from "../../ui/sheet";
import { addUpload } from "../uploads/upload-store";
import { usePhonePosition } from "../position/phone-position";
import { PhotoField } from "../documents/photo-field";
import { notify } from "../../ui/notify";
import type { TakeStep } from "./use-step-actions";
import { useWords } from "../../words/use-words";

/** How much longer to wait for the phone's position when the driver reports. */
const POSITION_TIMEOUT_MS = 3_000;

/** Reports a no-show: the time left to wait, a call to the passenger, and proof that the driver was there. */
export function NoShowSheet({
  trip,
  minutes,
  onStep,
  onClose,
}: {
  trip: Reservation;
  /** Minutes left to wait; 0 when the wait has ended. */
  minutes: number;
  onStep: TakeStep;
  onClose: () => void;
}) {
  const t = useWords();
  const { settings } = useRouter().options.context;
  const { driver } = useLoaderData({ from: "/driver/dashboard" });
  const [hasCalled, setHasCalled] = useState(false);
  const [photos, setPhotos] = useState<Blob[]>([]);
  const [busy, setBusy] = useState(false);
  const position = usePhonePosition(true);
  const { name, phone } = trip.passenger;
  const [firstName = name] = name.split(" ");
  const phoneNumber = phone ?? settings.phone;

  const report = async () => {
    setBusy(true);
    const noShow = { position: await position(POSITION_TIMEOUT_MS), called: hasCalled };
    // Store the tap first, because the photo is useless without it.
    if (!(await onStep("no_show", { noShow }))) return setBusy(false);
    const [photo] = photos;
    if (photo)
      try {
        const { id, number } = trip;
        await addUpload(driver.id, { kind: "no_show_photo", tripId: id, number, photo });
      } catch {
        void notify(
          "warning",
          t("This phone could not save the photo. The no-show has been reported."),
        );
      }
    onClose();
  };

  return (
    <Sheet
      actions={
        <>
          <Button className="!px-2 whitespace-nowrap" onClick={onClose} variant="secondary">
            {t("Keep waiting")}
          </Button>
          <Button
            busy={busy}
            busyLabel={t("Reporting...")}
            className="!px-2 whitespace-nowrap"
            disabled={minutes > 0}
            onClick={() => void report()}
            variant="danger"
          >
            {t("Report no-show")}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t("Report a no-show?")}
    >
      <div className="grid gap-5">
        <div role="status">
          {minutes > 0 ? (
            <NoticeBanner tone="warning">
              {t.count(
                minutes,
                "You can report a no-show in {n} minute. Please call {name} in the meantime.",
                "You can report a no-show in {n} minutes. Please call {name} in the meantime.",
                { name: firstName },
              )}
            </NoticeBanner>
          ) : (
            <p>
              {t("{name} is not at {place}. The trip ends as a no-show; this cannot be undone.", {
                name,
                place: trip.pickup.name,
              })}
            </p>
          )}
        </div>
        <div>
          {phoneNumber && (
            <a
              className={buttonStyle("secondary", "large", true)}
              href={`tel:${phoneNumber}`}
              onClick={() => setHasCalled(true)}
            >
              <Phone aria-hidden="true" size={20} />
              {phone ? t("Call {name}", { name: firstName }) : t("Call dispatch")}
            </a>
          )}
          {phoneNumber && !phone && (
            <p className="mt-1.5 text-ink-muted text-sm">
              {t(
                "Dispatch will put you through to your passenger. Give dispatch the trip number {number}.",
                { number: trip.number },
              )}
            </p>
          )}
          <Checkbox
            checked={hasCalled}
            label={t("I have tried to call {name}", { name: firstName })}
            onChange={(event) => setHasCalled(event.target.checked)}
          />
        </div>
        <PhotoField
          hint={t("The photo shows dispatch that you were there. Nobody else sees it.")}
          label={t("Photo of the place")}
          maxPhotos={1}
          onPhotos={setPhotos}
          photos={photos}
        />
        <p className="text-ink-muted text-sm">
          {t("Your position is sent with the report, if your phone allows it.")}
        </p>
      </div>
    </Sheet>
  );
}
