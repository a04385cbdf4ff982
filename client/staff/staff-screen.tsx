import { useRouter } from "@tanstack/react-router";
import { Ellipsis, UserPlus } from "lucide-react";
import { useState } from "react";
import type { StaffMember } from "../../src/accounts/staff/staff-contract";
import { MoreRows } from "../office/lists/more-rows";
import { type Page, pageOf, usePages } from "../office/lists/use-pages";
import { Avatar } from "../ui/avatar";
import { Badge, type Tone } from "../ui/badge";
import { Button } from "../ui/button";
import { Menu, type MenuItem } from "../ui/menu";
import { Moment } from "../ui/moment";
import { PageHeader } from "../ui/page-header";
import { type Column, Table } from "../ui/table";
import {
  StaffAccessDialog,
  InviteDialog,
  NewLinkDialog,
  ResetSecondFactorDialog,
  RoleDialog,
} from "./staff-dialogs";
import { StaffRulesCard } from "./staff-rules-card";
import { roleNames } from "./role-words";
import { StaffSessionsDialog } from "./staff-sessions-dialog";
import { useOffice } from "../office/calls";

const states: Record<StaffMember["state"], { words: string; tone: Tone }> = {
  active: { words: "Active", tone: "success" },
  invited: { words: "Invited", tone: "info" },
  off: { words: "No access", tone: "neutral" },
};

type StaffAction = "role" | "sessions" | "link" | "reset" | "access";

/** The staff: invite, change roles, end access. For owners. */
export function StaffScreen({
  first,
  myId,
  secondFactorRequired,
}: {
  first: Page<StaffMember>;
  /** The viewer, who can't end their own access here. */
  myId: string;
  secondFactorRequired: boolean;
}) {
  const router = useRouter();
  const { api, call } = useOffice();
  const next = async (cursor: string) =>
    pageOf("staff", await call(api.admin.staff.$get({ query: { cursor } })));
  const { rows, ...pages } = usePages<StaffMember>(first, next);
  const [isInviteOpen, setInviteOpen] = useState(false);
  const [open, setOpen] = useState<{ act: StaffAction; member: StaffMember } | null>(null);
  const close = () => setOpen(null);
  const reload = () => router.invalidate();

  const menuItemsFor = (member: StaffMember): MenuItem[] => {
    const item = (act: StaffAction, label: string, danger = false) => ({
      label,
      danger,
      onSelect: () => setOpen({ act, member }),
    });
    return [
      item("role", "Change role"),
      ...(member.state === "active" ? [item("sessions", "Show sessions")] : []),
      ...(member.state === "off"
        ? []
        : [
            item(
              "link",
              member.state === "invited" ? "Send invitation again" : "Send new password link",
            ),
          ]),
      ...(member.id === myId
        ? []
        : [
            ...(member.secondFactor ? [item("reset", "Reset second factor")] : []),
            member.state === "off"
              ? item("access", "Restore access")
              : item("access", "End access", true),
          ]),
    ];
  };
  const renderActions = (member: StaffMember) => (
    <Menu items={menuItemsFor(member)} label={`Actions for ${member.names}`}>
      <Ellipsis aria-hidden="true" size={18} />
    </Menu>
  );
  const renderPerson = (member: StaffMember) => (
    <span className="flex min-w-0 items-center gap-3 py-1.5">
      <Avatar name={member.names} size="small" />
      <span className="min-w-0">
        <span className="block truncate font-medium">
          {member.names}
          {member.id === myId && <span className="font-normal text-ink-muted"> (you)</span>}
        </span>
        <span className="block truncate text-ink-muted text-xs">{member.email}</span>
      </span>
    </span>
  );
  const badge = ({ state }: StaffMember) => (
    <Badge tone={states[state].tone}>{states[state].words}</Badge>
  );
  const renderSecondFactor = ({ secondFactor, state }: StaffMember) =>
    secondFactor ? (
      "On"
    ) : (
      <span
        className={
          secondFactorRequired && state === "active" ? "text-warning-ink" : "text-ink-muted"
        }
      >
        {secondFactorRequired && state === "active" ? "Missing" : "Off"}
      </span>
    );
  const renderLastSeen = ({ sessions, lastSeenAt }: StaffMember) =>
    lastSeenAt === null ? (
      <span className="text-ink-muted">Not signed in</span>
    ) : (
      <>
        <Moment at={lastSeenAt} />
        {sessions > 1 && <span className="text-ink-muted">{`, ${sessions} browsers`}</span>}
      </>
    );
  const columns: readonly Column<StaffMember>[] = [
    { id: "names", header: "Name", cell: renderPerson },
    { id: "role", header: "Role", cell: ({ role }) => roleNames[role] },
    { id: "state", header: "Access", cell: badge },
    { id: "factor", header: "Second factor", cell: renderSecondFactor },
    { id: "seen", header: "Last used", cell: renderLastSeen, isForWideScreens: true },
    { id: "acts", header: "Actions", cell: renderActions, numeric: true },
  ];

  return (
    <div className="max-w-5xl">
      <PageHeader
        actions={
          <Button
            icon={<UserPlus aria-hidden="true" size={16} />}
            onClick={() => setInviteOpen(true)}
            size="small"
          >
            Invite person
          </Button>
        }
        dense
        detail="The people who can sign in to dispatch, and what each of them may do."
        title="Staff"
      />
      <div className="mb-4">
        <Table
          caption="Staff"
          card={(member) => (
            <div className="flex items-start gap-2 rounded-lg border border-line bg-surface-raised p-3">
              <div className="grid min-w-0 flex-1 gap-2">
                {renderPerson(member)}
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                  {badge(member)}
                  <span>{roleNames[member.role]}</span>
                  <span className="text-ink-muted">
                    Second factor: {renderSecondFactor(member)}
                  </span>
                </p>
              </div>
              {renderActions(member)}
            </div>
          )}
          columns={columns}
          dense
          rowKey={({ id }) => id}
          rows={rows}
        />
        <MoreRows {...pages} />
      </div>
      <StaffRulesCard onSaved={reload} required={secondFactorRequired} />
      {isInviteOpen && <InviteDialog onClose={() => setInviteOpen(false)} onDone={reload} />}
      {open?.act === "role" && <RoleDialog member={open.member} onClose={close} onDone={reload} />}
      {open?.act === "sessions" && (
        <StaffSessionsDialog member={open.member} onClose={close} onEnded={reload} />
      )}
      {open?.act === "link" && (
        <NewLinkDialog member={open.member} onClose={close} onDone={reload} />
      )}
      {open?.act === "reset" && (
        <ResetSecondFactorDialog member={open.member} onClose={close} onDone={reload} />
      )}
      {open?.act === "access" && (
        <StaffAccessDialog member={open.member} onClose={close} onDone={reload} />
      )}
    </div>
  );
}
