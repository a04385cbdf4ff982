import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { NoticeBanner } from "../../ui/notice-banner";
import { useTaps } from "../taps/taps";
import { notify } from "../../ui/notify";
import { UploadSender } from "./upload-sender";
import { type StoredUpload, openUploads, announceUploadsSeen } from "./upload-store";
import { sendUpload } from "./send-upload";
import { useWords } from "../../words/use-words";

/** Uploads sent within this time are not announced. */
const SLOW_AFTER_MS = 1_500;

/** Sends the driver's photos and reports from any screen, and shows how many wait on this phone. */
export function UploadsNotice({ driverId }: { driverId: string }) {
  const t = useWords();
  const latestTranslate = useRef(t);
  latestTranslate.current = t;
  const router = useRouter();
  const { api } = router.options.context;
  const { taps, hasTapsOf } = useTaps();
  const [storedUploads, setStoredUploads] = useState<readonly StoredUpload[]>([]);
  const sender = useRef<UploadSender | null>(null);
  const latestHasTapsOf = useRef(hasTapsOf);
  latestHasTapsOf.current = hasTapsOf;

  useEffect(() => {
    let isClosed = false;
    void openUploads(driverId).then((rows) => {
      if (isClosed) return;
      sender.current = new UploadSender({
        driverId,
        rows,
        // The server would refuse a photo that arrives before its tap, and the photo would be lost.
        isDue: async ({ letter }) =>
          letter.kind === "incident" || !(await latestHasTapsOf.current(letter.tripId)),
        async send(upload, saveProgress) {
          await sendUpload(api, upload, saveProgress, latestTranslate.current);
          // Reload the driver's list, which now includes the report.
          if (upload.letter.kind === "incident") void router.invalidate();
        },
        onChange(allUploads) {
          setStoredUploads(allUploads);
          announceUploadsSeen();
        },
        onRefused({ letter }, error) {
          if (letter.kind !== "no_show_photo") return true;
          const t = latestTranslate.current;
          const why =
            error.status === 404 ? t("The no-show report was not accepted.") : error.message;
          void notify(
            "warning",
            t("The photo for trip {number} was not saved: {reason}", {
              number: letter.number,
              reason: why,
            }),
          );
          return false;
        },
      });
    });
    return () => {
      isClosed = true;
      sender.current?.close();
      sender.current = null;
    };
  }, [api, driverId, router]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a photo is due once its tap has gone out
  useEffect(() => sender.current?.sendAgain(), [taps]);

  const waitingCount = storedUploads.filter(({ refusal }) => refusal === null).length;
  const isSlow = useHasLasted(waitingCount > 0, SLOW_AFTER_MS);
  const refusedUploads = storedUploads.filter(({ refusal }) => refusal !== null);
  return (
    <>
      {refusedUploads.map(({ seq, refusal, letter }) => (
        <NoticeBanner
          action={
            <Button onClick={() => void sender.current?.discard(seq)} variant="secondary">
              {letter.kind === "expense" ? t("Delete expense") : t("Delete report")}
            </Button>
          }
          key={seq}
          tone="danger"
        >
          {letter.kind === "expense"
            ? t(
                "Your expense on trip {number} was not accepted: {reason} The expense is still on this phone. Please call dispatch.",
                { number: letter.number, reason: refusal ?? "" },
              )
            : t(
                "Your incident report was not accepted: {reason} The report is still on this phone. Please call dispatch.",
                { reason: refusal ?? "" },
              )}
        </NoticeBanner>
      ))}
      {isSlow && waitingCount > 0 && (
        <NoticeBanner tone="warning">
          {t.count(
            waitingCount,
            "{n} photo, report or expense is saved on this phone and will be sent when you are back online.",
            "{n} photos, reports or expenses are saved on this phone and will be sent when you are back online.",
          )}
        </NoticeBanner>
      )}
    </>
  );
}

/** Whether `isTrue` has been true for at least `milliseconds`. */
function useHasLasted(isTrue: boolean, milliseconds: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isTrue) return setHasLasted(false);
    const timer = setTimeout(() => setHasLasted(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, isTrue]);
  return hasLasted;
}
