import { useRouter } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import type { PayPage } from "../../src/payments/links/link-contract";
import { lazy } from "../lazy";
import { Card } from "../ui/card";
import { DefinitionList } from "../ui/definition-list";
import { NotFoundArt } from "../ui/not-found-art";
import { formatMoment } from "../ui/moment";
import { Money } from "../ui/money";
import { Spinner } from "../ui/spinner";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";
import { paidWithText } from "./pay-method-words";
import { TrackingFrame } from "./tracking-frame";
import { usePayPage } from "./use-pay-page";

const PayForm = lazy(async () => (await import("./pay-form")).PayForm);

/** The page of a payment link: what is due and for what, how to pay it, and the receipt once it is paid. */
export function PayScreen({ token, loaded }: { token: string; loaded: PayPage }) {
  const t = useWords();
  const { api, settings } = useRouter().options.context;
  const { page, reloadPage } = usePayPage(api, token, loaded);
  const { state, amountMinor, currency } = page;
  return (
    <TrackingFrame settings={settings}>
      <Card className="mx-auto grid max-w-lg gap-6">
        <div>
          <h1 className="text-ink-muted text-sm">{subjectOf(page, t)}</h1>
          <p className="mt-1 font-semibold text-2xl">
            {page.what === "tip" && state === "open" ? (
              t("A tip for your driver")
            ) : (
              <Money currency={currency} minor={page.receipt?.amountMinor ?? amountMinor} />
            )}
          </p>
          <p className="mt-1 text-ink-muted text-sm">
            {t("Payment to {brand}", { brand: settings.brand })}
          </p>
        </div>
        <div aria-live="polite" className="grid gap-4">
          {page.isHold && (state === "open" || state === "paid") && (
            <p>
              {t(
                "We hold the amount on your card. Nothing is taken before the trip. After the trip, we’ll charge its price and release the rest.",
              )}
            </p>
          )}
          {state === "open" && <PayForm reloadPage={reloadPage} page={page} token={token} />}
          {state === "waiting" && <WaitingPayment page={page} />}
          {state === "paid" && <PaidReceipt page={page} />}
          {(state === "expired" || state === "ended") && <EndedPayment />}
          {page.tripUrl && state !== "waiting" && (
            <a
              className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
              href={page.tripUrl}
            >
              {t("See your trip")}
            </a>
          )}
        </div>
      </Card>
    </TrackingFrame>
  );
}

function subjectOf({ what, number }: PayPage, t: Say): string {
  switch (what) {
    case "trip":
      return t("Trip {number}", { number });
    case "cancellation":
      return t("Cancellation fee of trip {number}", { number });
    case "no_show":
      return t("No-show fee of trip {number}", { number });
    case "invoice":
      return t("Invoice {number}", { number });
    case "tip":
      return t("Tip for trip {number}", { number });
  }
}

function WaitingPayment({ page: { waiting } }: { page: PayPage }) {
  const t = useWords();
  const isOnPhone = waiting?.method === "mobile_money" && waiting.url === null;
  return (
    <>
      <p className="flex items-center gap-3">
        <Spinner />
        {isOnPhone
          ? t(
              "Confirm the payment on your phone. This page will tell you when the payment has arrived.",
            )
          : t("Waiting for the payment. This page will tell you when the payment has arrived.")}
      </p>
      {waiting?.url && (
        <a
          className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
          href={waiting.url}
          rel="noreferrer"
        >
          {t("Go back to the payment page")}
        </a>
      )}
    </>
  );
}

function PaidReceipt({ page: { receipt, currency, isHold } }: { page: PayPage }) {
  const t = useWords();
  const { settings } = useRouter().options.context;
  return (
    <>
      <p className="flex items-center gap-2 font-medium text-lg">
        <CircleCheck aria-hidden="true" className="text-success-ink" />
        {isHold ? t("The amount is held. Thank you!") : t("Paid. Thank you!")}
      </p>
      {receipt && (
        <DefinitionList
          dense
          facts={[
            {
              name: t("Amount"),
              value: <Money currency={currency} minor={receipt.amountMinor} />,
            },
            { name: t("Paid by"), value: paidWithText(receipt.method, t) },
            {
              name: t("Paid on"),
              value: formatMoment(receipt.paidAt, settings.timeZone, "date-time", t),
            },
            { name: t("Reference"), value: receipt.reference },
          ]}
        />
      )}
    </>
  );
}

/** Says that the link has ended. `as` is the element of its text: the heading if the page has no other. */
function EndedPayment({ as: Tag = "p" }: { as?: "p" | "h1" }) {
  const t = useWords();
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <NotFoundArt />
      <Tag className="font-normal text-base">
        {t("This payment link no longer works. Ask us for a new one.")}
      </Tag>
    </div>
  );
}

/** The page of an address that belongs to no payment link. */
export function UnknownPayLink() {
  const { settings } = useRouter().options.context;
  return (
    <TrackingFrame settings={settings}>
      <EndedPayment as="h1" />
    </TrackingFrame>
  );
}
