import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { showToast } from "../ui/toasts";
import type {
  ChangeMember,
  Company,
  CompanyMember,
  MemberRole,
} from "../../src/companies/contract";
import { useOffice } from "../office/calls";
import { useStaffForm } from "../office/use-staff-form";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { formatMoney } from "../ui/money";
import { Section } from "../ui/section";
import { SelectField } from "../ui/select-field";
import { type Column, Table } from "../ui/table";
import { TextField } from "../ui/text-field";
import { MemberLimit } from "./member-limit";

const memberStates = {
  invited: { words: "Invited", tone: "neutral" },
  waiting: { words: "Waiting for approval", tone: "warning" },
  active: { words: "Member", tone: "success" },
} as const;

/** The people who can book on the account, to invite, approve, change and remove. */
export function CompanyPeople({ company }: { company: Company }) {
  const { api, call } = useOffice();
  const router = useRouter();
  const [memberToRemove, setMemberToRemove] = useState<CompanyMember | null>(null);
  const path = api.admin.companies[":id"].members;
  const { id } = company;
  const form = useStaffForm({
    initialValues: { identifier: "", role: "member" as MemberRole },
    send: (json) => call(path.$post({ param: { id }, json })),
    successText: "Invitation sent",
    onSaved: () => {
      form.set({ identifier: "" });
      return router.invalidate();
    },
  });
  const notifyAndReload = (words: string) => () => {
    showToast("success", words);
    return router.invalidate();
  };
  const [memberWithLimit, setMemberWithLimit] = useState<CompanyMember | null>(null);
  const change = (member: CompanyMember, json: ChangeMember) =>
    form.act(
      member.id,
      () => call(path[":memberId"].$put({ param: { id, memberId: member.id }, json })),
      notifyAndReload(json.approved ? "Member approved" : "Role changed"),
    );
  const remove = async (member: CompanyMember) => {
    await form.act(
      member.id,
      () => call(path[":memberId"].$delete({ param: { id, memberId: member.id } })),
      notifyAndReload("Removed from the company"),
    );
    setMemberToRemove(null);
  };

  const renderActions = (member: CompanyMember) => (
    <span className="flex flex-wrap justify-end gap-2">
      {member.standing === "waiting" && (
        <Button
          busy={form.acting === member.id}
          busyLabel="Approving..."
          onClick={() => void change(member, { role: member.role, approved: true })}
          size="small"
        >
          Approve
        </Button>
      )}
      <Button
        onClick={() =>
          void change(member, { role: member.role === "manager" ? "member" : "manager" })
        }
        size="small"
        variant="secondary"
      >
        {member.role === "manager" ? "Make member" : "Make manager"}
      </Button>
      <Button onClick={() => setMemberWithLimit(member)} size="small" variant="secondary">
        Set limit
      </Button>
      <Button onClick={() => setMemberToRemove(member)} size="small" variant="secondary">
        Remove
      </Button>
    </span>
  );
  const personCell = ({ name, identifier: contact }: CompanyMember) => (
    <span>
      {name && <span className="block font-medium">{name}</span>}
      <span className="break-all text-ink-muted">{contact}</span>
    </span>
  );
  const membershipCell = ({ standing: memberState }: CompanyMember) => (
    <Badge tone={memberStates[memberState].tone}>{memberStates[memberState].words}</Badge>
  );
  const roleText = (member: CompanyMember) => (member.role === "manager" ? "Manager" : "Member");
  const monthlyLimitCell = ({ monthlyLimitMinor: minor }: CompanyMember) =>
    minor === null ? "None" : formatMoney(minor, company.currency);
  const columns: Column<CompanyMember>[] = [
    { id: "who", header: "Person", cell: personCell },
    { id: "standing", header: "Status", cell: membershipCell },
    { id: "role", header: "Role", cell: roleText },
    { id: "limit", header: "Monthly limit", cell: monthlyLimitCell, numeric: true },
    { id: "acts", header: "Actions", cell: renderActions, numeric: true },
  ];
  return (
    <Section
      detail="People join by signing in with the e-mail address or phone number you invited. Managers can invite colleagues and see all of the company’s trips."
      title="People"
    >
      <Form
        aria-label="Invite person"
        className="mb-4 flex max-w-3xl flex-wrap items-end gap-3"
        form={form}
      >
        <TextField
          {...form.field("identifier")}
          autoComplete="off"
          className="min-w-60 flex-1"
          label="E-mail or phone number"
          maxLength={320}
        />
        <SelectField {...form.field("role")} label="Role">
          <option value="member">Member</option>
          <option value="manager">Manager</option>
        </SelectField>
        <SubmitButton busyLabel="Inviting..." form={form} size="small">
          Send invitation
        </SubmitButton>
      </Form>
      <FormFailure className="not-empty:mb-4" form={form} />
      <Table
        caption="People"
        card={(member) => (
          <Card className="grid gap-3">
            <div className="flex items-start justify-between gap-3">
              {personCell(member)}
              {membershipCell(member)}
            </div>
            <p className="text-ink-muted">{`${roleText(member)}. Monthly limit: ${monthlyLimitCell(member)}`}</p>
            {renderActions(member)}
          </Card>
        )}
        columns={columns}
        dense
        empty={
          <p className="text-ink-muted text-sm">No people yet. Invite the first person above.</p>
        }
        rowKey={({ id: key }) => key}
        rows={company.people}
      />
      <ConfirmDialog
        busy={form.busy}
        busyLabel="Removing..."
        confirmLabel="Remove"
        danger
        onClose={() => setMemberToRemove(null)}
        onConfirm={() => void (memberToRemove && remove(memberToRemove))}
        open={memberToRemove !== null}
        title={`Remove ${memberToRemove?.name || memberToRemove?.identifier || ""}?`}
      >
        This person will no longer be able to book on the company’s account. Their booked trips will
        still be billed to the company.
      </ConfirmDialog>
      {memberWithLimit && (
        <MemberLimit
          company={company}
          member={memberWithLimit}
          onClose={() => setMemberWithLimit(null)}
          send={(monthlyLimitMinor) => {
            const param = { id, memberId: memberWithLimit.id };
            return call(
              path[":memberId"].$put({
                param,
                json: { role: memberWithLimit.role, monthlyLimitMinor },
              }),
            );
          }}
        />
      )}
    </Section>
  );
}
