import { useRouter } from "@tanstack/react-router";
import type { Company, CompanyMember } from "../../src/companies/contract";
import { FormDialog } from "../forms/form-dialog";
import { useStaffForm } from "../office/use-staff-form";
import { TextField } from "../ui/text-field";
import { readLimit, limitText } from "./limit-text";

/** The most that a member's trips of one month may cost; empty for no limit. */
export function MemberLimit({
  company: { currency },
  member,
  send,
  onClose,
}: {
  company: Pick<Company, "currency">;
  member: CompanyMember;
  send: (monthlyLimitMinor: number | null) => Promise<unknown>;
  onClose: () => void;
}) {
  const router = useRouter();
  const form = useStaffForm({
    initialValues: { limit: limitText(member.monthlyLimitMinor, currency) },
    validate: ({ limit }) => ({ limit: readLimit(limit, currency).fault }),
    send: ({ limit }) => send(readLimit(limit, currency).value),
    successText: "Limit saved",
    onSaved: () => {
      onClose();
      return router.invalidate();
    },
  });
  return (
    <FormDialog
      busyLabel="Saving..."
      dense
      form={form}
      onClose={onClose}
      submitLabel="Save"
      title={`Monthly limit of ${member.name || member.identifier}`}
    >
      <TextField
        {...form.field("limit")}
        autoComplete="off"
        autoFocus
        hint="The limit applies to all pickups in one calendar month. Dispatch can exceed the limit, but must give a reason."
        inputMode="decimal"
        label={`Monthly limit (${currency})`}
        maxLength={20}
        optional
      />
    </FormDialog>
  );
}
