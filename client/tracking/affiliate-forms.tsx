import { useRouter } from "@tanstack/react-router";
import type { ActOnFarmOut, FarmOutPage } from "../../src/affiliates/contract";
import { canMove, hasDriver } from "../../src/reservations/rules";
import { read } from "../api";
import { lazy } from "../lazy";
import { formatMoment } from "../ui/moment";
import { TextField } from "../ui/text-field";
import { useWords } from "../words/use-words";
import { phrase } from "../words/words";
import { ReasonField, TokenForm, type TokenFormsProps } from "./token-form";

const SharePosition = lazy(async () => (await import("./affiliate-position")).SharePosition);

type AffiliateFormProps = TokenFormsProps<FarmOutPage>;
type AffiliatePageFormProps = AffiliateFormProps & { page: FarmOutPage };

/** The form for one action of the affiliate. */
function AffiliateActionForm({
  act,
  to,
  token,
  ...form
}: AffiliateFormProps &
  Omit<Parameters<typeof TokenForm<FarmOutPage>>[0], "answer" | "send"> & {
    act: ActOnFarmOut["act"];
    /** The state to which a step moves the trip. */
    to?: string;
  }) {
  const { api } = useRouter().options.context;
  return (
    <TokenForm
      {...form}
      answer={{ act, ...(to !== undefined && { to }) }}
      // The field names match the contract of this action.
      send={(typed) =>
        read(api.affiliate[":token"].$post({ param: { token }, json: typed as ActOnFarmOut }))
      }
    />
  );
}

/** The actions that an affiliate can take on a trip now. */
export function AffiliateForms({ page, ...formProps }: AffiliatePageFormProps) {
  const t = useWords();
  if (page.state === "open") return <AnswerForms {...formProps} />;
  if (page.tripState === null || !hasDriver(page.tripState)) return null;
  const driverAndVehicleForm = (
    <DriverAndVehicleForm {...formProps} key={JSON.stringify(page.crew)} page={page} />
  );
  return (
    <>
      {page.crew === null ? driverAndVehicleForm : <Steps {...formProps} page={page} />}
      {page.tripState !== "assigned" && <SharePosition token={formProps.token} />}
      {page.crew !== null && driverAndVehicleForm}
      {canMove(page.tripState, "confirmed") && (
        <DeclineForm
          {...formProps}
          button={t("Hand the trip back")}
          title={t("Hand the trip back")}
        />
      )}
    </>
  );
}

function AnswerForms(formProps: AffiliateFormProps) {
  const t = useWords();
  return (
    <>
      <AffiliateActionForm
        {...formProps}
        act="accept"
        button={{ size: "large", wide: true, children: t("Accept the trip") }}
        label={t("Accept the trip")}
      />
      <DeclineForm {...formProps} button={t("Decline")} title={t("Decline the trip")} />
    </>
  );
}

/** Declines an offer, or a trip that the affiliate had accepted, with a reason. */
function DeclineForm({
  title,
  button,
  ...formProps
}: AffiliateFormProps & { title: string; button: string }) {
  return (
    <AffiliateActionForm
      {...formProps}
      act="decline"
      toggleLabel={title}
      button={{ variant: "secondary", children: button }}
      label={title}
    >
      {(field) => <ReasonField {...field("reason")} maxLength={500} optional />}
    </AffiliateActionForm>
  );
}

function DriverAndVehicleForm({ page: { crew }, ...formProps }: AffiliatePageFormProps) {
  const t = useWords();
  const requiredFields = ["driverName", "driverPhone", "model", "plate"];
  return (
    <AffiliateActionForm
      {...formProps}
      act="crew"
      button={{
        ...(crew ? { variant: "secondary" } : { size: "large", wide: true }),
        children: t("Save driver and car"),
      }}
      label={t("Driver and car")}
      missingTexts={Object.fromEntries(
        requiredFields.map((name) => [name, t("This field is required.")]),
      )}
      {...(crew && { toggleLabel: t("Change driver or car"), initialValues: crew })}
    >
      {(field) => (
        <>
          <TextField {...field("driverName")} label={t("Driver’s name")} maxLength={120} />
          <TextField
            {...field("driverPhone")}
            hint={t("With the country code.")}
            inputMode="tel"
            label={t("Driver’s phone number")}
            maxLength={40}
            type="tel"
          />
          <TextField
            {...field("model")}
            hint={t("Make and model.")}
            label={t("Car")}
            maxLength={80}
          />
          <TextField {...field("color")} label={t("Colour of the car")} maxLength={40} optional />
          <TextField {...field("plate")} label={t("Number plate")} maxLength={20} />
        </>
      )}
    </AffiliateActionForm>
  );
}

const stepLabels = {
  en_route: phrase("I’m on the way"),
  on_location: phrase("I’m at the pickup"),
  passenger_on_board: phrase("Passenger is on board"),
  completed: phrase("Trip is completed"),
  no_show: phrase("Report a no-show"),
};

function Steps({ page, ...formProps }: AffiliatePageFormProps) {
  const t = useWords();
  const { settings } = useRouter().options.context;
  const { next, startsAt, noShowFrom } = page;
  const time = (at: string) => formatMoment(at, settings.timeZone, "date-time", t);
  if (!next) return null;
  return (
    <>
      {next === "en_route" && (
        <p className="text-ink-muted text-sm">
          {t("You can set off from {time}.", { time: time(startsAt) })}
        </p>
      )}
      <AffiliateActionForm
        {...formProps}
        act="step"
        button={{ size: "large", wide: true, children: t.of(stepLabels[next]) }}
        // A failure of one step must not show at the next, so each step has its own form.
        key={next}
        label={t.of(stepLabels[next])}
        to={next}
      />
      {noShowFrom && (
        <AffiliateActionForm
          {...formProps}
          act="step"
          toggleLabel={t("The passenger did not show up")}
          button={{ variant: "secondary", children: t.of(stepLabels.no_show) }}
          label={t.of(stepLabels.no_show)}
          to="no_show"
        >
          {() => (
            <p className="text-sm">
              {t("Call the passenger first. You can report a no-show from {time}.", {
                time: time(noShowFrom),
              })}
            </p>
          )}
        </AffiliateActionForm>
      )}
    </>
  );
}
