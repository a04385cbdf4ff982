/** What an owner does about one of staff, each in a box of its own. */
import { Copy } from "lucide-react";
import { useState } from "react";
import type { AdminRole } from "../../src/accounts/contract";
import type { StaffMember } from "../../src/accounts/staff/staff-contract";
import { useOffice } from "../office/calls";
import { useCopy } from "../office/use-copy";
import { ReasonDialog } from "../office/reason-dialog";
import { FormDialog } from "../forms/form-dialog";
import { useStaffForm } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { LiveRegion } from "../ui/live-region";
import { RadioCards } from "../ui/radio-cards";
import { TextField } from "../ui/text-field";
import { showToast } from "../ui/toasts";
import { roleChoices } from "./role-words";

interface Shared {
  /** Reads the list again. */
  onDone: () => Promise<void>;
  onClose: () => void;
}

interface AboutMember extends Shared {
  member: StaffMember;
}

/** Invites somebody new; then shows the link that went out. */
export function InviteDialog({ onDone, onClose }: Shared) {
  const { api, call } = useOffice();
  const [sent, setSent] = useState<{ link: string; to: string } | null>(null);
  const form = useStaffForm({
    initial: { email: "", role: "dispatcher" as AdminRole },
    required: ["email"],
    send: (json) => call(api.admin.staff.$post({ json })),
    saved: ({ link, member }) => {
      setSent({ link, to: member.email });
      return onDone();
    },
  });
  return (
    <FormDialog
      busyLabel="Sending..."
      dense
      form={form}
      onClose={onClose}
      sticky
      instead={sent && <SentLink {...sent} onClose={onClose} />}
      submitLabel="Send the invitation"
      title="Invite to dispatch"
    >
      <TextField
        {...form.field("email")}
        autoCapitalize="none"
        autoComplete="off"
        autoFocus
        inputMode="email"
        label="Email"
        spellCheck={false}
        type="email"
      />
      <RadioCards {...form.choice("role")} legend="Role" options={roleChoices} />
    </FormDialog>
  );
}

/** Sends a fresh link to choose a password. */
export function LinkDialog({ member, onDone, onClose }: AboutMember) {
  const { api, call } = useOffice();
  const [link, setLink] = useState<string | null>(null);
  const form = useStaffForm({
    initial: {},
    send: () => call(api.admin.staff[":id"].invitation.$post({ param: { id: member.id } })),
    saved: (made) => {
      setLink(made.link);
      return onDone();
    },
  });
  return (
    <FormDialog
      busyLabel="Sending..."
      dense
      form={form}
      onClose={onClose}
      sticky
      instead={link && <SentLink link={link} onClose={onClose} to={member.email} />}
      submitLabel="Send the link"
      title={`A new link for ${member.names}`}
    >
      <p className="text-ink-muted">
        {member.email} gets a link to choose a password. Links sent before no longer work
        {member.state === "active" ? "; the password they have does until then." : "."}
      </p>
    </FormDialog>
  );
}

/** Another role. */
export function RoleDialog({ member, onDone, onClose }: AboutMember) {
  const { api, call } = useOffice();
  const { id, version } = member;
  const form = useStaffForm({
    initial: { role: member.role },
    send: ({ role }) =>
      call(api.admin.staff[":id"].role.$put({ param: { id }, json: { role, version } })),
    done: "The role is changed",
    saved: () => {
      onClose();
      return onDone();
    },
  });
  return (
    <FormDialog
      busyLabel="Saving..."
      dense
      form={form}
      onClose={onClose}
      submitLabel="Change the role"
      title={`The role of ${member.names}`}
    >
      <p className="text-ink-muted">
        They are signed out, and find what the new role may do when they sign in.
      </p>
      <RadioCards {...form.choice("role")} legend="Role" options={roleChoices} />
    </FormDialog>
  );
}

/** Lets somebody go, or in again. */
export function AccessDialog({ member, onDone, onClose }: AboutMember) {
  const { api, call } = useOffice();
  const ends = member.state !== "off";
  const { id, version } = member;
  const confirm = async () => {
    const path = api.admin.staff[":id"].deactivation;
    const request = { param: { id }, json: { version } };
    await (ends ? call(path.$post(request)) : call(path.$delete(request)));
    showToast("success", ends ? "Their access has ended" : "They may sign in again");
    onClose();
    await onDone();
  };
  return (
    <ReasonDialog
      busyLabel="Saving..."
      confirmLabel={ends ? "End their access" : "Give access"}
      danger={ends}
      onClose={onClose}
      onConfirm={confirm}
      title={ends ? `End the access of ${member.names}?` : `Give ${member.names} access again?`}
    >
      <p>
        {ends
          ? "They are signed out everywhere at once and can no longer sign in. What they did stays in the logs under their name."
          : "They sign in with the password they had. Send a new link if they forgot it."}
      </p>
    </ReasonDialog>
  );
}

/** Takes a second factor away. */
export function ResetDialog({ member, onDone, onClose }: AboutMember) {
  const { api, call } = useOffice();
  const confirm = async () => {
    await call(api.admin.staff[":id"]["second-factor"].$delete({ param: { id: member.id } }));
    showToast("success", "The second factor is reset");
    onClose();
    await onDone();
  };
  return (
    <ReasonDialog
      busyLabel="Resetting..."
      confirmLabel="Reset"
      danger
      onClose={onClose}
      onConfirm={confirm}
      title={`Reset the second factor of ${member.names}?`}
    >
      <p>
        For who lost the phone and the recovery codes. Make sure that it is them who ask. They are
        signed out everywhere, told by email, and sign in with the password alone.
      </p>
    </ReasonDialog>
  );
}

/** The link that went out by e-mail, to hand over another way as well. */
function SentLink({ link, to, onClose }: { link: string; to: string; onClose: () => void }) {
  const { said, copy } = useCopy(link, "Select the link and copy it.");
  return (
    <div className="mt-2 grid gap-4 text-sm">
      <p>
        The link is on its way to <span className="font-medium text-ink">{to}</span>. It works once,
        for seven days. Email is slow today? Hand it over yourself:
      </p>
      <p className="select-all break-all rounded-md bg-surface-sunken px-3 py-2 text-ink">{link}</p>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span aria-hidden="true" className="me-auto">
          {said}
        </span>
        <LiveRegion>{said}</LiveRegion>
        <Button
          icon={<Copy aria-hidden="true" size={16} />}
          onClick={() => void copy()}
          size="small"
          variant="secondary"
        >
          Copy
        </Button>
        <Button autoFocus onClick={onClose} size="small">
          Done
        </Button>
      </div>
    </div>
  );
}
