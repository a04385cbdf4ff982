import { useCallback, useEffect, useState } from "react";
import type { FarmOutsAnswer, FarmOutState } from "../../src/affiliates/contract";
import type { Reservation } from "../../src/reservations/contract";
import { FormFailure } from "../forms/form";
import { useOffice } from "../office/calls";
import { Part } from "../office/panel-part";
import { usePermission } from "../office/use-permission";
import { useStaffActions } from "../office/use-staff-form";
import { Badge, type Tone } from "../ui/badge";
import { Button } from "../ui/button";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { showToast } from "../ui/toasts";
import { TripLink } from "./trip-link";

const farmOutStateBadges: Record<FarmOutState, { words: string; tone: Tone }> = {
  open: { words: "Sent", tone: "warning" },
  accepted: { words: "Accepted", tone: "success" },
  declined: { words: "Declined", tone: "danger" },
  expired: { words: "No answer", tone: "neutral" },
  withdrawn: { words: "Withdrawn", tone: "neutral" },
};

/** The offers of a trip to affiliates: the answers, the cost and the margin. */
export default function TripAffiliate({ reservation }: { reservation: Reservation }) {
  const { id, version, fareMinor } = reservation;
  const { api, call, timeZone } = useOffice();
  const mayManageTrips = usePermission("trips.manage");
  const [answer, setAnswer] = useState<FarmOutsAnswer | null>(null);
  const load = useCallback(async () => {
    const path = api.admin.reservations[":id"]["farm-out"];
    const farmOutAnswer = await call(path.$get({ param: { id } })).catch(() => null);
    // If loading fails, the timeline has the events, and the next event loads this again.
    if (farmOutAnswer) setAnswer(farmOutAnswer);
  }, [api, call, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever happens to an offer is a version of the trip
  useEffect(() => void load(), [load, version]);
  if (!answer || answer.farmOuts.length === 0) return null;
  const at = (moment: string) => formatMoment(moment, timeZone, "date-time");
  return (
    <Part title="Affiliate">
      <ul className="grid gap-3">
        {answer.farmOuts.map((one) => (
          <li key={one.id}>
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-medium">{one.affiliate}</span>
              <Badge tone={farmOutStateBadges[one.state].tone}>
                {farmOutStateBadges[one.state].words}
              </Badge>
            </p>
            <p className="tabular-nums">
              {`Cost ${formatMoney(one.costMinor, one.currency)}, margin ${formatMoney(fareMinor - one.costMinor, one.currency)}`}
            </p>
            {one.feeMinor !== null && one.feeMinor > 0 && (
              <p>{`Affiliate’s cancellation fee: ${formatMoney(one.feeMinor, one.currency)}`}</p>
            )}
            {one.proposedMinor !== null && (
              <AffiliateBill
                amountMinor={one.proposedMinor}
                currency={one.currency}
                farmOutId={one.id}
                id={id}
                mayChangePrice={mayManageTrips}
                onAgreed={setAnswer}
              />
            )}
            <p className="text-ink-muted text-xs">
              {[
                `Sent by ${one.createdBy} ${at(one.createdAt)}`,
                one.openedAt
                  ? `opened ${at(one.openedAt)}`
                  : one.peerNumber === null && "not opened yet",
                one.state === "open" && `answer due by ${at(one.expiresAt)}`,
                one.peerNumber !== null && `number ${one.peerNumber} in their Livery`,
              ]
                .filter(Boolean)
                .join(", ")}
            </p>
            {one.peerNote && <p className="break-words text-danger-ink">{one.peerNote}</p>}
            {one.reason && <p className="break-words">“{one.reason}”</p>}
            {one.url && mayManageTrips && (
              <AffiliateOfferLink id={id} onSent={setAnswer} url={one.url} />
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Shows that the affiliate's Livery bills more than was agreed. */
function AffiliateBill({
  id,
  farmOutId,
  amountMinor,
  currency,
  mayChangePrice,
  onAgreed,
}: {
  id: string;
  farmOutId: string;
  amountMinor: number;
  currency: string;
  mayChangePrice: boolean;
  onAgreed: (answer: FarmOutsAnswer) => void;
}) {
  const { api, call } = useOffice();
  const actions = useStaffActions();
  const amount = formatMoney(amountMinor, currency);
  const agree = () =>
    actions.act(
      "agree",
      () =>
        call(
          api.admin.reservations[":id"]["farm-out"].bill.$post({
            param: { id },
            json: { farmOutId, amountMinor },
          }),
        ),
      (answer) => {
        showToast("success", `Agreed to ${amount}`);
        onAgreed(answer);
      },
    );
  return (
    <div className="mt-1 grid justify-items-start gap-2">
      <p className="text-danger-ink">{`The affiliate is billing ${amount}, more than you agreed. Call them, or agree to this amount.`}</p>
      {mayChangePrice && (
        <Button
          busy={actions.acting === "agree"}
          disabled={actions.busy}
          onClick={() => void agree()}
          size="small"
          variant="secondary"
        >
          {`Agree to ${amount}`}
        </Button>
      )}
      <FormFailure form={actions} />
    </div>
  );
}

/** The actions on the link that the affiliate has. */
function AffiliateOfferLink({
  id,
  url,
  onSent,
}: {
  id: string;
  url: string;
  onSent: (answer: FarmOutsAnswer) => void;
}) {
  const { api, call } = useOffice();
  const actions = useStaffActions();
  const send = () =>
    actions.act(
      "send",
      () => call(api.admin.reservations[":id"]["farm-out"].message.$post({ param: { id } })),
      (answer) => {
        showToast("success", "Link sent again");
        onSent(answer);
      },
    );
  return <TripLink actions={actions} onSend={send} url={url} />;
}
