import { useState } from "react";
import type { ApprovalRequest } from "../../../src/reservations/approvals/approval-contract";
import { type Api, read } from "../../api";
import { ApiError } from "../../api-error";
import { FormFailure } from "../../forms/form";
import { FormDialog } from "../../forms/form-dialog";
import { type ActionsOptions, useActions } from "../../forms/use-actions";
import { useForm } from "../../forms/use-form";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { formatMoment } from "../../ui/moment";
import { formatMoney } from "../../ui/money";
import { Section } from "../../ui/section";
import { TextField } from "../../ui/text-field";
import { useWords } from "../../words/use-words";

/** A company's trips that wait for a manager, who approves them, or declines them with a reason. */
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
  const [requestToDecline, setRequestToDecline] = useState<ApprovalRequest | null>(null);
  const fallbackText = t("That did not work. Try again.");
  /** Reloads the trips after a 409, because somebody may have answered or changed the trip since it was shown. */
  const reloadIfOutdated = (error: unknown) =>
    error instanceof ApiError && error.status === 409 && onAnswered();
  const actions = useActions({ fallback: fallbackText, onFailed: reloadIfOutdated });
  const path = api.companies[":id"].approvals[":requestId"];
  const moment = (at: string) => formatMoment(at, timeZone, "date-time", t);
  if (requests.length === 0 && !actions.failure && !requestToDecline) return null;
  return (
    <Section title={t("Trips to approve")}>
      <FormFailure className="not-empty:mb-4" form={actions} />
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
                  {t.list([
                    bookedBy && t("Booked by {name}", { name: bookedBy }),
                    costCentre,
                    reference,
                  ])}
                  <br />
                  {t("Answer by {time}", { time: moment(request.deadlineAt) })}
                </p>
                <div className="flex flex-wrap gap-3">
                  <Button
                    busy={actions.acting === id}
                    busyLabel={t("One moment...")}
                    onClick={() => {
                      const param = { id: companyId, requestId: id };
                      const json = { answer: "approve" as const, amountMinor };
                      void actions.act(id, () => read(path.$post({ param, json })), onAnswered);
                    }}
                  >
                    {t("Approve for {amount}", { amount: formatMoney(amountMinor, currency, t) })}
                  </Button>
                  <Button onClick={() => setRequestToDecline(request)} variant="secondary">
                    {t("Decline")}
                  </Button>
                </div>
              </li>
            );
          })}
        </ul>
      </Card>
      {requestToDecline && (
        <DeclineDialog
          onFailed={reloadIfOutdated}
          onAnswered={onAnswered}
          onClose={() => setRequestToDecline(null)}
          send={(reason) => {
            const param = { id: companyId, requestId: requestToDecline.id };
            return read(path.$post({ param, json: { answer: "decline", reason } }));
          }}
          fallback={fallbackText}
        />
      )}
    </Section>
  );
}

/** Asks for a reason before a trip is declined. */
function DeclineDialog({
  send,
  onAnswered,
  onClose,
  ...onFailure
}: {
  send: (reason: string) => Promise<unknown>;
  onAnswered: () => Promise<unknown>;
  onClose: () => void;
} & ActionsOptions) {
  const t = useWords();
  const form = useForm({
    ...onFailure,
    initialValues: { reason: "" },
    validate: ({ reason }) => ({ reason: !reason.trim() && t("Please give a reason.") }),
    send: ({ reason }) => send(reason.trim()),
    onSaved: () => {
      onClose();
      return onAnswered();
    },
  });
  return (
    <FormDialog
      busyLabel={t("One moment...")}
      danger
      form={form}
      onClose={onClose}
      submitLabel={t("Decline")}
      title={t("Decline this trip? It will be cancelled at no cost.")}
    >
      <TextField
        {...form.field("reason")}
        autoComplete="off"
        autoFocus
        label={t("Reason")}
        maxLength={200}
      />
    </FormDialog>
  );
}
