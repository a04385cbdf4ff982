import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, Plus, Undo2 } from "lucide-react";
import { useState } from "react";
import type { ContentList, ContentRow } from "../../src/content/content-desk-contract";
import { kindWords } from "../../src/content/content-desk-rules";
import type { ContentKind } from "../../src/content/content-values-contract";
import { FormFailure } from "../forms/form";
import { useOffice } from "../office/calls";
import { useStaffActions } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/empty-state";
import { IconButton } from "../ui/icon-button";
import { LiveRegion } from "../ui/live-region";
import { PageHeader } from "../ui/page-header";
import { PageTabs } from "../ui/page-tabs";
import { showToast } from "../ui/toasts";
import { kindTexts } from "./kinds";
import { ContentBadge } from "./content-badge";

const SCREEN_PATH = "/dispatch/dashboard/website";
/** Names are shown among the texts. */
const kinds = (Object.keys(kindTexts) as ContentKind[]).filter((kind) => kind !== "names");
/** Kinds that cannot be reordered: they are sorted by time, or have a fixed order like the pages. */
const kindsWithoutOrder: readonly ContentKind[] = ["page", "post", "milestone"];

/** Lists all content of a kind, to open, add, reorder and restore. */
export function WebsiteScreen({ kind, first }: { kind: ContentKind; first: ContentList }) {
  const { api, call } = useOffice();
  const request = { param: { kind } };
  const actions = useStaffActions({
    onFailed: () => call(api.admin.content[":kind"].$get(request)).then(setList, () => {}),
  });
  const [list, setList] = useState(first);
  const [loadedList, setLoadedList] = useState(first);
  // The router first gives the cached list, then the current one.
  if (loadedList !== first) {
    setLoadedList(first);
    setList(first);
  }
  const [message, setMessage] = useState("");
  const { one, many } = kindWords[kind];
  const { about, none } = kindTexts[kind];

  const move = async (row: ContentRow, by: -1 | 1) => {
    if (actions.busy) return;
    const rows = list.items.filter(({ key }) => key !== row.key);
    const at = list.items.indexOf(row) + by;
    rows.splice(at, 0, row);
    setList({ ...list, items: rows });
    const json = { keys: rows.map(({ key }) => key) };
    await actions.act(
      "move",
      () => call(api.admin.content[":kind"].$put({ ...request, json })),
      (newList) => {
        setList(newList);
        setMessage(`${row.title} is now number ${at + 1} of ${rows.length}.`);
      },
    );
  };
  const restoreItem = async ({ key, version, title }: ContentRow) => {
    const path = api.admin.content[":kind"][":key"].restoration;
    const json = { version: version - 1, seen: version };
    await actions.act(
      "bring back",
      () => call(path.$post({ param: { kind, key }, json })),
      async () => {
        showToast("success", `${title} restored`);
        setList(await call(api.admin.content[":kind"].$get(request)));
      },
    );
  };

  return (
    <>
      <PageHeader
        actions={
          kind !== "page" && (
            <ButtonLink
              icon={<Plus aria-hidden size={16} />}
              size="small"
              to={`${SCREEN_PATH}/${kind}/new`}
            >
              Add {one}
            </ButtonLink>
          )
        }
        dense
        detail={about}
        title="Website"
      />
      <PageTabs
        path={SCREEN_PATH}
        current={kind}
        label="Parts of the website"
        tabs={kinds.map((each) => ({
          id: each,
          label: each === "page" ? "Texts" : kindWords[each].many,
        }))}
      />
      <FormFailure className="mb-4 empty:hidden" form={actions} />
      <LiveRegion>{message}</LiveRegion>
      <Card flush>
        {list.items.length === 0 ? (
          <EmptyState title={`No ${many.toLowerCase()} yet`}>{none}</EmptyState>
        ) : (
          <ul aria-label={kind === "page" ? "Pages" : many} className="divide-y divide-line">
            {list.items.map((row, at) => (
              <li className="flex flex-wrap items-center gap-x-2 px-4 py-2" key={row.key}>
                <div className="min-w-0 grow basis-full sm:basis-0">
                  <Link
                    className="inline-flex min-h-9 max-w-full items-center break-words font-medium underline-offset-4 hover:underline pointer-coarse:min-h-11"
                    params={{ kind: row.kind, key: row.key }}
                    to="/dispatch/dashboard/website/$kind/$key"
                  >
                    {row.title}
                  </Link>
                  {row.detail && (
                    <p className="line-clamp-2 break-words text-ink-muted text-sm">{row.detail}</p>
                  )}
                  {row.updatedBy && (
                    <p className="text-ink-muted text-xs">Changed by {row.updatedBy}</p>
                  )}
                </div>
                <ContentBadge row={row} />
                {!kindsWithoutOrder.includes(kind) && list.items.length > 1 && (
                  <div className="ms-auto flex">
                    <IconButton
                      aria-disabled={at === 0}
                      dense
                      icon={<ArrowUp aria-hidden size={16} />}
                      label={`Move up: ${row.title}`}
                      onClick={() => at > 0 && void move(row, -1)}
                    />
                    <IconButton
                      aria-disabled={at === list.items.length - 1}
                      dense
                      icon={<ArrowDown aria-hidden size={16} />}
                      label={`Move down: ${row.title}`}
                      onClick={() => at < list.items.length - 1 && void move(row, 1)}
                    />
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      {list.removed.length > 0 && (
        <section aria-labelledby="removed" className="mt-8">
          <h2 className="mb-2 font-semibold text-base" id="removed">
            Removed
          </h2>
          <Card flush>
            <ul className="divide-y divide-line">
              {list.removed.map((row) => (
                <li className="flex flex-wrap items-center gap-2 px-4 py-2" key={row.key}>
                  <span className="min-w-0 flex-1 break-words text-ink-muted">{row.title}</span>
                  <Button
                    aria-label={`Restore: ${row.title}`}
                    disabled={actions.busy}
                    icon={<Undo2 aria-hidden size={16} />}
                    onClick={() => void restoreItem(row)}
                    size="small"
                    variant="secondary"
                  >
                    Restore
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
    </>
  );
}
