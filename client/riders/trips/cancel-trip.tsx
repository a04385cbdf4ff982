import { useRouter } from "@tanstack/react-router";
import { CircleX } from "lucide-react";
import { useState } from "react";
import type { CancellationPreview, Reservation } from "../../../src/reservations/contract";
import { type Api, read } from "../../api";
import { ApiError } from "../../api-error";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { formatMoney } from "../../ui/money";
import { LazyConfirmDialog, LazyPopup } from "../../ui/dialogs";
import { useTripActs } from "./use-trip-acts";
import { Said, useWords } from "../../words/use-words";

/** The button that cancels a trip: it first says what that costs. */
export function CancelTrip({ api, trip }: { api: Api; trip: Reservation }) {
  const t = useWords();
  const router = useRouter();
  const param = { id: trip.id };
  const [preview, setPreview] = useState<CancellationPreview | null>(null);
  const [withOther, setWithOther] = useState(false);
  const { act, acting, failure, clear } = useTripActs(() => setPreview(null));

  const ask = () =>
    act("ask", async () => {
      const found = await read(api.reservations[":id"].cancellation.$get({ param }));
      setWithOther(false);
      if (found.allowed) return setPreview(found);
      const words = t("This trip can no longer be cancelled here. Please call us.");
      throw new ApiError(409, "reservation.not_cancellable", words);
    });
  const cancel = () =>
    act(
      "cancel",
      () => {
        const other = withOther ? preview?.otherWay : null;
        const json = { version: trip.version, ...(other && { otherWayVersion: other.version }) };
        return read(api.reservations[":id"].cancellation.$post({ param, json }));
      },
      () => {
        setPreview(null);
        return router.invalidate();
      },
    );

  return (
    <>
      <Button
        busy={acting === "ask"}
        data-grave=""
        icon={<CircleX aria-hidden="true" size={20} />}
        onClick={() => void ask()}
        variant="quiet"
      >
        {t("Cancel trip")}
      </Button>
      <LazyConfirmDialog
        busy={acting === "cancel"}
        busyLabel={t("Cancelling...")}
        cancelLabel={t("Keep the trip")}
        confirmLabel={t("Cancel the trip")}
        danger
        onClose={() => setPreview(null)}
        onConfirm={() => void cancel()}
        open={preview !== null}
        title={t("Cancel this trip?")}
      >
        {preview &&
          (preview.feeMinor > 0 ? (
            <p>
              <Said
                fee={
                  <strong className="text-ink">
                    {formatMoney(preview.feeMinor, preview.currency, t)}
                  </strong>
                }
                text="It is late: cancelling now costs {fee}."
              />
            </p>
          ) : (
            <p>{t("Cancelling now costs nothing.")}</p>
          ))}
        {preview?.otherWay && (
          <OtherWayToo
            checked={withOther}
            currency={preview.currency}
            onChecked={setWithOther}
            other={preview.otherWay}
          />
        )}
      </LazyConfirmDialog>
      <LazyPopup kind="error" onClose={clear} open={failure !== null}>
        {failure}
      </LazyPopup>
    </>
  );
}

/** Asks whether the other way goes too, and says what that costs. */
function OtherWayToo({
  other,
  currency,
  checked,
  onChecked,
}: {
  other: NonNullable<CancellationPreview["otherWay"]>;
  currency: string;
  checked: boolean;
  onChecked: (checked: boolean) => void;
}) {
  const t = useWords();
  return (
    <Checkbox
      checked={checked}
      className="mt-2 text-ink"
      hint={
        other.feeMinor > 0
          ? t("Cancelling it costs {fee}.", { fee: formatMoney(other.feeMinor, currency, t) })
          : t("Cancelling it costs nothing.")
      }
      label={
        other.leads === "back"
          ? t("Cancel the way back too, trip {number}", { number: other.number })
          : t("Cancel the way there too, trip {number}", { number: other.number })
      }
      name="otherWay"
      onChange={(event) => onChecked(event.target.checked)}
    />
  );
}
