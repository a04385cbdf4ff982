import { useCallback } from "react";
import type { FarmOutsAnswer } from "../../../src/affiliates/contract";
import { formatAmount } from "../../../src/settings/money-rules";
import { FormDialog } from "../../forms/form-dialog";
import { useOffice } from "../../office/calls";
import { useQuery } from "../../office/use-query";
import { useStaffForm } from "../../office/use-staff-form";
import { readMoney } from "../../ui/amount";
import { ButtonLink } from "../../ui/button-link";
import { Dialog } from "../../ui/dialog";
import { ErrorState } from "../../ui/error-state";
import { formatMoney } from "../../ui/money";
import { NoticeBanner } from "../../ui/notice-banner";
import { SelectField } from "../../ui/select-field";
import { Skeleton } from "../../ui/skeleton";
import { TextField } from "../../ui/text-field";
import type { ActDialogProps } from "../act-props";
import { mayAct } from "../allowed-acts";
import { useSeenVersion } from "../use-seen-version";

/** Offers a trip to an affiliate for an agreed amount. */
export default function FarmOutDialog(props: ActDialogProps) {
  const { api, call } = useOffice();
  const { id, number } = props.row;
  const ask = useCallback(
    () => call(api.admin.reservations[":id"]["farm-out"].$get({ param: { id } })),
    [api, call, id],
  );
  const { answer, failure, load } = useQuery(ask);
  if (answer && answer.affiliates.length > 0) return <OfferTerms {...props} answer={answer} />;
  return (
    <Dialog onClose={props.onClose} open title={`Offer trip ${number} to an affiliate`}>
      {failure !== null ? (
        <ErrorState message={failure} onRetry={() => void load()} />
      ) : answer === null ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <div className="grid justify-items-start gap-4 text-sm">
          <p>Affiliates are businesses that drive trips for you. You have none yet.</p>
          <ButtonLink size="small" to="/dispatch/dashboard/affiliates/new">
            Add affiliate
          </ButtonLink>
        </div>
      )}
    </Dialog>
  );
}

/** The choices of how long an affiliate has to answer, in minutes. */
const answerTimeChoices = [
  [15, "15 minutes"],
  [30, "30 minutes"],
  [60, "1 hour"],
  [240, "4 hours"],
  [1440, "1 day"],
] as const;

function OfferTerms({
  row,
  act,
  onClose,
  answer: { affiliates, fareMinor, currency, isCash },
}: Omit<ActDialogProps, "name"> & { answer: FarmOutsAnswer }) {
  const { api } = useOffice();
  const { seen, run } = useSeenVersion(row, act);
  const { id, number } = seen;
  const rateCostText = (affiliateId: string) => {
    const affiliate = affiliates.find((one) => one.id === affiliateId);
    return typeof affiliate?.costMinor === "number"
      ? formatAmount(affiliate.costMinor, currency)
      : "";
  };
  const firstAffiliateId =
    (affiliates.find(({ isUninsured }) => !isUninsured) ?? affiliates[0])?.id ?? "";
  const form = useStaffForm({
    initialValues: {
      affiliateId: firstAffiliateId,
      costMinor: rateCostText(firstAffiliateId),
      minutes: "30",
    },
    validate: ({ costMinor }) => {
      const read = readMoney(costMinor, currency);
      return { costMinor: "fault" in read && `${read.fault}.` };
    },
    send: async ({ affiliateId, costMinor, minutes }) => {
      const read = readMoney(costMinor, currency);
      if ("fault" in read) return;
      await run(
        (version) =>
          api.admin.reservations[":id"]["farm-out"].$post({
            param: { id },
            json: { version, affiliateId, costMinor: read.value, minutes: Number(minutes) },
          }),
        `Reservation ${number} is offered to ${affiliates.find((one) => one.id === affiliateId)?.name}`,
      );
    },
    onSaved: onClose,
  });
  const read = readMoney(form.typed.costMinor, currency);
  const chosen = affiliates.find((one) => one.id === form.typed.affiliateId);
  const { onChange, ...affiliateField } = form.field("affiliateId");
  return (
    <FormDialog
      busyLabel="Sending..."
      dense
      form={form}
      blockedReason={mayAct("farmOut", seen.state) ? null : "This trip can’t be offered any more."}
      onClose={onClose}
      submitLabel="Send offer"
      title={`Offer trip ${number} to an affiliate`}
    >
      <p className="text-ink-muted">
        The affiliate gets a link to accept or decline the trip, name a driver and car, and report
        each step. The affiliate doesn’t see what your customer pays.
      </p>
      {isCash && (
        <NoticeBanner tone="warning">
          This trip is paid in cash, and the affiliate’s driver sees no price. Agree with the
          affiliate who collects the cash, or change the payment first.
        </NoticeBanner>
      )}
      <SelectField
        {...affiliateField}
        hint={
          chosen?.isUninsured
            ? "The affiliate’s insurance expires before the pickup."
            : chosen?.zones
        }
        label="Affiliate"
        onChange={(event) => {
          onChange(event);
          form.set({ costMinor: rateCostText(event.target.value) });
        }}
      >
        {affiliates.map((one) => (
          <option disabled={one.isUninsured} key={one.id} value={one.id}>
            {one.isUninsured ? `${one.name} (insurance expired)` : one.name}
          </option>
        ))}
      </SelectField>
      <TextField
        {...form.field("costMinor")}
        autoComplete="off"
        hint={
          "value" in read
            ? `You keep ${formatMoney(fareMinor - read.value, currency)} of ${formatMoney(fareMinor, currency)}.`
            : chosen?.costMinor === null
              ? "The price list has no price for this trip. Enter the price that you agree on."
              : undefined
        }
        inputMode="decimal"
        label={`Affiliate’s price (${currency})`}
      />
      <SelectField
        {...form.field("minutes")}
        hint="The offer ends at the pickup time at the latest."
        label="Time to answer"
      >
        {answerTimeChoices.map(([minutes, words]) => (
          <option key={minutes} value={minutes}>
            {words}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
