import { useRouter } from "@tanstack/react-router";
import type { Company, CompanyMember } from "../../src/companies/contract";
import { MAX_ACCOUNT_MINOR } from "../../src/settings/amount-contract";
import { writeMoney } from "../../src/settings/money-rules";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { useStaffForm } from "../office/use-staff-form";
import { readMoney } from "../ui/amount";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/text-field";

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
  const { monthlyLimitMinor: before } = member;
  const read = (limit: string) =>
    limit.trim() ? readMoney(limit, currency, "en", MAX_ACCOUNT_MINOR) : { value: null };
  const form = useStaffForm({
    initial: { limit: before === null ? "" : writeMoney(before, currency) },
    check: ({ limit }) => {
      const found = read(limit);
      return { limit: "fault" in found && found.fault };
    },
    send: ({ limit }) => {
      const found = read(limit);
      return send("value" in found ? found.value : null);
    },
    done: "Limit saved",
    saved: () => {
      onClose();
      return router.invalidate();
    },
  });
  return (
    <Dialog onClose={onClose} open title={`Monthly limit of ${member.name || member.identifier}`}>
      <Form className="mt-2 grid gap-4 text-ink" form={form}>
        <TextField
          {...form.field("limit")}
          autoComplete="off"
          autoFocus
          hint="For trips with a pickup in the same month. Dispatch can book above it with a reason."
          inputMode="decimal"
          label={`Monthly limit (${currency})`}
          maxLength={20}
          optional
        />
        <FormFailure className="empty:hidden" form={form} />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onClose} size="small" variant="secondary">
            Go back
          </Button>
          <SubmitButton busyLabel="Saving..." form={form} size="small">
            Save
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
