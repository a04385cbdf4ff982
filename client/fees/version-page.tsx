import { useNavigate, useRouter } from "@tanstack/react-router";
import { ArrowLeft, CopyPlus } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { FeeSchedule } from "../../src/fares/contract";
import type { FeeScheduleAnswer } from "../../src/fares/fee-contract";
import { useOffice } from "../office/calls";
import { lazy, usePreload } from "../lazy";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Moment } from "../ui/moment";
import { PageHeader } from "../ui/page-header";
import { SkeletonRows } from "../ui/skeleton";
import { showToast } from "../ui/toasts";
import { countText } from "../ui/trip-words";
import { feeChanges } from "./changes";
import { ChangesList } from "./changes-list";
import { useDraft, useFees } from "./fees-context";
import { useFeeChanges } from "./fees-rail";
import { FEES_PATH } from "./parts/parts";
import { VersionBadge } from "./version-badge";

/** Loads the full price list, which follows the list of changes. */
const AllPrices = lazy(async () => (await import("./all-prices")).AllPrices, {
  pending: () => <SkeletonRows dense />,
});

/** A published version: who published it and why, its changes, and all of its prices. */
export function VersionPage({
  version,
  schedule,
  before,
}: FeeScheduleAnswer & { before: FeeScheduleAnswer | null }) {
  const { canEdit, names } = useFees();
  const changes = useMemo(
    () => (before ? feeChanges(before.schedule, schedule, names) : []),
    [before, schedule, names],
  );
  return (
    <>
      <PageHeader
        actions={
          <>
            <ButtonLink
              icon={<ArrowLeft aria-hidden="true" size={16} />}
              size="small"
              to={`${FEES_PATH}/history`}
              variant="quiet"
            >
              All versions
            </ButtonLink>
            {canEdit && version.standing === "coming" && (
              <WithdrawButton id={version.id} number={version.number} />
            )}
            {canEdit && <CopyToDraftButton number={version.number} schedule={schedule} />}
          </>
        }
        dense
        title={
          <span className="flex items-center gap-3">
            Version {version.number} <VersionBadge standing={version.standing} />
          </span>
        }
      />
      <Card className="mb-6 !p-4">
        <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_auto_minmax(0,1fr)]">
          <Fact label="From">
            {Date.parse(version.startsAt) <= 0 ? "server setup" : <Moment at={version.startsAt} />}
          </Fact>
          <Fact label="Published">
            {version.publishedBy}, <Moment at={version.publishedAt} />
          </Fact>
          <Fact label="Reason">{version.reason}</Fact>
          {version.withdrawal && (
            <Fact label="Withdrawn">
              {version.withdrawal.by}, <Moment at={version.withdrawal.at} />:{" "}
              {version.withdrawal.reason}
            </Fact>
          )}
        </dl>
      </Card>
      <section className="mb-8 max-w-3xl">
        <h2 className="mb-3 text-base">
          {before
            ? `What changed since version ${before.version.number}`
            : "This is the first version"}
        </h2>
        {before && changes.length === 0 && <p className="text-ink-muted text-sm">No changes.</p>}
        <ChangesList changes={changes} />
      </section>
      <AllPrices
        before={before?.schedule ?? schedule}
        schedule={schedule}
        today={version.startsOn}
      />
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-muted text-xs">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function CopyToDraftButton({ schedule, number }: { schedule: FeeSchedule; number: number }) {
  const { draft } = useFees();
  const navigate = useNavigate();
  const pendingCount = useFeeChanges().length;
  const hasConflict = useDraft(({ saving }) => saving.kind === "conflict");
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const copyToDraft = async () => {
    draft.replace(schedule, `The draft is now a copy of version ${number}.`);
    await navigate({ to: FEES_PATH as string });
  };
  return (
    <>
      <Button
        disabled={hasConflict}
        icon={<CopyPlus aria-hidden="true" size={16} />}
        onClick={() => (pendingCount > 0 ? setIsDialogOpen(true) : void copyToDraft())}
        size="small"
        variant="secondary"
      >
        Copy to draft
      </Button>
      <ConfirmDialog
        confirmLabel="Copy to draft"
        danger
        onClose={() => setIsDialogOpen(false)}
        onConfirm={() => void copyToDraft()}
        open={isDialogOpen}
        title={`Replace the draft with version ${number}?`}
      >
        {`You will lose ${countText(pendingCount, "unpublished change")} in the draft.`}
      </ConfirmDialog>
    </>
  );
}

const ReasonDialog = lazy(async () => (await import("../office/reason-dialog")).ReasonDialog);

function WithdrawButton({ id, number }: { id: string; number: number }) {
  const { call, api } = useOffice();
  const router = useRouter();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  usePreload(ReasonDialog);
  const withdraw = async (reason: string) => {
    await call(
      api.admin.fees.versions[":id"].withdrawal.$post({ param: { id }, json: { reason } }),
    );
    setIsDialogOpen(false);
    showToast("success", `Version ${number} withdrawn`);
    await router.invalidate();
  };
  return (
    <>
      <Button onClick={() => setIsDialogOpen(true)} size="small" variant="secondary">
        Withdraw version
      </Button>
      {isDialogOpen && (
        <ReasonDialog
          busyLabel="Withdrawing..."
          confirmLabel="Withdraw version"
          danger
          onClose={() => setIsDialogOpen(false)}
          onConfirm={withdraw}
          reasonHint="The history will show the reason with your name."
          reasonLabel="Reason"
          missingReasonText="Give a short reason."
          title={`Withdraw version ${number}?`}
        >
          <p>This version will not come into force. The current prices will stay in force.</p>
        </ReasonDialog>
      )}
    </>
  );
}
