import { useState } from "react";
import type { Language } from "../../src/accounts/contract";
import { languageNames } from "../../src/settings/languages/language-names-contract.gen";
import type {
  OwnTemplate,
  Template,
  TemplateId,
} from "../../src/notifications/templates/template-contract";
import { SelectField } from "../ui/select-field";
import { MessageTextEditor } from "./message-text-editor";

/** Edits the messages to riders in each language, one at a time. */
export function MessageTextsScreen({
  texts,
  language,
  message,
  mayChange,
  onChoose,
  onSaved,
}: {
  texts: readonly Template[];
  language: Language;
  /** The selected message. An unknown name selects the first. */
  message: string;
  /** False for read-only roles. */
  mayChange: boolean;
  onChoose: (to: { language?: Language; message?: TemplateId }) => void;
  onSaved: () => Promise<void>;
}) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, OwnTemplate | null>>>({});
  const template = texts.find(({ id }) => id === message) ?? texts[0];
  if (!template) return null;
  const key = `${language} ${template.id}`;
  const stateSuffix = ({ id, own }: Template) =>
    drafts[`${language} ${id}`] ? " (not saved)" : own ? " (yours)" : "";
  const setDraft = (draft: OwnTemplate | null) => setDrafts((old) => ({ ...old, [key]: draft }));
  return (
    <>
      <div className="mb-6 grid max-w-3xl gap-4 sm:grid-cols-2">
        <SelectField
          dense
          label="Message"
          onChange={(event) => onChoose({ message: event.target.value as TemplateId })}
          value={template.id}
        >
          {texts.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
              {stateSuffix(each)}
            </option>
          ))}
        </SelectField>
        <SelectField
          dense
          label="Language"
          onChange={(event) => onChoose({ language: event.target.value as Language })}
          value={language}
        >
          {Object.entries(languageNames).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <MessageTextEditor
        draft={drafts[key] ?? null}
        key={key}
        language={language}
        mayChange={mayChange}
        onDraft={setDraft}
        onSaved={() => {
          setDraft(null);
          void onSaved();
        }}
        template={template}
      />
    </>
  );
}
