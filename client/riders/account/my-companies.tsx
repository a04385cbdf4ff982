import { useRouter } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import { useState } from "react";
import type { MyCompany } from "../../../src/companies/contract";
import { type Api, read } from "../../api";
import { FormFailure } from "../../forms/form";
import { useActions } from "../../forms/use-actions";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { EmptyState } from "../../ui/empty-state";
import { NoticeBanner } from "../../ui/notice-banner";
import { useWords } from "../../words/use-words";
import { ManageCompany } from "./manage-company";

/** The companies that pay for a rider's trips. The rider can manage or leave them. */
export function MyCompanies({
  api,
  companies,
  managedCompanies,
  month,
  timeZone,
  bookedTripNumber,
}: {
  api: Api;
  companies: readonly MyCompany[];
  managedCompanies: readonly Parameters<typeof ManageCompany>[0]["company"][];
  /** The month of the trips, such as `2026-11`. */
  month: string;
  timeZone: string;
  /** The number of the trip that was just booked for a member, if any. */
  bookedTripNumber: number | undefined;
}) {
  const t = useWords();
  const router = useRouter();
  const [leavingCompany, setLeavingCompany] = useState<MyCompany | null>(null);
  const actions = useActions({ fallback: t("That did not work. Try again.") });

  const leave = async ({ id }: MyCompany) => {
    await actions.act(
      "leave",
      () => read(api.companies[":id"].membership.$delete({ param: { id } })),
      () => router.invalidate(),
    );
    setLeavingCompany(null);
  };

  if (companies.length === 0)
    return (
      <Card>
        <EmptyState title={t("No company pays for you yet")}>
          {t("A company appears here when it invites your e-mail address or phone number.")}
        </EmptyState>
      </Card>
    );
  return (
    <>
      <FormFailure className="not-empty:mb-4" form={actions} />
      {bookedTripNumber !== undefined && (
        <div className="mb-4" role="status">
          <NoticeBanner tone="success">
            {t("Trip {number} is booked. Your colleague sees it under Trips.", {
              number: bookedTripNumber,
            })}
          </NoticeBanner>
        </div>
      )}
      <p className="mb-4 text-ink-muted">
        {t("Choose the company in the last step of your booking and you pay nothing in the car.")}
      </p>
      <Card flush>
        <ul className="divide-y divide-line">
          {companies.map((company) => (
            <li
              className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6"
              key={company.id}
            >
              <Building2 aria-hidden="true" className="shrink-0 text-ink-muted" size={20} />
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere font-medium">{company.name}</p>
                <p className="text-ink-muted text-sm">
                  {company.role === "manager" ? t("You are a manager") : t("You are a member")}
                </p>
              </div>
              {!company.approved && <Badge tone="warning">{t("Waiting for approval")}</Badge>}
              {company.state === "suspended" && <Badge tone="warning">{t("Suspended")}</Badge>}
              <Button
                aria-label={`${t("Leave company")}: ${company.name}`}
                onClick={() => setLeavingCompany(company)}
                variant="secondary"
              >
                {t("Leave company")}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
      {managedCompanies.map((company) => (
        <ManageCompany
          api={api}
          company={company}
          key={company.id}
          month={month}
          timeZone={timeZone}
        />
      ))}
      <ConfirmDialog
        busy={actions.busy}
        busyLabel={t("Leaving...")}
        confirmLabel={t("Leave company")}
        danger
        onClose={() => setLeavingCompany(null)}
        onConfirm={() => void (leavingCompany && leave(leavingCompany))}
        open={leavingCompany !== null}
        title={t("Leave {company}?", { company: leavingCompany?.name ?? "" })}
      >
        {t(
          "You won’t be able to book on the company’s account. Trips that you have booked will still be billed to the company.",
        )}
      </ConfirmDialog>
    </>
  );
}
