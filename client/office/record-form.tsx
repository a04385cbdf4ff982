import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import type { FormState } from "../forms/use-form";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import type { Permission } from "../../src/accounts/permission-rules";
import { LeaveGuard } from "./leave-guard";
import { WithPreview } from "../forms/with-preview";
import { usePermission } from "./use-permission";
import { CONFLICT_CODE } from "./use-staff-form";

/** The page of one record: title, link back to its list, and its form. */
export function RecordForm({
  title,
  returnPath,
  backLabel,
  form,
  needs,
  hasHeading = true,
  isSetupStep = false,
  preview,
  children,
}: {
  title: string;
  returnPath: string;
  backLabel: string;
  form: FormState;
  /** The permission to edit. Without it the form is read-only. */
  needs: Permission;
  /** False when the surrounding page already shows the title. */
  hasHeading?: boolean;
  /** Whether this is one of several records in the setup, which has no list to return to. */
  isSetupStep?: boolean;
  /** A preview of the typed values, beside the form where there is room. */
  preview?: ReactNode;
  children: ReactNode;
}) {
  const mayChange = usePermission(needs);
  return (
    <div className={preview ? "max-w-5xl" : "max-w-3xl"}>
      {hasHeading && (
        <PageHeader
          actions={
            !isSetupStep && (
              <ButtonLink
                icon={<ArrowLeft aria-hidden size={16} />}
                size="small"
                to={returnPath}
                variant="quiet"
              >
                {backLabel}
              </ButtonLink>
            )
          }
          dense
          title={title}
        />
      )}
      <LeaveGuard isUnsaved={form.isUnsaved} />
      <WithPreview preview={preview}>
        <Card>
          <Form aria-label={title} className="grid gap-4 sm:grid-cols-2" form={form}>
            <fieldset className="contents" disabled={!mayChange}>
              {children}
            </fieldset>
            <FormFailure className="empty:hidden sm:col-span-2" form={form}>
              {form.code === CONFLICT_CODE &&
                " Your changes are still here. Save again to replace the saved version."}
            </FormFailure>
            {mayChange && (
              <div className="sm:col-span-2">
                <SubmitButton busyLabel="Saving..." form={form} size="small">
                  {isSetupStep ? "Save and continue" : "Save"}
                </SubmitButton>
              </div>
            )}
          </Form>
        </Card>
      </WithPreview>
    </div>
  );
}
