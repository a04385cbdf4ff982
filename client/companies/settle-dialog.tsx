import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { AccountSettlement, AccountSettlementResult } from "../../src/payments/contract";
import { FormDialog } from "../forms/form-dialog";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { MonthField } from "../office/period-fields";
import { useStaffForm } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { formatClock } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { Skeleton } from "../ui/skeleton";

const tripCountText = (count: number) => (count === 1 ? "1 trip" : `${count} trips`);

/** Settles a company's completed trips of one month or of all, and shows which were refused. */
export default function SettleDialog({
  companyId,
  onClose,
}: {
  companyId: string;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const [settlement, setSettlement] = useState<AccountSettlement | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [result, setResult] = useState<AccountSettlementResult | null>(null);
  const form = useStaffForm({
    initialValues: { month: "" },
    send: () =>
      call(
        api.admin.companies[":id"].settlement.$post({
          param: { id: companyId },
          json: { trips: (settlement?.trips ?? []).map(({ id, version }) => ({ id, version })) },
        }),
      ),
    successText: ({ settled }) => `${tripCountText(settled)} settled`,
    onSaved: async (answer) => {
      await router.invalidate();
      if (answer.refused.length === 0 && !settlement?.more) return onClose();
      setResult(answer);
    },
  });
  const month = form.field("month").value;
  useEffect(() => {
    let isUnmounted = false;
    setSettlement(null);
    const query = month ? { month } : {};
    call(api.admin.companies[":id"].settlement.$get({ param: { id: companyId }, query })).then(
      (answer) => {
        if (isUnmounted) return;
        setFailure(null);
        setSettlement(answer);
      },
      (error) => {
        if (!isUnmounted && !(error instanceof LeftPageError)) setFailure(failureText(error));
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call, companyId, month]);
  const trips = settlement?.trips ?? [];
  return (
    <FormDialog
      busyLabel="Settling..."
      dense
      disabled={trips.length === 0}
      form={form}
      insteadOfForm={
        result && <RefusedTrips more={settlement?.more} onClose={onClose} result={result} />
      }
      onClose={onClose}
      submitLabel={trips.length === 0 ? "Settle trips" : `Settle ${tripCountText(trips.length)}`}
      title="Settle completed trips"
    >
      <MonthField {...form.field("month")} all="All months" label="Month" />
      {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      {settlement ? (
        <WaitingTrips settlement={settlement} />
      ) : (
        !failure && <Skeleton className="h-24" />
      )}
    </FormDialog>
  );
}

function WaitingTrips({ settlement: { trips, more } }: { settlement: AccountSettlement }) {
  if (trips.length === 0) return <p>No completed trips are waiting to be settled.</p>;
  const sums = new Map<string, number>();
  for (const { currency, amountMinor } of trips)
    sums.set(currency, (sums.get(currency) ?? 0) + amountMinor);
  return (
    <div>
      <p>
        <strong className="tabular-nums">
          {[...sums].map(([currency, minor]) => formatMoney(minor, currency)).join(", ")}
        </strong>{" "}
        {`for ${tripCountText(trips.length)}${more ? ". More follow once these are settled" : ""}.`}
      </p>
      <ul
        aria-label="Trips to settle"
        className="mt-2 max-h-56 divide-y divide-line overflow-y-auto rounded-lg border border-line"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys too
        tabIndex={0}
      >
        {trips.map((trip) => (
          <li className="flex justify-between gap-3 px-3 py-1.5" key={trip.id}>
            <span>{`${trip.number}, ${formatClock(trip.pickupLocal)}`}</span>
            <span className="tabular-nums">{formatMoney(trip.amountMinor, trip.currency)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function RefusedTrips({
  result: { settled, refused },
  more,
  onClose,
}: {
  result: AccountSettlementResult;
  more: boolean | undefined;
  onClose: () => void;
}) {
  return (
    <div className="mt-2 grid gap-3 text-ink text-sm">
      <p>{`${tripCountText(settled)} settled.`}</p>
      {more && <p>There are more completed trips. Open this dialog again to settle them.</p>}
      {refused.length > 0 && (
        <>
          <p>{`${tripCountText(refused.length)} not settled:`}</p>
          <ul aria-label="Trips not settled" className="grid gap-1">
            {refused.map(({ id, number, message }) => (
              <li key={id}>{number === null ? message : `${number}: ${message}`}</li>
            ))}
          </ul>
        </>
      )}
      <div className="flex justify-end">
        <Button onClick={onClose} size="small">
          Close
        </Button>
      </div>
    </div>
  );
}
