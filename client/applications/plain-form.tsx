import { useWords } from "../words/use-words";
import { phrase, type Phrase } from "../words/words";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { type ApplicationField, sections, vinField } from "./fields";
import { ONE_NAME_FIELD } from "./steps/steps";
import { documents, documentTypes, type FileSlot, photos } from "./file-slots";

const applicationPath = "/backend/driver-application";

const formSections = [
  ...sections[1],
  ...sections[2],
  { title: phrase("VIN"), fields: [vinField] },
  ...sections[4],
];

/** The whole application on one page, as a plain form for browsers without scripts. */
export function PlainForm() {
  const t = useWords();
  return (
    <noscript>
      <form action={applicationPath} encType="multipart/form-data" method="post">
        <p className="mb-4 text-ink-muted">
          {t(
            "JavaScript is off or your browser is too old, so the whole application is on this page. Your answers are not saved until you send the application.",
          )}
        </p>
        {formSections.map(({ title, fields }) => (
          <Card className="mb-4" key={t.of(title)}>
            <h2 className="mb-4 text-lg">{t.of(title)}</h2>
            <div className="grid gap-5 sm:grid-cols-2">
              {fields.map((field) => (
                <div key={field.name}>
                  <Row field={field} />
                  {field.name === "lastName" && (
                    <label className="flex min-h-11 items-start gap-3 py-2.5">
                      <input
                        className="check mt-0.5"
                        name={ONE_NAME_FIELD}
                        type="checkbox"
                        value="true"
                      />
                      <span>{t("I have one name")}</span>
                    </label>
                  )}
                </div>
              ))}
            </div>
          </Card>
        ))}
        <Files
          accept={documentTypes}
          slots={documents}
          title={phrase("Documents (PDF, JPG or PNG)")}
        />
        <Files
          accept="image/*"
          slots={photos}
          title={phrase("Photos of the vehicle (JPG or PNG)")}
        />
        <Card>
          <label className="flex min-h-11 items-start gap-3 py-2.5">
            <input className="check mt-0.5" name="certified" type="checkbox" value="true" />
            <span>{t("I certify that the information I give here is accurate and complete.")}</span>
          </label>
          <Button className="mt-4" size="large" type="submit" wide>
            {t("Submit Application")}
          </Button>
        </Card>
      </form>
    </noscript>
  );
}

function Row({
  field: { name, label, longLabel, kind, options, required },
}: {
  field: ApplicationField;
}) {
  const t = useWords();
  const labelText = `${t.of(longLabel ?? label)}${required ? " *" : ""}`;
  const type =
    kind === "date" || kind === "email" || kind === "tel" || kind === "number" ? kind : "text";
  return (
    <div>
      <label className="mb-2 block font-medium text-sm" htmlFor={`plain-${name}`}>
        {labelText}
      </label>
      {options ? (
        <select className="control" id={`plain-${name}`} name={name}>
          <option value="">{t("Choose…")}</option>
          {options.map(({ value, words }) => (
            <option key={value} value={value}>
              {words ? t.of(words) : value}
            </option>
          ))}
        </select>
      ) : kind === "long" ? (
        <textarea className="control block" id={`plain-${name}`} name={name} rows={3} />
      ) : (
        <input
          className="control"
          id={`plain-${name}`}
          maxLength={name === "vinNumber" ? 17 : 200}
          name={name}
          type={type}
        />
      )}
    </div>
  );
}

function Files({
  title,
  slots,
  accept,
}: {
  title: Phrase;
  slots: readonly FileSlot[];
  accept: string;
}) {
  const t = useWords();
  return (
    <Card className="mb-4">
      <h2 className="mb-4 text-lg">{t.of(title)}</h2>
      <div className="grid gap-5 sm:grid-cols-2">
        {slots.map(({ name, label, required }) => (
          <label className="block" key={name}>
            <span className="mb-2 block font-medium text-sm">{`${t.of(label)}${required ? " *" : ""}`}</span>
            <input accept={accept} className="min-h-11 max-w-full" name={name} type="file" />
          </label>
        ))}
      </div>
    </Card>
  );
}
