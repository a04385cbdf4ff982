import type { PictureRow } from "../../src/content/content-desk-contract";
import type { PageSection, PlacedPicture } from "../../src/content/content-values-contract";
import type { Landscape } from "../../src/settings/look/landscape-contract";
import { LandscapeCards } from "../office/landscape-cards";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import type { WebsiteField } from "./kinds";
import { MarkdownField } from "./markdown-field";
import { PictureField } from "./picture-field";

/** Props that every field of a form has. */
interface ContentFieldProps {
  /** The typed values. Money is stored as text under its field's name. */
  value: Record<string, unknown>;
  faults: Record<string, string>;
  currency: string;
  pictures: readonly PictureRow[];
  onChange: (to: Record<string, unknown>) => void;
  onPicture: (picture: PictureRow) => void;
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** Shows the fields of a kind, in order. */
export function ContentValueFields({
  fields,
  ...props
}: ContentFieldProps & { fields: readonly WebsiteField[] }) {
  return fields.map((field) => <ContentValueField field={field} key={field.name} {...props} />);
}

function ContentValueField({ field, ...props }: ContentFieldProps & { field: WebsiteField }) {
  const { value, faults, currency, pictures, onChange, onPicture } = props;
  const name = `value.${field.name}`;
  const commonProps = {
    dense: true,
    error: faults[name],
    label: field.label,
    hint: field.hint,
    name,
    optional: field.optional,
    value: text(value[field.name]),
    onChange: (event: { target: { value: string } }) =>
      onChange({ [field.name]: event.target.value }),
  };
  if (field.kind === "line") return <TextField {...commonProps} maxLength={field.maxLength} />;
  if (field.kind === "lines")
    return <TextArea {...commonProps} maxLength={field.maxLength} rows={2} />;
  if (field.kind === "money")
    return (
      <TextField
        {...commonProps}
        className="max-w-60"
        inputMode="decimal"
        label={`${field.label} (${currency})`}
      />
    );
  if (field.kind === "moment")
    return <TextField {...commonProps} className="max-w-60" type="datetime-local" />;
  if (field.kind === "tone")
    return (
      <SelectField {...commonProps} className="max-w-60">
        <option value="news">News</option>
        <option value="notice">Notice</option>
        <option value="warning">Warning</option>
      </SelectField>
    );
  if (field.kind === "picture")
    return (
      <PictureField
        faults={faults}
        pictures={pictures}
        label={field.label}
        name={name}
        onChange={(picture) => onChange({ [field.name]: picture })}
        onPicture={onPicture}
        value={(value[field.name] as PlacedPicture | null) ?? null}
      />
    );
  if (field.kind === "landscape")
    return (
      <LandscapeCards
        legend={field.label}
        name={name}
        onValue={(landscape) => onChange({ [field.name]: landscape })}
        value={(value[field.name] as Landscape | null | undefined) ?? null}
      />
    );
  if (field.kind === "sections")
    return (
      <SectionFields
        faults={faults}
        name={name}
        onChange={(sections) => onChange({ [field.name]: sections })}
        sections={(value[field.name] as PageSection[] | undefined) ?? []}
      />
    );
  return (
    <MarkdownField
      error={faults[name]}
      label={field.label}
      name={name}
      onChange={(typed) => onChange({ [field.name]: typed })}
      optional={field.optional}
      rows={field.maxLength && field.maxLength > 5_000 ? 18 : 6}
      value={text(value[field.name])}
    />
  );
}

/** Edits the sections of a page, each with a title and text. */
function SectionFields({
  sections,
  name,
  faults,
  onChange,
}: {
  sections: readonly PageSection[];
  name: string;
  faults: Record<string, string>;
  onChange: (sections: PageSection[]) => void;
}) {
  const change = (at: number, to: Partial<PageSection>) =>
    onChange(sections.map((each, place) => (place === at ? { ...each, ...to } : each)));
  return sections.map((section, at) => (
    <fieldset className="grid min-w-0 gap-3 border-line border-t pt-4" key={section.key}>
      <legend className="sr-only">{`Section ${at + 1}`}</legend>
      <TextField
        dense
        error={faults[`${name}.${at}.title`]}
        label={`Section ${at + 1}: title`}
        maxLength={120}
        name={`${name}.${at}.title`}
        onChange={(event) => change(at, { title: event.target.value })}
        optional
        value={section.title}
      />
      <MarkdownField
        error={faults[`${name}.${at}.text`]}
        label={`Section ${at + 1}: text`}
        name={`${name}.${at}.text`}
        onChange={(typed) => change(at, { text: typed })}
        optional
        rows={4}
        value={section.text}
      />
    </fieldset>
  ));
}
