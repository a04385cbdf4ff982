import { useEffect, useRef } from "react";
import type { DriverApplicationAnswer } from "../../src/drivers/contract";
import { RichSentence, useWords } from "../words/use-words";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { MissingItems } from "./steps/missing-items";
import { findItem } from "./steps/steps";

/** Shown in place of the application once it is sent. */
export function ApplicationReceived({
  answer,
  brand,
}: {
  answer: DriverApplicationAnswer;
  brand: string;
}) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus();
    scrollTo(0, 0);
  }, []);
  const t = useWords();
  const { applicationId, status, missing } = answer;
  return (
    <div className="outline-none" ref={top} tabIndex={-1}>
      <h1 className="text-xl">{t("{brand} has your application", { brand })}</h1>
      <p className="mt-1 mb-6 text-ink-muted">
        {status === "submitted"
          ? t("Your application is complete. We’ll review it and write to you.")
          : t(
              "Your application is not complete yet. We have sent you a link where you can add the missing items.",
            )}
      </p>
      <Card>
        {missing.length > 0 && (
          <>
            <h2 className="text-lg">{t("Still needed")}</h2>
            <MissingItems gaps={missing.flatMap((name) => findItem(name) ?? [])} />
            <div className="mb-6" />
          </>
        )}
        <p className="text-ink-muted text-sm">
          <RichSentence
            id={<bdi className="break-all font-medium text-ink">{applicationId}</bdi>}
            text="Application number: {id}"
          />
        </p>
        <div className="mt-6">
          <ButtonLink to="/" variant="secondary">
            {t("Go to the home page")}
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}
