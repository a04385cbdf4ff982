import { useCallback } from "react";
import type {
  ContentItem,
  ContentItemAnswer,
  ContentVersion,
} from "../../src/content/content-desk-contract";
import { FormFailure } from "../forms/form";
import { useOffice } from "../office/calls";
import { useQuery } from "../office/use-query";
import { useStaffActions } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Moment } from "../ui/moment";
import { SkeletonRows } from "../ui/skeleton";
import { showToast } from "../ui/toasts";

/** Lists every version of an item with its changes. Each version except the current one can be restored. */
export function VersionsPart({
  item,
  onClose,
  onRestored,
}: {
  item: ContentItem;
  onClose: () => void;
  onRestored: (answer: ContentItemAnswer) => void;
}) {
  const { api, call } = useOffice();
  const actions = useStaffActions();
  const { kind, key } = item;
  const ask = useCallback(
    () => call(api.admin.content[":kind"][":key"].versions.$get({ param: { kind, key } })),
    [api, call, kind, key],
  );
  const { answer, failure, load } = useQuery(ask);
  const versions = answer?.versions ?? null;
  const restore = async ({ version }: ContentVersion) => {
    const json = { version, seen: item.version };
    const path = api.admin.content[":kind"][":key"].restoration;
    await actions.act(
      "restore",
      () => call(path.$post({ param: { kind, key }, json })),
      (restored) => {
        const versionName = version === 0 ? "Livery’s standard text" : `Version ${version}`;
        showToast("success", `${versionName} restored`);
        onRestored(restored);
      },
    );
  };
  return (
    <Dialog
      actions={
        <Button onClick={onClose} variant="secondary">
          Close
        </Button>
      }
      onClose={onClose}
      open
      title="Versions"
      wide
    >
      <FormFailure
        action={
          failure && (
            <Button onClick={() => void load()} size="small" variant="secondary">
              Try again
            </Button>
          )
        }
        form={{ failure: failure ?? actions.failure }}
      />
      {versions === null ? (
        !failure && <SkeletonRows rows={3} />
      ) : (
        <ol className="mt-2 divide-y divide-line text-ink">
          {versions.map((each) => (
            <li className="py-3" key={each.version}>
              <div className="flex flex-wrap items-center gap-2">
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{each.summary}</p>
                  {each.at !== null && (
                    <p className="text-ink-muted text-sm">
                      {each.by}, <Moment at={each.at} style="date-time" />
                    </p>
                  )}
                </div>
                {each.version === item.version ? (
                  <span className="text-ink-muted text-sm">Current</span>
                ) : (
                  <Button
                    aria-label={`Restore: ${each.summary}, version ${each.version}`}
                    busy={actions.busy}
                    onClick={() => void restore(each)}
                    size="small"
                    variant="secondary"
                  >
                    Restore
                  </Button>
                )}
              </div>
              {each.changes.length > 0 && (
                <dl className="mt-2 grid gap-2 text-sm">
                  {each.changes.map(({ field, from, to }) => (
                    <div key={field}>
                      <dt className="text-ink-muted">{field}</dt>
                      <dd className="whitespace-pre-line break-words">
                        {from !== "" && <del className="block text-ink-muted">{from}</del>}
                        <ins className="block no-underline">{to === "" ? "(nothing)" : to}</ins>
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
