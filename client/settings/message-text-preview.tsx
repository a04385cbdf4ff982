import { useEffect, useState } from "react";
import type { Language } from "../../src/accounts/contract";
import type {
  OwnTemplate,
  TemplateId,
  TemplatePreview,
} from "../../src/notifications/templates/template-contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { NoticeBanner } from "../ui/notice-banner";
import { SkeletonRows } from "../ui/skeleton";
import { countText } from "../ui/trip-words";

/** The delay between typing and loading the preview, in ms. */
const DEBOUNCE_MS = 300;

/** Previews a message in each channel with a made-up trip, rendered by the server. */
export function MessageTextPreview({
  id,
  language,
  own,
}: {
  id: TemplateId;
  language: Language;
  /** The operator's text, saved or not; null for the standard text. */
  own: OwnTemplate | null;
}) {
  const { api, call } = useOffice();
  const [preview, setPreview] = useState<TemplatePreview | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const typed = JSON.stringify(own);
  const isComplete = own === null || (own.subject.trim() !== "" && own.body.trim() !== "");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (!isComplete) return;
    let isStale = false;
    const loadPreview = async () => {
      try {
        const json = { language, own: JSON.parse(typed) as OwnTemplate | null };
        const previewAnswer = await call(
          api.admin.settings.texts[":id"].preview.$post({ param: { id }, json }),
        );
        if (isStale) return;
        setPreview(previewAnswer);
        setFailure(null);
      } catch (error) {
        if (!isStale && !(error instanceof LeftPageError)) setFailure(failureText(error));
      }
    };
    const timer = setTimeout(() => void loadPreview(), DEBOUNCE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [api, call, id, language, typed, isComplete, attempt]);

  return (
    <section aria-label="Preview" className="mt-8 grid max-w-3xl gap-4">
      <h2 className="font-semibold text-base">With an example trip</h2>
      {failure && (
        <NoticeBanner
          action={
            <Button onClick={() => setAttempt(attempt + 1)} size="small" variant="secondary">
              Try again
            </Button>
          }
          tone="danger"
        >
          {failure}
        </NoticeBanner>
      )}
      {preview === null ? (
        !failure && <SkeletonRows rows={4} />
      ) : (
        <>
          <Card>
            <p className="text-ink-muted text-xs">E-mail</p>
            <h3 className="mt-1 font-semibold text-base" dir="auto">
              {preview.subject}
            </h3>
            <p className="mt-3 whitespace-pre-line break-words" dir="auto">
              {preview.text}
            </p>
          </Card>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Card>
              <p className="flex justify-between gap-3 text-ink-muted text-xs">
                <span>Text message</span>
                <span className="tabular-nums">
                  {`${countText([...preview.sms].length, "letter")}, ${countText(preview.smsParts, "part")}`}
                </span>
              </p>
              <p
                className="mt-2 whitespace-pre-line break-words rounded-lg rounded-es-none bg-surface-sunken p-3"
                dir="auto"
              >
                {preview.sms}
              </p>
              {preview.smsParts > 1 && (
                <p className="mt-2 text-ink-muted text-sm">
                  Mobile networks charge for each part of a text message.
                </p>
              )}
            </Card>
            {preview.push && (
              <Card>
                <p className="text-ink-muted text-xs">Notification</p>
                <div className="mt-2 rounded-lg border border-line bg-surface p-3" dir="auto">
                  <p className="font-semibold">{preview.push.title}</p>
                  <p className="mt-0.5 text-ink-muted">{preview.push.body}</p>
                </div>
              </Card>
            )}
          </div>
        </>
      )}
    </section>
  );
}
