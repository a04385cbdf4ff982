/** What an owner does about one of staff, each in a box of its own. */
import { Copy } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { AdminRole } from "../../src/accounts/contract";
import type { StaffMember } from "../../src/accounts/staff/staff-contract";
import { failureText, LeftScreen, useOffice } from "../office/calls";
import { ReasonDialog } from "../office/reason-dialog";
import { useSave } from "../office/use-save";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { LiveRegion } from "../ui/live-region";
import { NoticeBanner } from "../ui/notice-banner";
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
  const saving = useSave();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<AdminRole>("dispatcher");
  const [sent, setSent] = useState<{ link: string; to: string } | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() === "") return saving.refuse({ email: "This field is required." });
    const made = await saving.save(() => call(api.admin.staff.$post({ json: { email, role } })));
    if (!made) return;
    setSent({ link: made.link, to: made.member.email });
    await onDone();
  };
  return (
    <Dialog onClose={onClose} open sticky title="Invite to dispatch">
      {sent ? (
        <SentLink link={sent.link} onClose={onClose} to={sent.to} />
      ) : (
        <form
          method="post"
          className="mt-2 grid gap-4 text-sm"
          noValidate
          onSubmit={submit}
          ref={saving.ref}
        >
          <div className="grid gap-4 text-ink">
            <TextField
              autoCapitalize="none"
              autoComplete="off"
              autoFocus
              dense
              error={saving.faults.email}
              hint="They get a link to choose a password."
              inputMode="email"
              label="Email"
              name="email"
              onChange={(event) => {
                setEmail(event.target.value);
                saving.clear();
              }}
              spellCheck={false}
              type="email"
              value={email}
            />
            <RadioCards
              legend="Role"
              name="role"
              onValue={setRole}
              options={roleChoices}
              value={role}
            />
          </div>
          <Foot
            busy={saving.busy}
            busyLabel="Sending..."
            failure={saving.failure}
            label="Send the invitation"
            onClose={onClose}
          />
        </form>
      )}
    </Dialog>
  );
}

/** Sends a fresh link to choose a password. */
export function LinkDialog({ member, onDone, onClose }: AboutMember) {
  const { api, call } = useOffice();
  const saving = useSave();
  const [link, setLink] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { id } = member;
    const made = await saving.save(() =>
      call(api.admin.staff[":id"].invitation.$post({ param: { id } })),
    );
    if (!made) return;
    setLink(made.link);
    await onDone();
  };
  return (
    <Dialog onClose={onClose} open sticky title={`A new link for ${member.names}`}>
      {link ? (
        <SentLink link={link} onClose={onClose} to={member.email} />
      ) : (
        <form
          method="post"
          className="mt-2 grid gap-4 text-sm"
          noValidate
          onSubmit={submit}
          ref={saving.ref}
        >
          <p>
            {member.email} gets a link to choose a password. Links sent before no longer work
            {member.state === "active" ? "; the password they have does until then." : "."}
          </p>
          <Foot
            busy={saving.busy}
            busyLabel="Sending..."
            failure={saving.failure}
            label="Send the link"
            onClose={onClose}
          />
        </form>
      )}
    </Dialog>
  );
}

/** Another role. */
export function RoleDialog({ member, onDone, onClose }: AboutMember) {
  const { api, call } = useOffice();
  const saving = useSave();
  const [role, setRole] = useState(member.role);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { id, version } = member;
    const saved = await saving.save(
      () => call(api.admin.staff[":id"].role.$put({ param: { id }, json: { role, version } })),
      "The role is changed",
    );
    if (!saved) return;
    onClose();
    await onDone();
  };
  return (
    <Dialog onClose={onClose} open title={`The role of ${member.names}`}>
      <form
        method="post"
        className="mt-2 grid gap-4 text-sm"
        noValidate
        onSubmit={submit}
        ref={saving.ref}
      >
        <p>They are signed out, and find what the new role may do when they sign in.</p>
        <div className="text-ink">
          <RadioCards
            legend="Role"
            name="role"
            onValue={setRole}
            options={roleChoices}
            value={role}
          />
        </div>
        <Foot
          busy={saving.busy}
          busyLabel="Saving..."
          failure={saving.failure}
          label="Change the role"
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

/** Lets somebody go, or in again. */
export function AccessDialog({ member, onDone, onClose }: AboutMember) {
  const { api, call } = useOffice();
  const ends = member.state !== "off";
  const { id, version } = member;
  const request = { param: { id }, json: { version } };
  const confirm = () =>
    attempt(async () => {
      await (ends
        ? call(api.admin.staff[":id"].deactivation.$post(request))
        : call(api.admin.staff[":id"].deactivation.$delete(request)));
      showToast("success", ends ? "Their access has ended" : "They may sign in again");
      onClose();
      await onDone();
    });
  return (
    <ReasonDialog
      busyLabel="Saving..."
      confirmLabel={ends ? "End their access" : "Give access"}
      danger={ends}
      impossible={null}
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
  const { id } = member;
  const confirm = () =>
    attempt(async () => {
      await call(api.admin.staff[":id"]["second-factor"].$delete({ param: { id } }));
      showToast("success", "The second factor is reset");
      onClose();
      await onDone();
    });
  return (
    <ReasonDialog
      busyLabel="Resetting..."
      confirmLabel="Reset"
      danger
      impossible={null}
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

/** Does it; in words why it did not work, null when it did or the screen left. */
async function attempt(act: () => Promise<void>): Promise<string | null> {
  try {
    await act();
    return null;
  } catch (error) {
    return error instanceof LeftScreen ? null : failureText(error);
  }
}

function Foot({
  failure,
  busy,
  busyLabel,
  label,
  onClose,
}: {
  failure: string | null;
  busy: boolean;
  busyLabel: string;
  label: string;
  onClose: () => void;
}) {
  return (
    <>
      <div className="empty:hidden" role="alert">
        {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      </div>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onClose} size="small" variant="secondary">
          Go back
        </Button>
        <Button busy={busy} busyLabel={busyLabel} size="small" type="submit">
          {label}
        </Button>
      </div>
    </>
  );
}

/** The link that went out by e-mail, to hand over another way as well. */
function SentLink({ link, to, onClose }: { link: string; to: string; onClose: () => void }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid("Copied");
    } catch {
      setSaid("This browser does not let us copy: select the link");
    }
  };
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
