import { useRouter } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import type { ActOnFarmOut, FarmOutPage } from "../../src/affiliates/contract";
import { hasDriver } from "../../src/reservations/rules";
import { read } from "../api";
import { useActs } from "../forms/use-acts";
import { lazy } from "../lazy";
import { Button, type ButtonProps } from "../ui/button";
import { formatMoment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { useWords } from "../words/use-words";
import { phrase } from "../words/words";

const SharePosition = lazy(async () => (await import("./affiliate-position")).SharePosition);

interface Acting {
  token: string;
  page: FarmOutPage;
  onActed: (page: FarmOutPage) => void;
  /** Reads the trip again: it may have changed since it was shown. */
  look: () => Promise<void>;
}

/** What a field receives. */
interface Field {
  name: string;
  error: string | undefined;
  defaultValue: string;
}

/**
 * One act. With scripts it is sent in place; without them it goes to the page itself, which is shown again with what
 * was typed and what is wrong.
 */
function ActForm({
  act,
  to,
  label,
  required = [],
  typed: initial = {},
  button,
  token,
  onActed,
  look,
  children,
}: Omit<Acting, "page"> & {
  act: ActOnFarmOut["act"];
  /** Of a step. */
  to?: string;
  label: string;
  /** The names of fields that must not be empty. */
  required?: readonly string[];
  /** What the fields have to begin with, by name. */
  typed?: Readonly<Record<string, string>>;
  button: Pick<ButtonProps, "children" | "variant" | "size" | "wide">;
  children?: (field: (name: string) => Field) => ReactNode;
}) {
  const t = useWords();
  const { api, posted } = useRouter().options.context;
  const [postedAct, setPostedAct] = useState(
    posted?.typed.act === act && posted.typed.to === to ? posted : undefined,
  );
  const acts = useActs({ failed: look });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    setPostedAct(undefined);
    const empty = required.filter((name) => !typed[name]?.trim());
    if (empty.length > 0)
      return acts.refuse(
        Object.fromEntries(empty.map((name) => [name, t("This field is required.")])),
      );
    await acts.act(
      "act",
      // What the fields are named is what the contract of this act has.
      () => read(api.affiliate[":token"].$post({ param: { token }, json: typed as ActOnFarmOut })),
      onActed,
    );
  };
  const isGeneralFailure = postedAct && Object.keys(postedAct.faults).length === 0;
  const failure = isGeneralFailure ? t("Something went wrong. Please try again.") : acts.failure;
  return (
    <form
      aria-label={label}
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      ref={acts.ref}
    >
      <input name="act" type="hidden" value={act} />
      {to !== undefined && <input name="to" type="hidden" value={to} />}
      {children?.((name) => ({
        name,
        error: postedAct
          ? postedAct.faults[name] && t.known(postedAct.faults[name])
          : acts.fault(name),
        defaultValue: postedAct?.typed[name] ?? initial[name] ?? "",
      }))}
      <div className="empty:hidden" role="alert">
        {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      </div>
      <Button busy={acts.busy} busyLabel={t("One moment...")} type="submit" {...button} />
    </form>
  );
}

/** What an affiliate can do with a trip now. */
export function AffiliateForms(acting: Acting) {
  const { page } = acting;
  if (page.state === "open") return <Answer {...acting} />;
  if (page.tripState === null || !hasDriver(page.tripState)) return null;
  return (
    <>
      {page.crew === null ? <CrewForm {...acting} /> : <Steps {...acting} />}
      {page.tripState !== "assigned" && <SharePosition token={acting.token} />}
      {page.crew !== null && (
        <Behind summary="crew">
          <CrewForm {...acting} key={JSON.stringify(page.crew)} />
        </Behind>
      )}
    </>
  );
}

const summaries = {
  decline: phrase("Decline the trip"),
  crew: phrase("Change driver or car"),
  noShow: phrase("The passenger does not come"),
};

/** Behind a line that opens it. */
function Behind({ summary, children }: { summary: keyof typeof summaries; children: ReactNode }) {
  const t = useWords();
  return (
    <details className="border-line border-y">
      <summary className="flex min-h-12 cursor-pointer items-center font-medium text-accent-text">
        {t.of(summaries[summary])}
      </summary>
      <div className="pt-1 pb-5">{children}</div>
    </details>
  );
}

function Answer({ page: _, ...acting }: Acting) {
  const t = useWords();
  return (
    <>
      <ActForm
        {...acting}
        act="accept"
        button={{ size: "large", wide: true, children: t("Accept the trip") }}
        label={t("Accept the trip")}
      />
      <Behind summary="decline">
        <ActForm
          {...acting}
          act="decline"
          button={{ variant: "secondary", children: t("Decline") }}
          label={t("Decline the trip")}
        >
          {(field) => (
            <TextArea
              {...field("reason")}
              label={t("What is the reason?")}
              maxLength={500}
              optional
              rows={3}
            />
          )}
        </ActForm>
      </Behind>
    </>
  );
}

function CrewForm({ page: { crew }, ...acting }: Acting) {
  const t = useWords();
  return (
    <ActForm
      {...acting}
      act="crew"
      button={
        crew
          ? { variant: "secondary", children: t("Save driver and car") }
          : { size: "large", wide: true, children: t("Save driver and car") }
      }
      label={t("Driver and car")}
      required={["driverName", "driverPhone", "model", "plate"]}
      typed={crew ?? {}}
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
    </ActForm>
  );
}

const steps = {
  en_route: phrase("I’m on the way"),
  on_location: phrase("I’m at the pickup"),
  passenger_on_board: phrase("Passenger is on board"),
  completed: phrase("Trip is completed"),
  no_show: phrase("Report a no-show"),
};

function Steps({ page, ...acting }: Acting) {
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
      <ActForm
        {...acting}
        act="step"
        button={{ size: "large", wide: true, children: t.of(steps[next]) }}
        // A failure of one step is none of the next.
        key={next}
        label={t.of(steps[next])}
        to={next}
      />
      {noShowFrom && (
        <Behind summary="noShow">
          <p className="mb-4 text-sm">
            {t("Call the passenger first. You can report a no-show from {time}.", {
              time: time(noShowFrom),
            })}
          </p>
          <ActForm
            {...acting}
            act="step"
            button={{ variant: "secondary", children: t.of(steps.no_show) }}
            label={t.of(steps.no_show)}
            to="no_show"
          />
        </Behind>
      )}
    </>
  );
}
