import { useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type { ContentItem, TranslationAnswer } from "../../src/content/content-desk-contract";
import { languageNames } from "../../src/settings/languages/language-names-contract.gen";
import { type Language, languages } from "../../src/settings/languages/languages-contract";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { useForm } from "../forms/use-form";
import { useOffice } from "../office/calls";
import { useQuery } from "../office/use-query";
import { LeaveGuard } from "../office/leave-guard";
import { Button } from "../ui/button";
import { SkeletonRows } from "../ui/skeleton";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { TextArea } from "../ui/text-area";
import { showToast } from "../ui/toasts";
import { fieldsOf } from "./kinds";
import { LanguageTabs } from "./language-tabs";

/** Edits an item in another language. */
export function TranslationEditor({ item, language }: { item: ContentItem; language: Language }) {
  const { api, call } = useOffice();
  const { kind, key } = item;
  const ask = useCallback(
    () =>
      call(
        api.admin.content[":kind"][":key"].translations[":language"].$get({
          param: { kind, key, language },
        }),
      ),
    [api, call, kind, key, language],
  );
  const { answer, failure, load } = useQuery(ask);
  if (answer) return <TranslationForm first={answer} item={item} language={language} />;
  return failure ? (
    <FormFailure
      action={
        <Button onClick={() => void load()} size="small" variant="secondary">
          Try again
        </Button>
      }
      form={{ failure }}
    />
  ) : (
    <SkeletonRows rows={5} />
  );
}

/** Translates an item's texts, each below the text in the main language. An empty translation shows the main text. */
function TranslationForm({
  item,
  language,
  first,
}: {
  item: ContentItem;
  language: Language;
  first: TranslationAnswer;
}) {
  const { api, call, settings } = useOffice();
  const router = useRouter();
  const [{ version, texts }, setAnswer] = useState(first);
  const { kind, key, title } = item;
  const languageName = languageNames[language];
  const form = useForm<Record<string, string>, TranslationAnswer>({
    initialValues: Object.fromEntries(texts.map((each) => [each.name, each.written])),
    send: (typed) =>
      call(
        api.admin.content[":kind"][":key"].translations[":language"].$put({
          param: { kind, key, language },
          json: { texts: typed, seen: version },
        }),
      ),
    onSaved: (answer) => {
      setAnswer(answer);
      showToast("success", "Saved. Visitors now see your changes.");
      return router.invalidate();
    },
    dense: true,
  });
  return (
    <div className="max-w-6xl">
      <PageHeader
        actions={
          <ButtonLink size="small" to="/dispatch/dashboard/website" variant="quiet">
            All texts
          </ButtonLink>
        }
        dense
        title={title}
      />
      <LanguageTabs current={language} item={item} />
      <LeaveGuard isUnsaved={form.isUnsaved} />
      <Form aria-label={`${title}, ${languageName}`} form={form}>
        {texts.map((each) => (
          <Card key={each.name}>
            {kind !== "names" && (
              <p className="mb-3 whitespace-pre-line break-words" lang={settings.language}>
                {each.main}
              </p>
            )}
            <TextArea
              {...form.field(each.name)}
              dir={languages[language].dir}
              hint={
                each.fallbackText === each.main ? (
                  `Leave empty to show ${kind === "names" ? "it as it is" : "the text above"}.`
                ) : (
                  <>
                    Leave empty to show:
                    <span
                      className="block whitespace-pre-line"
                      dir={languages[language].dir ?? "ltr"}
                      lang={language}
                    >
                      {each.fallbackText}
                    </span>
                  </>
                )
              }
              label={
                kind === "names"
                  ? `${each.name} (${languageName})`
                  : `${labelOf(kind, each.name)}, ${languageName}`
              }
              lang={language}
              optional
              rows={Math.min(14, (kind === "names" ? 1 : 2) + Math.floor(each.main.length / 90))}
            />
          </Card>
        ))}
        <FormFailure form={form} />
        <SubmitButton busyLabel="Saving..." className="justify-self-start" form={form} size="small">
          Save
        </SubmitButton>
      </Form>
    </div>
  );
}

/** Returns the label that a text has in the main form. */
function labelOf(kind: Exclude<ContentItem["kind"], "names">, name: string): string {
  const [section, part] = name.split(".");
  if (part === "alt") return "What the picture shows";
  if (part) return `Section “${section}”: ${part}`;
  return fieldsOf[kind].find((field) => field.name === name)?.label ?? name;
}
