import { isOmittedLastName } from "../steps/steps";
import { Link, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { ApplicationRecord } from "../../../src/drivers/application-review-contract";
import type { VehicleClass } from "../../../src/vehicles/class-contract";
import { useOffice } from "../../office/calls";
import { ReasonDialog } from "../../office/reason-dialog";
import { useLazy } from "../../lazy";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { Card } from "../../ui/card";
import { english } from "../../words/words";
import { DefinitionList } from "../../ui/definition-list";
import { formatDay, formatMoment } from "../../ui/moment";
import { NoticeBanner } from "../../ui/notice-banner";
import { PageHeader } from "../../ui/page-header";
import { showToast } from "../../ui/toasts";
import { countText } from "../../ui/trip-words";
import { ApplicationLog } from "./application-log";
import { FileReview } from "./file-review";
import { answerSections, applicantName, applicationStates, itemWords } from "./words";

/** A date in the format of the form. Older applications may have text instead, which is shown unchanged. */
const DAY_PATTERN = /^\d{4}-\d\d-\d\d$/;

const loadApproveDialog = () => import("./approve-dialog");

type DialogName = "approve" | "ask" | "reject";

/** One application: the answers beside the documents, and the decisions of dispatch. */
export function ApplicationPage({
  loaded: loadedApplication,
  classes,
}: {
  loaded: ApplicationRecord;
  classes: readonly VehicleClass[];
}) {
  const { api, timeZone, call } = useOffice();
  const router = useRouter();
  const [application, setApplication] = useState(loadedApplication);
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null);
  const approveDialogModule = useLazy(loadApproveDialog);
  const { id, version, answers, status } = application;
  const isOpen = status === "submitted" || status === "incomplete";
  const undecidedFiles = application.files.filter(
    ({ field, state }) => state === "given" && !field.includes("Photo"),
  );

  const onDecided = async (changedApplication: ApplicationRecord, successText?: string) => {
    setApplication(changedApplication);
    setOpenDialog(null);
    if (successText) showToast("success", successText);
    await router.invalidate();
  };

  const calls = api.admin["driver-applications"][":id"];
  const requestInformation = async (request: string) => {
    const answer = await call(calls.request.$post({ param: { id }, json: { request, version } }));
    await onDecided(answer.application, "Request sent to the applicant");
  };
  const reject = async (reason: string) => {
    const answer = await call(calls.rejection.$post({ param: { id }, json: { reason, version } }));
    await onDecided(answer.application, "Application rejected");
  };

  return (
    <>
      <PageHeader
        actions={
          <ButtonLink
            icon={<ArrowLeft aria-hidden size={16} />}
            size="small"
            to="/dispatch/dashboard/DriverManagement/applications"
            variant="quiet"
          >
            All applications
          </ButtonLink>
        }
        dense
        detail={sentText(application, timeZone)}
        title={applicantName(answers)}
      />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Badge tone={applicationStates[status].tone}>{applicationStates[status].words}</Badge>
        <span className="flex-1" />
        {isOpen && (
          <>
            <Button onClick={() => setOpenDialog("reject")} size="small" variant="quiet">
              Reject application
            </Button>
            <Button onClick={() => setOpenDialog("ask")} size="small" variant="secondary">
              Request more information
            </Button>
            <Button
              disabled={
                status !== "submitted" || undecidedFiles.length > 0 || approveDialogModule === null
              }
              onClick={() => setOpenDialog("approve")}
              size="small"
            >
              Approve application
            </Button>
          </>
        )}
      </div>
      <Notices application={application} undecidedFileCount={undecidedFiles.length} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:grid-rows-[auto_1fr]">
        <Card className="grid gap-5">
          {answerSections.map(({ title, fields }) => (
            <section key={title}>
              <h2 className="mb-1 font-medium">{title}</h2>
              <DefinitionList
                dense
                facts={fields.map(({ name, label, longLabel, kind }) => {
                  const answersByField = answers as Record<string, string | undefined>;
                  const answer = isOmittedLastName(name, answersByField)
                    ? "None (one name only)"
                    : answersByField[name];
                  return {
                    name: english.of(longLabel ?? label),
                    value: answer ? (
                      kind === "date" && DAY_PATTERN.test(answer) ? (
                        formatDay(answer)
                      ) : (
                        answer
                      )
                    ) : (
                      <span className="text-ink-faint">Not provided</span>
                    ),
                  };
                })}
              />
            </section>
          ))}
        </Card>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <FileReview application={application} onChanged={setApplication} open={isOpen} />
        </div>
        <Card>
          <h2 className="mb-3 font-medium">Log</h2>
          <ApplicationLog events={application.events} />
        </Card>
      </div>
      {openDialog === "approve" && approveDialogModule && (
        <approveDialogModule.ApproveDialog
          application={application}
          classes={classes}
          onApproved={(approved) => void onDecided(approved)}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === "ask" && (
        <ReasonDialog
          busyLabel="Sending..."
          confirmLabel="Send request"
          blockedReason={
            application.reachable
              ? null
              : "This applicant gave no e-mail address or phone number to write to."
          }
          onClose={() => setOpenDialog(null)}
          onConfirm={requestInformation}
          reasonHint="The applicant will get this text and a link to complete the application."
          reasonLabel="What do you need?"
          missingReasonText="Say what you need."
          title="Request more information from the applicant"
        >
          {application.missing.length > 0 && (
            <p>{`The message lists the missing items: ${application.missing.map(itemWords).join(", ")}.`}</p>
          )}
        </ReasonDialog>
      )}
      {openDialog === "reject" && (
        <ReasonDialog
          busyLabel="Rejecting..."
          confirmLabel="Reject application"
          danger
          onClose={() => setOpenDialog(null)}
          onConfirm={reject}
          reasonHint={application.reachable ? "The applicant will get this text." : undefined}
          reasonLabel="Reason"
          missingReasonText="Enter a reason."
          title={`Reject the application of ${applicantName(answers)}?`}
        >
          <p>
            This cannot be undone. The application and its files will be deleted within 90 days.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}

function Notices({
  application,
  undecidedFileCount,
}: {
  application: ApplicationRecord;
  undecidedFileCount: number;
}) {
  const { timeZone } = useOffice();
  const {
    status,
    missing,
    knownDriver: existingDriver,
    request,
    requestedAt,
    reason,
    made,
  } = application;
  const isOpen = status === "submitted" || status === "incomplete";
  return (
    <div className="mb-4 grid gap-2 empty:hidden">
      {isOpen && existingDriver && (
        <NoticeBanner tone="warning">
          {`${existingDriver.name} already drives for you with this e-mail address or phone number.`}{" "}
          <Link
            className="underline underline-offset-4"
            params={{ id: existingDriver.id }}
            to="/dispatch/dashboard/DriverManagement/$id"
          >
            Open driver
          </Link>
        </NoticeBanner>
      )}
      {isOpen && missing.length > 0 && (
        <NoticeBanner tone="warning">
          {`This application can’t be approved yet. Missing: ${missing.map(itemWords).join(", ")}.`}
        </NoticeBanner>
      )}
      {isOpen && missing.length === 0 && undecidedFileCount > 0 && (
        <NoticeBanner tone="info">
          {undecidedFileCount === 1
            ? "Before you decide on the application, accept or reject one more document."
            : `Before you decide on the application, accept or reject ${undecidedFileCount} more documents.`}
        </NoticeBanner>
      )}
      {isOpen && request && requestedAt && (
        <NoticeBanner tone="info">
          {`More information requested on ${formatMoment(requestedAt, timeZone, "date-time")}: ${request}`}
        </NoticeBanner>
      )}
      {status === "rejected" && (
        <NoticeBanner tone="neutral">
          {`Rejected: ${reason ?? ""} The application will be deleted within 90 days.`}
        </NoticeBanner>
      )}
      {made && (
        <NoticeBanner tone="success">
          This application was approved. Open the new records:{" "}
          <Link
            className="underline underline-offset-4"
            params={{ id: made.driver.id }}
            to="/dispatch/dashboard/DriverManagement/$id"
          >
            {made.driver.name}
          </Link>
          {made.vehicle && (
            <>
              {", "}
              <Link
                className="underline underline-offset-4"
                params={{ id: made.vehicle.id }}
                to="/dispatch/dashboard/VehicleManagement/$id"
              >
                {made.vehicle.plate}
              </Link>
            </>
          )}
          {" and "}
          <Link
            className="underline underline-offset-4"
            params={{ id: made.driver.id }}
            search={{ tab: "documents" }}
            to="/dispatch/dashboard/DriverManagement/$id"
          >
            {made.files === null
              ? "their documents"
              : countText(made.files, "document and photo", "documents and photos")}
          </Link>
          .
        </NoticeBanner>
      )}
    </div>
  );
}

function sentText({ createdAt, changedAt }: ApplicationRecord, timeZone: string): string {
  const sent = formatMoment(createdAt, timeZone, "date-time");
  return changedAt
    ? `Sent ${sent}, last changed ${formatMoment(changedAt, timeZone, "date-time")}.`
    : `Sent ${sent}.`;
}
