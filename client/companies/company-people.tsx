import { useRouter } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { Company, CompanyMember, MemberRole } from "../../src/companies/contract";
import { useOffice } from "../office/calls";
import { useSave } from "../office/use-save";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { NoticeBanner } from "../ui/notice-banner";
import { Section } from "../ui/section";
import { SelectField } from "../ui/select-field";
import { type Column, Table } from "../ui/table";
import { TextField } from "../ui/text-field";

const standings = {
  invited: { words: "Invited", tone: "neutral" },
  waiting: { words: "Waits for approval", tone: "warning" },
  active: { words: "Member", tone: "success" },
} as const;

/** Who may book on the account: invited, approved, given a role, taken out. */
export function CompanyPeople({ company }: { company: Company }) {
  const { api, call } = useOffice();
  const router = useRouter();
  const inviting = useSave();
  const acting = useSave();
  const [identifier, setIdentifier] = useState("");
  const [role, setRole] = useState<MemberRole>("member");
  const [leaving, setLeaving] = useState<CompanyMember | null>(null);
  const path = api.admin.companies[":id"].members;
  const { id } = company;

  const invite = async (event: FormEvent) => {
    event.preventDefault();
    const done = await inviting.save(
      () => call(path.$post({ param: { id }, json: { identifier, role } })),
      "Invitation sent",
    );
    if (!done) return;
    setIdentifier("");
    await router.invalidate();
  };
  const change = async (member: CompanyMember, json: { role: MemberRole; approved?: true }) => {
    const done = await acting.save(
      () => call(path[":memberId"].$put({ param: { id, memberId: member.id }, json })),
      json.approved ? "Member approved" : "Role changed",
    );
    if (done) await router.invalidate();
  };
  const remove = async (member: CompanyMember) => {
    const done = await acting.save(
      () => call(path[":memberId"].$delete({ param: { id, memberId: member.id } })),
      "Taken out of the company",
    );
    setLeaving(null);
    if (done) await router.invalidate();
  };

  const acts = (member: CompanyMember) => (
    <span className="flex flex-wrap justify-end gap-2">
      {member.standing === "waiting" && (
        <Button
          busy={acting.busy}
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
        {member.role === "manager" ? "Make a member" : "Make a manager"}
      </Button>
      <Button onClick={() => setLeaving(member)} size="small" variant="secondary">
        Remove
      </Button>
    </span>
  );
  const columns: Column<CompanyMember>[] = [
    {
      id: "who",
      header: "Who",
      cell: ({ name, identifier: contact }) => (
        <span>
          {name && <span className="block font-medium">{name}</span>}
          <span className="break-all text-ink-muted">{contact}</span>
        </span>
      ),
    },
    {
      id: "standing",
      header: "Standing",
      cell: ({ standing }) => (
        <Badge tone={standings[standing].tone}>{standings[standing].words}</Badge>
      ),
    },
    {
      id: "role",
      header: "Role",
      cell: (member) => (member.role === "manager" ? "Manager" : "Member"),
    },
    { id: "acts", header: "Steps", cell: acts, numeric: true },
  ];
  return (
    <Section
      detail="They join by signing in with the contact that was invited. Managers invite colleagues and read the company's trips."
      title="People"
    >
      <form
        method="post"
        aria-label="Invite somebody"
        className="mb-4 flex max-w-3xl flex-wrap items-end gap-3"
        noValidate
        onSubmit={(event) => void invite(event)}
        ref={inviting.ref}
      >
        <TextField
          autoComplete="off"
          className="min-w-60 flex-1"
          dense
          error={inviting.faults.identifier ?? null}
          label="Email or phone number"
          maxLength={320}
          name="identifier"
          onChange={({ target: { value } }) => setIdentifier(value)}
          value={identifier}
        />
        <SelectField
          dense
          label="Role"
          name="role"
          onChange={({ target: { value } }) => setRole(value === "manager" ? "manager" : "member")}
          value={role}
        >
          <option value="member">Member</option>
          <option value="manager">Manager</option>
        </SelectField>
        <Button busy={inviting.busy} busyLabel="Inviting..." size="small" type="submit">
          Invite
        </Button>
      </form>
      <div className="not-empty:mb-4" role="alert">
        {(inviting.failure ?? acting.failure) && (
          <NoticeBanner tone="danger">{inviting.failure ?? acting.failure}</NoticeBanner>
        )}
      </div>
      <Table
        caption="People"
        columns={columns}
        dense
        empty={<p className="text-ink-muted text-sm">Nobody has been invited yet.</p>}
        rowKey={({ id: key }) => key}
        rows={company.people}
      />
      <ConfirmDialog
        busy={acting.busy}
        busyLabel="Removing..."
        confirmLabel="Remove"
        danger
        onClose={() => setLeaving(null)}
        onConfirm={() => void (leaving && remove(leaving))}
        open={leaving !== null}
        title={`Remove ${leaving?.name || leaving?.identifier || ""}?`}
      >
        They can no longer book on the account. Trips that they booked stay billed to it.
      </ConfirmDialog>
    </Section>
  );
}
