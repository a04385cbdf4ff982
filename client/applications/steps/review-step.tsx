import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../../words/use-words";
import type { Say } from "../../words/words";
import { buttonStyle } from "../../ui/button-style";
import { Card } from "../../ui/card";
import { Checkbox } from "../../ui/checkbox";
import { DefinitionList, type Fact } from "../../ui/definition-list";
import { LiveRegion } from "../../ui/live-region";
import { Section } from "../../ui/section";
import { fieldsOf, answerText, type TypedStep } from "../fields";
import type { ApplicationForm } from "../application-form";
import { documents, photos } from "../file-slots";
import { CERTIFIED_FIELD, isOmittedLastName } from "./steps";
import { type Step, stepTitles } from "./step-titles";

/** Step 6: a summary, the certification and the progress of the uploads. */
export function ReviewStep({ form }: { form: ApplicationForm }) {
  const t = useWords();
  const { values, faults } = form;
  return (
    <div className="grid grid-cols-1 gap-4">
      <ReviewPart facts={stepFacts(1, form, t)} step={1} />
      <ReviewPart facts={stepFacts(2, form, t)} step={2} />
      <ReviewPart facts={documentFacts(form, t)} step={3} />
      <ReviewPart facts={stepFacts(4, form, t)} step={4} />
      <ReviewPart facts={[photoFact(form, t)]} step={5} />
      <Card>
        <Checkbox
          checked={values[CERTIFIED_FIELD] === "true"}
          error={faults[CERTIFIED_FIELD]}
          label={t("I certify that the information I give here is accurate and complete.")}
          name={CERTIFIED_FIELD}
          onChange={(event) => form.setValue(CERTIFIED_FIELD, event.target.checked ? "true" : "")}
          value="true"
        />
        <SendingFiles form={form} />
      </Card>
    </div>
  );
}

function ReviewPart({ step, facts }: { step: Step; facts: readonly Fact[] }) {
  const t = useWords();
  const title = t.of(stepTitles[step]);
  return (
    <Card>
      <Section
        actions={
          <Link
            aria-label={t("Edit {item}", { item: title })}
            className={buttonStyle("secondary", "small")}
            search={{ step }}
            to="/driver-apply"
          >
            {t("Edit")}
          </Link>
        }
        title={title}
      >
        <DefinitionList dense facts={facts} />
      </Section>
    </Card>
  );
}

function stepFacts(step: TypedStep, { values, faults }: ApplicationForm, t: Say): Fact[] {
  return fieldsOf(step).map((field) => {
    const { name, label, longLabel, required } = field;
    const value = isOmittedLastName(name, values)
      ? t("none (one name only)")
      : answerText(field, values[name]?.trim() ?? "", t);
    return {
      name: t.of(longLabel ?? label),
      value: faults[name] ? (
        <ProblemText>{`${value} (${faults[name]})`}</ProblemText>
      ) : value ? (
        <span className="wrap-anywhere whitespace-pre-line">{value}</span>
      ) : required ? (
        <ProblemText>{t("Not provided")}</ProblemText>
      ) : (
        <span className="text-ink-faint">{t("Not provided")}</span>
      ),
    };
  });
}

/** Returns what is wrong with a file, in the applicant's language. */
function faultText(name: string, { faults, uploads }: ApplicationForm, t: Say): string | null {
  const fault = faults[name] ?? uploads[name]?.message;
  if (fault) return t.known(fault);
  return uploads[name]?.phase === "stopped" ? t("Upload stopped.") : null;
}

/** Whether the server has a chosen file. Uploads of a sent application are forgotten. */
function isUploaded(name: string, { uploads }: ApplicationForm): boolean {
  return (uploads[name]?.phase ?? "done") === "done";
}

function documentFacts(form: ApplicationForm, t: Say): Fact[] {
  return documents.map(({ name, label, required }) => {
    const file = form.files[name];
    const fault = faultText(name, form, t);
    return {
      name: t.of(label),
      value: fault ? (
        <ProblemText>{`${file?.name ?? ""} (${fault})`}</ProblemText>
      ) : file ? (
        <span className="wrap-anywhere">
          {isUploaded(name, form) ? t("Uploaded: {file}", { file: file.name }) : file.name}
        </span>
      ) : required ? (
        <ProblemText>{t("Missing")}</ProblemText>
      ) : (
        <span className="text-ink-faint">{t("Missing")}</span>
      ),
    };
  });
}

function photoFact(form: ApplicationForm, t: Say): Fact {
  const missing = photos.filter(({ name }) => !(name in form.files));
  const faultTexts = photos.flatMap(({ name, label }) => {
    const fault = faultText(name, form, t);
    return fault ? [`${t.of(label)}: ${fault}`] : [];
  });
  const done = photos.filter(({ name }) => isUploaded(name, form)).length;
  return {
    name: t("Photos"),
    value:
      missing.length > 0 ? (
        <ProblemText>
          {t("Missing some photos")}
          <span className="block text-ink-muted text-sm">
            {t.list(missing.map(({ label }) => t.of(label)))}
          </span>
        </ProblemText>
      ) : faultTexts.length > 0 ? (
        <ProblemText>{faultTexts.join(" ")}</ProblemText>
      ) : done < photos.length ? (
        t("{done} of {all} files uploaded.", { done, all: photos.length })
      ) : (
        t("All uploaded")
      ),
  };
}

/** A required value that is missing or wrong. */
function ProblemText({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-1.5 text-warning-ink">
      <CircleAlert aria-hidden="true" className="mt-0.5 shrink-0" size={16} />
      <span className="min-w-0">{children}</span>
    </span>
  );
}

/** The number of uploaded files, while some are not uploaded. */
function SendingFiles({ form: { files, uploads } }: { form: ApplicationForm }) {
  const t = useWords();
  const states = Object.keys(files).flatMap((name) => uploads[name] ?? []);
  const doneCount = states.filter(({ phase }) => phase === "done").length;
  const sentShareSum = states.reduce((sum, { sentShare }) => sum + sentShare, 0);
  const isOffline = states.some(({ phase }) => phase === "offline");
  const isComplete = doneCount === states.length;
  const words = t("{done} of {all} files uploaded.", { done: doneCount, all: states.length });
  return (
    <>
      {!isComplete && (
        <div className="mt-4 border-line border-t pt-4 text-sm">
          <p className="text-ink-muted tabular-nums">
            {words}
            {isOffline && (
              <span className="text-warning-ink">
                {" "}
                {t(
                  "No connection. The upload will continue automatically when you are back online.",
                )}
              </span>
            )}
          </p>
          <progress
            aria-label={t("Files uploaded")}
            className="upload-bar mt-2 w-full"
            max={states.length}
            value={sentShareSum}
          />
        </div>
      )}
      <LiveRegion>{isComplete ? "" : words}</LiveRegion>
    </>
  );
}
