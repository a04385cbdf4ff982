/** An owner's actions on staff, one dialog each. */
import { Copy } from "lucide-react";
import { useState } from "react";
import type { AdminRole } from "../../src/accounts/contract";
import type { StaffMember } from "../../src/accounts/staff/staff-contract";
import { useOffice } from "../office/calls";
import { useCopyToClipboard } from "../office/use-copy-to-clipboard";
import { ReasonDialog } from "../office/reason-dialog";
import { FormDialog } from "../forms/form-dialog";
import { useStaffForm } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { LiveRegion } from "../ui/live-region";
import { RadioCards } from "../ui/radio-cards";
import { TextField } from "../ui/text-field";
import { showToast } from "../ui/toasts";
import { roleChoices } from "./role-words";

interface StaffDialogProps {
  /** Loads the list again. */
  onDone: () => Promise<void>;
  onClose: () => void;
}

interface MemberDialogProps extends StaffDialogProps {
  member: StaffMember;
}

/** Invites a person, then shows the sent link. */
export function InviteDialog({ onDone, onClose }: StaffDialogProps) {
  const { api, call } = useOffice();
  const [sentLink, setSentLink] = useState<{ link: string; to: string } | null>(null);
  const form = useStaffForm({
    initialValues: { email: "", role: "dispatcher" as AdminRole },
    requiredFields: ["email"],
    send: (json) => call(api.admin.staff.$post({ json })),
    onSaved: ({ link, member }) => {
      setSentLink({ link, to: member.email });
      return onDone();
    },
  });
  return (
    <FormDialog
      busyLabel="Sending..."
      dense
      form={form}
      onClose={onClose}
      isSticky
      insteadOfForm={sentLink && <SentLink {...sentLink} onClose={onClose} />}
      submitLabel="Send invitation"
      title="Invite to dispatch"
    >
      <TextField
        {...form.field("email")}
        autoCapitalize="none"
        autoComplete="off"
        autoFocus
        inputMode="email"
        label="E-mail"
        spellCheck={false}
        type="email"
      />
      <RadioCards {...form.choice("role")} legend="Role" options={roleChoices} />
    </FormDialog>
  );
}

/** Sends a new password link. */
export function NewLinkDialog({ member, onDone, onClose }: MemberDialogProps) {
  const { api, call } = useOffice();
  const [link, setLink] = useState<string | null>(null);
  const form = useStaffForm({
    initialValues: {},
    send: () => call(api.admin.staff[":id"].invitation.$post({ param: { id: member.id } })),
    onSaved: (answer) => {
      setLink(answer.link);
      return onDone();
    },
  });
  return (
    <FormDialog
      busyLabel="Sending..."
      dense
      form={form}
      onClose={onClose}
      isSticky
      insteadOfForm={link && <SentLink link={link} onClose={onClose} to={member.email} />}
      submitLabel="Send link"
      title={`Send ${member.names} a new password link?`}
    >
      <p className="text-ink-muted">
        {`We’ll send ${member.email} a link to choose a new password. Earlier links will stop working.`}
        {member.state === "active" &&
          " The current password works until they choose a new password."}
      </p>
    </FormDialog>
  );
}

/** Changes a role. */
export function RoleDialog({ member, onDone, onClose }: MemberDialogProps) {
  const { api, call } = useOffice();
  const { id, version } = member;
  const form = useStaffForm({
    initialValues: { role: member.role },
    send: ({ role }) =>
      call(api.admin.staff[":id"].role.$put({ param: { id }, json: { role, version } })),
    successText: "Role changed",
    onSaved: () => {
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
      submitLabel="Change role"
      title={`Change the role of ${member.names}`}
    >
      <p className="text-ink-muted">
        {`${member.names} will be signed out. The new role applies from the next sign-in.`}
      </p>
      <RadioCards {...form.choice("role")} legend="Role" options={roleChoices} />
    </FormDialog>
  );
}

/** Ends or restores a person's access. */
export function StaffAccessDialog({ member, onDone, onClose }: MemberDialogProps) {
  const { api, call } = useOffice();
  const isEndingAccess = member.state !== "off";
  const { id, version } = member;
  const confirm = async () => {
    const path = api.admin.staff[":id"].deactivation;
    const request = { param: { id }, json: { version } };
    await (isEndingAccess ? call(path.$post(request)) : call(path.$delete(request)));
    showToast("success", isEndingAccess ? "Access ended" : "Access restored");
    onClose();
    await onDone();
  };
  return (
    <ReasonDialog
      busyLabel="Saving..."
      confirmLabel={isEndingAccess ? "End access" : "Restore access"}
      danger={isEndingAccess}
      onClose={onClose}
      onConfirm={confirm}
      title={
        isEndingAccess ? `End access for ${member.names}?` : `Restore access for ${member.names}?`
      }
    >
      <p>
        {isEndingAccess
          ? `${member.names} will be signed out everywhere and can’t sign in again. The logs still show what they did.`
          : `${member.names} can sign in with the previous password. If they forgot the password, send them a new link.`}
      </p>
    </ReasonDialog>
  );
}

/** Resets a person's second factor. */
export function ResetSecondFactorDialog({ member, onDone, onClose }: MemberDialogProps) {
  const { api, call } = useOffice();
  const confirm = async () => {
    await call(api.admin.staff[":id"]["second-factor"].$delete({ param: { id: member.id } }));
    showToast("success", "Second factor reset");
    onClose();
    await onDone();
  };
  return (
    <ReasonDialog
      busyLabel="Resetting..."
      confirmLabel="Reset second factor"
      danger
      onClose={onClose}
      onConfirm={confirm}
      title={`Reset the second factor of ${member.names}?`}
    >
      <p>
        Reset the second factor when somebody has lost their phone and recovery codes. Check that
        the request really comes from them. We’ll sign them out everywhere and tell them by e-mail.
        They can then sign in with their password alone.
      </p>
    </ReasonDialog>
  );
}

/** Shows the link that was sent by e-mail, to be passed on another way. */
function SentLink({ link, to, onClose }: { link: string; to: string; onClose: () => void }) {
  const { message, copy } = useCopyToClipboard(link, "Select the link and copy it.");
  return (
    <div className="mt-2 grid gap-4 text-sm">
      <p>
        {`We’ve sent the link to ${to}. The link works once, within seven days. If the e-mail is slow, pass the link on yourself:`}
      </p>
      <p className="select-all break-all rounded-md bg-surface-sunken px-3 py-2 text-ink">{link}</p>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span aria-hidden="true" className="me-auto">
          {message}
        </span>
        <LiveRegion>{message}</LiveRegion>
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
