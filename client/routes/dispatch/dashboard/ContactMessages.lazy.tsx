import { createLazyFileRoute, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { ContactRow } from "../../../../src/contact/contact-desk-contract";
import { boxQuery, type BoxSearch } from "../../../contact/box-search";
import { MessagePanel } from "../../../contact/message-panel";
import { contactUpdates } from "../../../office/live/updates";
import { contactTopicWords } from "../../../words/contact-topic-words";
import { MoreRows } from "../../../office/lists/more-rows";
import { usePermission } from "../../../office/use-permission";
import { pageOf, usePages } from "../../../office/lists/use-pages";
import { Badge } from "../../../ui/badge";
import { Card } from "../../../ui/card";
import { Chip } from "../../../ui/chip";
import { classNames } from "../../../ui/class-names";
import { EmptyState } from "../../../ui/empty-state";
import { ListSearch } from "../../../ui/list-search";
import { Moment } from "../../../ui/moment";
import { PageHeader } from "../../../ui/page-header";
import { type Column, Table } from "../../../ui/table";
import { useOffice } from "../../../office/calls";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/ContactMessages")(
  officePage(ContactMessages),
);

const boxes = [
  [undefined, "Open"],
  ["mine", "Mine"],
  ["closed", "Closed"],
  ["spam", "Spam"],
] as const;

const emptyTexts: Record<NonNullable<BoxSearch["box"]> | "open", string> = {
  open: "Messages from your contact page appear here until you close them.",
  mine: "Open messages assigned to you appear here.",
  closed: "Closed messages are kept for at most twelve months after the last message.",
  spam: "Messages you mark as spam are kept for at most 30 days.",
};

function ContactMessages() {
  const { api, call } = useOffice();
  const { first } = Route.useLoaderData();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const mayAct = usePermission("contact.answer");
  const { open: _open, ...filters } = search;
  const next = async (cursor: string) =>
    pageOf(
      "messages",
      await call(
        api.admin["contact-messages"].$get({
          query: boxQuery(filters, cursor),
        }),
      ),
    );
  const { rows, ...pages } = usePages<ContactRow>(first, next);
  const reload = useCallback(() => void router.invalidate(), [router]);
  contactUpdates.useUpdates(reload);
  const go = (change: BoxSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false });

  const columns: Column<ContactRow>[] = [
    {
      id: "name",
      header: "From",
      cell: (row) => (
        <span className="flex max-w-56 items-center gap-2">
          <UnreadBadge unread={row.unread} />
          <span className={classNames("truncate", row.unread && "font-semibold")}>{row.name}</span>
        </span>
      ),
    },
    {
      id: "excerpt",
      header: "Message",
      cell: (row) => (
        <span className="block max-w-md truncate">
          <span className={row.unread ? "font-semibold" : "font-medium"}>
            {contactTopicWords[row.topic]}
          </span>
          <span className="text-ink-muted"> · {row.excerpt}</span>
        </span>
      ),
    },
    {
      id: "assignee",
      header: "Handled by",
      isForWideScreens: true,
      cell: ({ assignee }) => (
        <span className="block max-w-40 truncate">{assignee?.name ?? "Nobody yet"}</span>
      ),
    },
    {
      id: "number",
      header: "No.",
      numeric: true,
      isForWideScreens: true,
      cell: ({ number }) => number,
    },
    {
      id: "updated",
      header: "Last activity",
      cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    },
  ];

  return (
    <>
      <PageHeader
        actions={
          <ListSearch
            dense
            label="Search contact messages"
            onSearch={(q) => go({ q })}
            value={search.q ?? ""}
          />
        }
        dense
        title="Contact messages"
      />
      <fieldset className="mb-3 min-w-0">
        <legend className="sr-only">Show messages</legend>
        <div className="flex flex-wrap gap-1.5">
          {boxes.map(([box, words]) => (
            <Chip
              count={null}
              key={words}
              label={words}
              onPress={() => go({ box })}
              isPressed={search.box === box}
            />
          ))}
        </div>
      </fieldset>
      <Table
        caption="Contact messages"
        card={(row) => (
          <Card className="relative p-4" flush>
            <div className="flex items-center justify-between gap-3">
              <p
                className={classNames(
                  "flex min-w-0 items-center gap-2",
                  row.unread ? "font-semibold" : "font-medium",
                )}
              >
                <UnreadBadge unread={row.unread} />
                <span className="truncate">{row.name}</span>
              </p>
              <Moment at={row.updatedAt} className="text-ink-muted text-xs" />
            </div>
            <p className="mt-1">{contactTopicWords[row.topic]}</p>
            <p className="line-clamp-2 text-ink-muted">{row.excerpt}</p>
            {row.assignee && <Badge className="mt-2">{row.assignee.name}</Badge>}
            <button
              className="absolute inset-0 rounded-lg focus-visible:outline-2 focus-visible:outline-focus"
              onClick={() => go({ open: row.id })}
              type="button"
            >
              <span className="sr-only">{`Open message from ${row.name}`}</span>
            </button>
          </Card>
        )}
        columns={columns}
        currentRowKey={search.open ?? null}
        dense
        empty={
          <Card flush>
            {search.q ? (
              <EmptyState title="Nothing found">
                You can search by name, e-mail, phone, number and text.
              </EmptyState>
            ) : (
              <EmptyState title="No messages here">{emptyTexts[search.box ?? "open"]}</EmptyState>
            )}
          </Card>
        }
        onRowPress={({ id }) => go({ open: id })}
        rowKey={({ id }) => id}
        rows={rows}
      />
      <MoreRows {...pages} />
      <MessagePanel
        id={search.open ?? null}
        mayAct={mayAct}
        onChanged={reload}
        onClose={() => go({ open: undefined })}
      />
    </>
  );
}

function UnreadBadge({ unread }: { unread: boolean }) {
  if (!unread) return null;
  return (
    <span className="size-2 shrink-0 rounded-full bg-accent-text">
      <span className="sr-only">New message: </span>
    </span>
  );
}
