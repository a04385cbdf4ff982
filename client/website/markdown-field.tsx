import { type ComponentProps, useEffect, useState } from "react";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { RichText } from "../ui/rich-text";
import { TextArea } from "../ui/text-area";

/** How long after typing the preview is loaded, in ms. */
const DEBOUNCE_MS = 300;

/** Shows a Markdown field with a preview. The server renders the preview and removes markup. */
export function MarkdownField({
  label,
  name,
  value,
  error,
  optional,
  rows,
  onChange,
}: {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  optional?: boolean | undefined;
  rows: number;
  onChange: (value: string) => void;
}) {
  const { api, call } = useOffice();
  const [preview, setPreview] = useState<ComponentProps<typeof RichText>["text"]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isStale = false;
    const loadPreview = async () => {
      try {
        const { text } = await call(api.admin["content-preview"].$post({ json: { text: value } }));
        if (isStale) return;
        setPreview(text);
        setFailure(null);
      } catch (failed) {
        if (!isStale && !(failed instanceof LeftPageError)) setFailure(failureText(failed));
      }
    };
    const timer = setTimeout(() => void loadPreview(), DEBOUNCE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [api, call, value]);
  return (
    <div className="grid min-w-0 gap-4 lg:grid-cols-2">
      <TextArea
        dense
        error={error}
        label={label}
        name={name}
        onChange={(event) => onChange(event.target.value)}
        optional={optional}
        rows={rows}
        value={value}
      />
      <section aria-label={`Preview: ${label}`} className="min-w-0">
        <p aria-hidden className="mb-1.5 font-medium text-ink-muted text-sm">
          As visitors see it
        </p>
        <div className="min-h-20 rounded-md border border-line bg-surface p-4">
          {failure ? (
            <p className="text-danger-ink text-sm">{failure}</p>
          ) : (
            <RichText text={preview} />
          )}
        </div>
      </section>
    </div>
  );
}
