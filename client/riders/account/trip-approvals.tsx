import { useState } from "react";
import type { ApprovalRequest } from "../../../src/reservations/approvals/approval-contract";
import { type Api, read } from "../../api";
import { ApiError } from "../../api-error";
import { FormFailure } from "../../forms/form";
import { useActs } from "../../forms/use-acts";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatMoment } from "../../ui/moment";
import { formatMoney } from "../../ui/money";
import { Section } from "../../ui/section";
import { TextField } from "../../ui/text-field";
import { useWords } from "../../words/use-words";

/** The trips of a company that wait for a manager: approved at once, or declined with a reason. */
export default function TripApprovals({
  api,
  companyId,
  requests,
  timeZone,
  onAnswered,
}: {
  api: Api;
  companyId: string;
  requests: readonly ApprovalRequest[];
  timeZone: string;
  onAnswered: () => Promise<unknown>;
}) {
  const t = useWords();
  const [declining, setDeclining] = useState<ApprovalRequest | null>(null);
  const [reason, setReason] = useState("");
  const acts = useActs({
    usual: t("That did not work. Try again."),
    // It was answered or changed since it was shown.
    failed: (error) => error instanceof ApiError && error.status === 409 && onAnswered(),
  });
  const path = api.companies[":id"].approvals[":requestId"];
  const moment = (at: string) => formatMoment(at, timeZone, "date-time", t);
  const decline = async () => {
    if (!declining) return;
    if (!reason.trim()) return acts.refuse({ reason: t("Please give a reason.") });
    const param = { id: companyId, requestId: declining.id };
    const json = { answer: "decline" as const, reason: reason.trim() };
    if (await acts.act("decline", () => read(path.$post({ param, json })), onAnswered))
      setDeclining(null);
  };
  if (requests.length === 0 && !acts.failure && !declining) return null;
  return (
    <Section title={t("Trips to approve")}>
      {!declining && <FormFailure className="not-empty:mb-4" form={acts} />}
      <Card flush>
        <ul className="divide-y divide-line">
          {requests.map((request) => {
            const { id, trips, amountMinor, currency, bookedBy, costCentre, reference } = request;
            return (
              <li className="grid gap-3 px-4 py-3 sm:px-6" key={id}>
                {trips.map((trip) => (
                  <div key={trip.number}>
                    <p className="font-medium">{moment(trip.pickupAt)}</p>
                    <p className="wrap-anywhere text-sm">
                      {t("{from} to {to}", { from: trip.pickup, to: trip.dropoff })}
                    </p>
                  </div>
                ))}
                <p className="wrap-anywhere text-ink-muted text-sm">
                  {[bookedBy && t("Booked by {name}", { name: bookedBy }), costCentre, reference]
                    .filter(Boolean)
                    .join(t.known(", "))}
                  <br />
                  {t("Answer by {time}", { time: moment(request.deadlineAt) })}
                </p>
                <div className="flex flex-wrap gap-3">
                  <Button
                    busy={acts.acting === id}
                    busyLabel={t("One moment...")}
                    onClick={() => {
                      const param = { id: companyId, requestId: id };
                      const json = { answer: "approve" as const, amountMinor };
                      void acts.act(id, () => read(path.$post({ param, json })), onAnswered);
                    }}
                  >
                    {t("Approve for {amount}", { amount: formatMoney(amountMinor, currency, t) })}
                  </Button>
                  <Button
                    onClick={() => {
                      acts.clear();
                      setReason("");
                      setDeclining(request);
                    }}
                    variant="secondary"
                  >
                    {t("Decline")}
                  </Button>
                </div>
              </li>
            );
          })}
        </ul>
      </Card>
      <ConfirmDialog
        busy={acts.acting === "decline"}
        busyLabel={t("One moment...")}
        confirmLabel={t("Decline")}
        danger
        onClose={() => setDeclining(null)}
        onConfirm={() => void decline()}
        open={declining !== null}
        title={t("Decline this trip? It is cancelled at no cost.")}
      >
        <TextField
          autoComplete="off"
          error={acts.fault("reason")}
          label={t("Reason")}
          maxLength={200}
          name="reason"
          onChange={({ target: { value } }) => setReason(value)}
          value={reason}
        />
        <FormFailure className="not-empty:mt-4" form={acts} />
      </ConfirmDialog>
    </Section>
  );
}
