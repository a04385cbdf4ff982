import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import type { FeeDraftAnswer } from "../../src/fares/fee-contract";
import { findContradictions, priceListOfRates } from "../../src/fares/first/rate-solver-rules";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { lazy } from "../lazy";
import { useOffice } from "../office/calls";
import { LeaveGuard } from "../office/leave-guard";
import { isEditConflict, useStaffForm } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";
import { sampleTrips, initialAnswers, type PricedClass, readAnswers } from "./price-answers";

const FirstPriceList = lazy(async () => (await import("./first-price-list")).FirstPriceList);

/** The reason in the history for a price list made on this form. */
const PUBLISH_REASON = "Price list made from your usual trips";

/**
 * Makes a price list from trips the owner knows. Shows the list and ten example trips beside the answers. Publishes it,
 * or makes it the draft.
 */
export function FirstPriceListForm({
  draft,
  classes,
  onPublished,
  onDrafted,
}: {
  draft: FeeDraftAnswer;
  /** The classes on offer, in order. */
  classes: readonly PricedClass[];
  onPublished: () => unknown;
  /** Called when the price list has become the draft, to be reviewed before publishing. */
  onDrafted: () => unknown;
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const { schedule: before, world, version } = draft;
  const { currency, distanceUnit } = before;
  const priceListFrom = (typed: Record<string, string>) => {
    const { answers } = readAnswers(typed, classes, before);
    return priceListOfRates(before, world, answers);
  };
  const form = useStaffForm({
    initialValues: useMemo(() => initialAnswers(classes), [classes]),
    validate: (typed) => {
      const { answers, faults } = readAnswers(typed, classes, before);
      return {
        ...faults,
        ...(answers.trips.length === 0 && { price0: "Enter the price of at least one trip." }),
      };
    },
    send: async (typed) => {
      const saved = await saveDraft(typed);
      if (!saved) return;
      const json = { version: saved.version, startsLocal: null, reason: PUBLISH_REASON };
      await call(api.admin.fees.draft.publication.$post({ json }));
    },
    // If the draft was saved but could not be published, it is newer than this page's draft.
    onFailed: () => router.invalidate(),
    onSaved: onPublished,
    successText: "Your prices are in force",
  });
  const saveDraft = async (typed: Record<string, string>) => {
    const schedule = priceListFrom(typed);
    return schedule && call(api.admin.fees.draft.$put({ json: { version, schedule } }));
  };
  const { typed } = form;
  const { answers, sampleIndexes } = readAnswers(typed, classes, before);
  const schedule = priceListOfRates(before, world, answers);
  const contradictions = findContradictions(answers);
  const amountField = (name: string, label: string, suffix?: string, hint?: string) => (
    <TextField
      {...form.field(name)}
      autoComplete="off"
      hint={hint}
      inputMode="decimal"
      label={label}
      suffix={suffix}
    />
  );
  return (
    <>
      <LeaveGuard isUnsaved={form.isUnsaved} />
      <Form
        className="grid items-start gap-6 min-[88rem]:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]"
        form={form}
      >
        <Card className="grid gap-6 p-4" flush>
          {sampleTrips.map(({ title }, at) => (
            <fieldset key={title}>
              <legend className="mb-2 font-medium">
                {at === 0 ? "What do you charge from the airport to the centre?" : title}
              </legend>
              <div className="grid grid-cols-3 gap-3">
                {amountField(`price${at}`, `Price, ${currency}`)}
                {amountField(`distance${at}`, `Distance, ${distanceUnit}`)}
                {amountField(`minutes${at}`, "Minutes")}
                {classes.length > 1 && (
                  <div className="col-span-3">
                    <SelectField {...form.field(`class${at}`)} label="In which vehicle class?">
                      {classes.map(({ id, name }) => (
                        <option key={id} value={id}>
                          {name}
                        </option>
                      ))}
                    </SelectField>
                  </div>
                )}
              </div>
            </fieldset>
          ))}
          <fieldset>
            <legend className="mb-2 font-medium">Other prices</legend>
            <div className="grid grid-cols-2 gap-3">
              {amountField("hour", `One hour with driver, ${currency}`)}
              {amountField("wait", `Waiting per minute, ${currency}`)}
              {amountField("night", "Night surcharge", "%", "22:00 to 06:00.")}
              {amountField("tax", "Prices include tax", "%")}
            </div>
          </fieldset>
          {classes.length > 1 && (
            <fieldset>
              <legend className="mb-2 font-medium">
                {`Prices of other classes, as multiples of ${classes[0]?.name ?? ""}`}
              </legend>
              <div className="grid grid-cols-2 gap-3">
                {classes.slice(1).map(({ id, name }) => (
                  <div key={id}>{amountField(`factor-${id}`, `${name}, times`)}</div>
                ))}
              </div>
            </fieldset>
          )}
        </Card>
        <div className="grid min-w-0 gap-4">
          <div className="grid gap-4 empty:hidden" role="status">
            {contradictions.length > 0 && (
              <NoticeBanner tone="warning">
                <p className="font-medium">These prices don’t fit together. Which one is wrong?</p>
                <ul className="mt-1">
                  {contradictions.map(({ at, nearestMinor, otherTripsAgree }) => (
                    <li key={at}>
                      {`${sampleTrips[sampleIndexes[at] ?? 0]?.title ?? ""}: you entered ${formatMoney(answers.trips[at]?.priceMinor ?? 0, currency)}. `}
                      {otherTripsAgree
                        ? `Your other prices suggest about ${formatMoney(nearestMinor, currency)}.`
                        : `The closest possible price is about ${formatMoney(nearestMinor, currency)}.`}
                    </li>
                  ))}
                </ul>
              </NoticeBanner>
            )}
          </div>
          {schedule ? (
            <FirstPriceList classes={classes} schedule={schedule} />
          ) : (
            <p className="text-ink-muted">
              Enter the price of each trip you know. One trip is enough; three make the price list
              more accurate.
            </p>
          )}
          <FormFailure form={form}>
            {isEditConflict(form.code) &&
              " Your price list is still here. Publish it again to replace the published one."}
          </FormFailure>
          <div className="flex flex-wrap gap-2">
            <SubmitButton busyLabel="Publishing..." form={form} size="small">
              Publish price list
            </SubmitButton>
            <Button
              disabled={form.busy || !schedule}
              onClick={() =>
                void form.act(
                  "draft",
                  () => saveDraft(typed),
                  () => {
                    form.reset();
                    return onDrafted();
                  },
                )
              }
              size="small"
              variant="secondary"
            >
              Review draft first
            </Button>
          </div>
          <p className="text-ink-muted text-sm">
            Passengers pay these prices, tax included. Free waiting time, cancellation fees and
            driver pay start with the usual values. You can change them in the draft or later.
          </p>
        </div>
      </Form>
    </>
  );
}
