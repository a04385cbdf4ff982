import { createLazyFileRoute } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { DriverApplicationAnswer } from "../../src/drivers/contract";
import { ApplicationForm } from "../applying/application-form";
import { fieldWords } from "../applying/fields";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { PublicShell } from "../ui/public-shell";

export const Route = createLazyFileRoute("/driver-apply")({ component: DriverApply });

function DriverApply() {
  const { api, settings } = Route.useRouteContext();
  const [answer, setAnswer] = useState<DriverApplicationAnswer | null>(null);
  return (
    <PublicShell operator={settings}>
      <div className="mx-auto max-w-3xl px-4 py-10 sm:px-6 md:py-16">
        {answer ? (
          <Received answer={answer} brand={settings.brand} />
        ) : (
          <>
            <PageHeader
              detail="Tell us about yourself: it takes about five minutes. What you type stays in this tab until you send it."
              title={`Apply to drive with ${settings.brand}`}
            />
            <ApplicationForm api={api} onSent={setAnswer} />
          </>
        )}
      </div>
    </PublicShell>
  );
}

function Received({ answer, brand }: { answer: DriverApplicationAnswer; brand: string }) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus();
    scrollTo(0, 0);
  }, []);
  const { applicationId, status, missing } = answer;
  const words = missing.map(fieldWords);
  const named = words.filter((word) => word !== null);
  return (
    <div className="outline-none" ref={top} tabIndex={-1}>
      <PageHeader
        detail={
          status === "submitted"
            ? "Your application is complete. Dispatch will contact you."
            : "We have your application. Dispatch will contact you about what is still missing."
        }
        title={`${brand} has your application`}
      />
      <Card>
        {missing.length > 0 && (
          <>
            <h2 className="text-lg">Still needed</h2>
            <ul className="mt-2 mb-6 list-disc ps-5">
              {named.map((word) => (
                <li key={word}>{word}</li>
              ))}
              {named.length < words.length && (
                <li>Documents, vehicle details and photos: dispatch will ask you for them later</li>
              )}
            </ul>
          </>
        )}
        <p>{answer.message}</p>
        <p className="mt-4 text-ink-muted text-sm">
          Your application’s number: <span className="break-all">{applicationId}</span>
        </p>
        <div className="mt-6">
          <ButtonLink to="/" variant="secondary">
            Go to the home page
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}
