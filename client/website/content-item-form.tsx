import { useNavigate, useRouter } from "@tanstack/react-router";
import { ArrowLeft, ExternalLink, History, Trash2 } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import type {
  AddContent,
  ContentItemAnswer,
  PictureRow,
  SaveContent,
} from "../../src/content/content-desk-contract";
import { kindWords } from "../../src/content/content-desk-rules";
import { placeholders } from "../../src/content/rules";
import type { ContentKind } from "../../src/content/content-values-contract";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { useOffice } from "../office/calls";
import { LeaveGuard } from "../office/leave-guard";
import { CONFLICT_CODE, useStaffActions } from "../office/use-staff-form";
import { useConflictMerge } from "../office/use-conflict-merge";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { PageHeader } from "../ui/page-header";
import { TextField } from "../ui/text-field";
import { showToast } from "../ui/toasts";
import { BannerPreview } from "./banner-preview";
import { fieldsOf } from "./kinds";
import { ContentStateFields } from "./content-state-fields";
import { ContentBadge } from "./content-badge";
import { mergeTypedValues, toPayload, toFormValues } from "./typed-content-fields";
import { LanguageTabs } from "./language-tabs";
import { ContentValueFields } from "./content-value-fields";
import { VersionsPart } from "./versions-part";

const SCREEN_PATH = "/dispatch/dashboard/website";

/** Returns the search parameters of the list tab of a kind. */
function listSearchOf(kind: ContentKind) {
  return kind === "page" ? undefined : { tab: kind };
}

/** Holds a saved item and its typed values. Saves and removes the item, and restores versions. */
function useContentItem(kind: ContentKind, first: ContentItemAnswer | null) {
  const { api, call, settings } = useOffice();
  const { currency } = settings;
  const actions = useStaffActions();
  const isTouched = useRef(false);
  const router = useRouter();
  const navigate = useNavigate();
  const [item, setItem] = useState(first?.item ?? null);
  const [typed, setTyped] = useState(() => toFormValues(kind, item, currency));
  const [slug, setSlug] = useState("");
  const [pictures, setPictures] = useState<readonly PictureRow[]>(first?.pictures ?? []);
  const param = { kind, key: item?.key ?? "" };
  const path = api.admin.content[":kind"][":key"];
  const conflictMerge = useConflictMerge(item, async () => {
    const { item: currentItem } = await call(path.$get({ param }));
    setItem(currentItem);
    setTyped((mine) =>
      mergeTypedValues(
        toFormValues(kind, item, currency),
        toFormValues(kind, currentItem, currency),
        mine,
      ),
    );
    return currentItem;
  });
  const goToItemList = async () => {
    await router.invalidate();
    await navigate({ to: SCREEN_PATH, search: listSearchOf(kind) as never });
  };

  const onDone = (words: string) => {
    isTouched.current = false;
    showToast("success", words);
  };

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const read = toPayload(typed, currency);
    if ("faults" in read) return actions.refuse(read.faults);
    const { sent } = read;
    if (!item) {
      const json = { kind, ...sent, slug } as AddContent;
      const send = () => call(api.admin.content.$post({ json }));
      await actions.act("submit", send, () => {
        onDone("Added");
        return goToItemList();
      });
      return;
    }
    await actions.act(
      "submit",
      () =>
        conflictMerge(item, async (was) => {
          const before = toPayload(toFormValues(kind, was, currency), currency);
          if (!("sent" in before))
            throw new Error(
              "This page could not be loaded completely and can’t be saved. Load it again.",
            );
          const json = { kind, ...sent, was: before.sent } as SaveContent;
          return (await call(path.$put({ param, json }))).item;
        }),
      (saved) => {
        onDone(typed.state === "published" ? "Saved. Visitors now see your changes." : "Saved");
        setItem(saved);
        // Keeps text that was typed while saving.
        setTyped((mine) => mergeTypedValues(typed, toFormValues(kind, saved, currency), mine));
        return router.invalidate();
      },
    );
  };
  const remove = async (onAnswer: () => void) => {
    if (!item) return;
    const isRemoved = await actions.act(
      "remove",
      () => call(path.$delete({ param, query: { seen: String(item.version) } })),
      () => onDone("Removed. You can restore it from the list."),
    );
    onAnswer();
    if (isRemoved) await goToItemList();
  };
  const applyRestored = (answer: ContentItemAnswer) => {
    setItem(answer.item);
    setTyped(toFormValues(kind, answer.item, currency));
    setPictures((loadedPictures) => [...answer.pictures, ...loadedPictures]);
    void router.invalidate();
  };

  const form = {
    ...actions,
    submit,
    markTouched: () => {
      isTouched.current = true;
    },
    isUnsaved: () => isTouched.current,
  };
  return {
    actions,
    form,
    item,
    typed,
    setTyped,
    slug,
    setSlug,
    pictures,
    setPictures,
    remove,
    applyRestored,
  };
}

