import { statesOf } from "../../src/content/content-desk-rules";
import type { ContentKind, ContentState } from "../../src/content/content-values-contract";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";
import type { TypedContentFields } from "./typed-content-fields";
import { useOffice } from "../office/calls";

const articleStateWords: Record<ContentState, string> = {
  draft: "Draft: only your team sees it",
  scheduled: "Scheduled: published automatically",
  published: "Published",
  withdrawn: "Withdrawn: the page says that it no longer exists",
};
const contentStateWords: Record<ContentState, string> = {
  ...articleStateWords,
  draft: "Hidden",
  published: "Shown",
};

/** Edits whether and from when visitors see an item. Shows nothing for a page, which is always visible. */
export function ContentStateFields({
  kind,
  typed,
  wasPublished,
  faults,
  onChange,
}: {
  kind: ContentKind;
  typed: TypedContentFields;
  /** Whether visitors have seen the item, so that it can be withdrawn. */
  wasPublished: boolean;
  faults: Record<string, string>;
  onChange: (to: Partial<TypedContentFields>) => void;
}) {
  const { timeZone } = useOffice();
  if (kind === "page") return null;
  const words = kind === "post" ? articleStateWords : contentStateWords;
  return (
    <div className="grid gap-4 border-line border-t pt-4 sm:grid-cols-2">
      <SelectField
        dense
        error={faults.state}
        label="Visibility"
        name="state"
        onChange={(event) => onChange({ state: event.target.value as ContentState })}
        value={typed.state}
      >
        {statesOf(kind, wasPublished || typed.state === "withdrawn").map((state) => (
          <option key={state} value={state}>
            {words[state]}
          </option>
        ))}
      </SelectField>
      {typed.state === "scheduled" && (
        <TextField
          dense
          error={faults.publishAt}
          hint={`Local time in ${timeZone.replaceAll("_", " ")}.`}
          label="Publish on"
          name="publishAt"
          onChange={(event) => onChange({ publishAt: event.target.value })}
          type="datetime-local"
          value={typed.publishAt}
        />
      )}
    </div>
  );
}
