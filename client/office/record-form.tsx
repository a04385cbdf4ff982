import { ArrowLeft } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import type { Permission } from "../../src/accounts/permission-rules";
import { LeaveGuard } from "./leave-guard";
import { useMay } from "./use-may";
import type { useSave } from "./use-save";

/** The page of one record: its title, the way back to its list, and the form that saves it. */
export function RecordForm({
  title,
  backTo,
  backLabel,
  saving,
  needs,
  headed = true,
  onSubmit,
  children,
}: {
  title: string;
  backTo: string;
  backLabel: string;
  saving: ReturnType<typeof useSave>;
  /** Without it the form is only read. */
  needs: Permission;
  /** False where the page around it says whose it is. */
  headed?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const mayChange = useMay(needs);
  return (
    <div className="max-w-3xl">
      {headed && (
        <PageHeader
          actions={
            <ButtonLink
              icon={<ArrowLeft aria-hidden size={16} />}
              size="small"
              to={backTo}
              variant="quiet"
            >
              {backLabel}
            </ButtonLink>
          }
          dense
          title={title}
        />
      )}
      <LeaveGuard isUnsaved={saving.isUnsaved} />
      <Card>
        <form
          method="post"
          aria-label={title}
          className="grid gap-4 sm:grid-cols-2"
          noValidate
          onInput={saving.touch}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            onSubmit();
          }}
          ref={saving.ref}
        >
          <fieldset className="contents" disabled={!mayChange}>
            {children}
          </fieldset>
          <div className="empty:hidden sm:col-span-2" role="alert">
            {saving.failure && (
              <NoticeBanner tone="danger">
                {saving.failure}
                {saving.conflict && " What you typed is still here: save again to put it."}
              </NoticeBanner>
            )}
          </div>
          {mayChange && (
            <div className="sm:col-span-2">
              <Button busy={saving.busy} busyLabel="Saving..." size="small" type="submit">
                Save
              </Button>
            </div>
          )}
        </form>
      </Card>
    </div>
  );
}

/** The fields' errors in words for fields left empty; empty when all are there. */
export function missingFields<Typed extends Record<string, unknown>>(
  typed: Typed,
  required: readonly (keyof Typed & string)[],
): Record<string, string> {
  const missing = required.filter((name) => String(typed[name] ?? "").trim() === "");
  return Object.fromEntries(missing.map((name) => [name, "This field is required."]));
}