/** Adds an item of a kind (`first` is null) and returns to the list, or changes an item in place. */
export function ContentItemForm({
  kind,
  first,
}: {
  kind: ContentKind;
  first: ContentItemAnswer | null;
}) {
  const { currency } = useOffice().settings;
  const {
    actions,
    form,
    item,
    typed,
    setTyped,
    slug,
    setSlug,
    pictures,
    setPictures,
    ...itemActions
  } = useContentItem(kind, first);
  const [areVersionsOpen, setAreVersionsOpen] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const { one } = kindWords[kind];
  const title = item ? item.title : `New ${one}`;
  return (
    <div className="max-w-6xl">
      <ItemHeader
        item={item}
        kind={kind}
        onShowVersions={() => setAreVersionsOpen(true)}
        title={title}
      />
      {item && <LanguageTabs item={item} />}
      <LeaveGuard isUnsaved={form.isUnsaved} />
      <Form aria-label={title} form={form}>
        <Card>
          <div className="grid gap-4">
            <ContentValueFields
              currency={currency}
              faults={actions.faults}
              fields={fieldsOf[kind].filter(
                ({ onlyKey }) => onlyKey === undefined || onlyKey === item?.key,
              )}
              onChange={(to) => setTyped((old) => ({ ...old, value: { ...old.value, ...to } }))}
              onPicture={(picture) => setPictures((loadedPictures) => [picture, ...loadedPictures])}
              pictures={pictures}
              value={typed.value}
            />
            {kind === "banner" && <BannerPreview value={typed.value} />}
            {!item && (kind === "post" || kind === "service") && (
              <TextField
                className="max-w-md"
                dense
                error={actions.fault("slug")}
                hint="The last part of the page’s address. Leave empty to use the name. The address can’t be changed later."
                label="Address"
                maxLength={60}
                name="slug"
                onChange={(event) => setSlug(event.target.value)}
                optional
                prefix={kind === "post" ? "/blog/" : undefined}
                value={slug}
              />
            )}
            <ContentStateFields
              faults={actions.faults}
              kind={kind}
              onChange={(to) => setTyped((old) => ({ ...old, ...to }))}
              typed={typed}
              wasPublished={
                Boolean(
                  item?.publishedAt && item.state !== "draft" && item.state !== "scheduled",
                ) || Boolean(item?.shown)
              }
            />
          </div>
        </Card>
        <PlaceholderNames />
        <FormFailure
          form={{
            failure:
              actions.failure ??
              (actions.code === CONFLICT_CODE
                ? "Somebody else has also saved changes. Your changes are still here: check the marked fields."
                : null),
          }}
        />
        <div className="flex flex-wrap justify-between gap-2">
          <SubmitButton busyLabel="Saving..." form={form} size="small">
            {item ? "Save" : "Add"}
          </SubmitButton>
          {item && !item.isBuiltIn && (
            <Button
              icon={<Trash2 aria-hidden size={16} />}
              onClick={() => setIsRemoving(true)}
              size="small"
              variant="quiet"
            >
              Remove
            </Button>
          )}
        </div>
      </Form>
      {item && areVersionsOpen && (
        <VersionsPart
          item={item}
          onClose={() => setAreVersionsOpen(false)}
          onRestored={(answer) => {
            setAreVersionsOpen(false);
            itemActions.applyRestored(answer);
          }}
        />
      )}
      <ConfirmDialog
        busy={actions.busy}
        busyLabel="Removing..."
        confirmLabel={`Remove the ${one}`}
        danger
        onClose={() => setIsRemoving(false)}
        onConfirm={() => void itemActions.remove(() => setIsRemoving(false))}
        open={isRemoving}
        title={`Remove “${title}”?`}
      >
        {`Visitors will no longer see this ${one}. You can restore it from the list.`}
      </ConfirmDialog>
    </div>
  );
}

/** Links back to the list, to the item's versions, and to its page. */
function ItemHeader({
  kind,
  item,
  title,
  onShowVersions,
}: {
  kind: ContentKind;
  item: ContentItemAnswer["item"] | null;
  title: string;
  onShowVersions: () => void;
}) {
  const search = listSearchOf(kind);
  return (
    <PageHeader
      actions={
        <>
          <ButtonLink
            icon={<ArrowLeft aria-hidden size={16} />}
            size="small"
            to={SCREEN_PATH}
            variant="quiet"
            {...(search && { search })}
          >
            {kind === "page" ? "All texts" : kindWords[kind].many}
          </ButtonLink>
          {item && (
            <Button
              icon={<History aria-hidden size={16} />}
              onClick={onShowVersions}
              size="small"
              variant="secondary"
            >
              Versions
            </Button>
          )}
          {item?.shown && (
            <a
              className="inline-flex min-h-9 items-center gap-1.5 text-accent-text underline-offset-4 hover:underline pointer-coarse:min-h-11"
              href={item.address}
              rel="noopener"
              target="_blank"
            >
              <ExternalLink aria-hidden size={16} />
              View page
            </a>
          )}
        </>
      }
      dense
      detail={item && <ContentBadge row={item} />}
      title={title}
    />
  );
}

/** Lists the placeholders of a text and their values. */
function PlaceholderNames() {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-2 text-ink-muted pointer-coarse:py-3">
        Placeholders you can use in a text
      </summary>
      <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        {Object.entries(placeholders).map(([name, description]) => (
          <div className="contents" key={name}>
            <dt className="font-mono">{`{${name}}`}</dt>
            <dd className="text-ink-muted">{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
