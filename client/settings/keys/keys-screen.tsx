import { useRouter } from "@tanstack/react-router";
import { Ellipsis, KeyRound } from "lucide-react";
import { useState } from "react";
import type { ApiKey, ApiKeyList } from "../../../src/accounts/keys/key-contract";
import type { CalendarLinks } from "../../../src/calendars/contract";
import { Badge, type Tone } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Checkbox } from "../../ui/checkbox";
import { Menu } from "../../ui/menu";
import { Moment } from "../../ui/moment";
import { PageHeader } from "../../ui/page-header";
import { type Column, Table } from "../../ui/table";
import { showToast } from "../../ui/toasts";
import { FormFailure } from "../../forms/form";
import { useOffice } from "../../office/calls";
import { useStaffActions } from "../../office/use-staff-form";
import { CalendarLinksPart } from "./calendar-links";
import { AddKeyDialog, RenameKeyDialog, RevokeKeyDialog } from "./key-dialogs";
import { scopeNames } from "./api-key-words";

const states: Record<ApiKey["state"], { words: string; tone: Tone }> = {
  active: { words: "Active", tone: "success" },
  expired: { words: "Expired", tone: "neutral" },
  revoked: { words: "Revoked", tone: "neutral" },
};

/** The keys with which other programs call the API. For owners. */
export function KeysScreen({
  first: { keys, companies, developersPublic, links },
}: {
  first: ApiKeyList & CalendarLinks;
}) {
  const router = useRouter();
  const [open, setOpen] = useState<{ act: "rename" | "revoke"; key: ApiKey } | "add" | null>(null);
  const dialogProps = { onClose: () => setOpen(null), onDone: () => router.invalidate() };

  const renderName = (key: ApiKey) => (
    <span className="block min-w-0 py-1.5">
      <span className="block truncate font-medium">{key.name}</span>
      <code className="block text-ink-muted text-xs">{key.prefix}…</code>
    </span>
  );
  const renderState = ({ state }: ApiKey) => (
    <Badge tone={states[state].tone}>{states[state].words}</Badge>
  );
  const renderLimits = ({ company, networks, scopes }: ApiKey) => (
    <>
      {company?.name ?? (scopes.includes("website") ? "No trips" : "All trips")}
      {networks.length > 0 && (
        <span className="block text-ink-muted text-xs">From {networks.join(", ")}</span>
      )}
    </>
  );
  const renderLastUse = ({ lastUsedAt, expiresAt }: ApiKey) => (
    <>
      {lastUsedAt === null ? (
        <span className="text-ink-muted">Not used</span>
      ) : (
        <Moment at={lastUsedAt} />
      )}
      {expiresAt !== null && (
        <span className="block text-ink-muted text-xs">
          Expires <Moment at={expiresAt} />
        </span>
      )}
    </>
  );
  const scopesText = (key: ApiKey) => key.scopes.map((scope) => scopeNames[scope]).join(", ");
  const renderActions = (key: ApiKey) => (
    <Menu
      items={[
        { label: "Rename key", onSelect: () => setOpen({ act: "rename", key }) },
        ...(key.state === "active"
          ? [
              {
                label: "Revoke key",
                danger: true,
                onSelect: () => setOpen({ act: "revoke", key }),
              },
            ]
          : []),
      ]}
      label={`Actions for ${key.name}`}
    >
      <Ellipsis aria-hidden="true" size={18} />
    </Menu>
  );
  const columns: readonly Column<ApiKey>[] = [
    { id: "name", header: "Name", cell: renderName },
    { id: "state", header: "State", cell: renderState },
    { id: "scopes", header: "May", cell: scopesText },
    { id: "reach", header: "Reaches", cell: renderLimits },
    { id: "used", header: "Last used", cell: renderLastUse, isForWideScreens: true },
    { id: "acts", header: "Actions", cell: renderActions, numeric: true },
  ];

  return (
    <div className="max-w-4xl">
      <PageHeader
        actions={
          <Button
            icon={<KeyRound aria-hidden="true" size={16} />}
            onClick={() => setOpen("add")}
            size="small"
          >
            Add key
          </Button>
        }
        dense
        detail="Other programs use a key to get prices, book trips and follow them."
        title="API keys"
      />
      {keys.length === 0 ? (
        <p className="text-ink-muted">
          No API keys yet. Add a key for each program, so that you can revoke one key without the
          others.
        </p>
      ) : (
        <Table
          caption="API keys"
          card={(key) => (
            <div className="flex items-start gap-2 rounded-lg border border-line bg-surface-raised p-3">
              <div className="grid min-w-0 flex-1 gap-1 text-sm">
                {renderName(key)}
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  {renderState(key)}
                  {scopesText(key)}
                </p>
                <p>{renderLimits(key)}</p>
                <p>
                  {key.lastUsedAt !== null && "Last used "}
                  {renderLastUse(key)}
                </p>
              </div>
              {renderActions(key)}
            </div>
          )}
          columns={columns}
          dense
          rowKey={({ id }) => id}
          rows={keys}
        />
      )}
      <CalendarLinksPart links={links} onDone={dialogProps.onDone} />
      <DeveloperPage isPublic={developersPublic} onSaved={dialogProps.onDone} />
      {open === "add" && <AddKeyDialog companies={companies} {...dialogProps} />}
      {open !== null && open !== "add" && open.act === "rename" && (
        <RenameKeyDialog apiKey={open.key} {...dialogProps} />
      )}
      {open !== null && open !== "add" && open.act === "revoke" && (
        <RevokeKeyDialog apiKey={open.key} {...dialogProps} />
      )}
    </div>
  );
}

/** Whether the list of calls is public. It is saved when ticked. */
function DeveloperPage({ isPublic, onSaved }: { isPublic: boolean; onSaved: () => Promise<void> }) {
  const { api, call } = useOffice();
  const actions = useStaffActions();
  const save = (developersPublic: boolean) =>
    actions.act(
      "save",
      () => call(api.admin.settings.developers.$put({ json: { developersPublic } })),
      () => {
        showToast("success", developersPublic ? "Page published" : "Page hidden");
        return onSaved();
      },
    );
  return (
    <div className="mt-6">
      <Card>
        <Checkbox
          checked={isPublic}
          disabled={actions.busy}
          label="Publish the page for developers"
          name="developersPublic"
          onChange={({ target }) => void save(target.checked)}
        />
        <p className="text-ink-muted">
          Everybody can then read which calls the API has and how to make them:{" "}
          {isPublic ? (
            <a className="underline" href="/developers">
              /developers
            </a>
          ) : (
            "/developers"
          )}
          .
        </p>
        <FormFailure className="mt-3 empty:hidden" form={actions} />
      </Card>
    </div>
  );
}
