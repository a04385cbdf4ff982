import { useState } from "react";
import type { Consent, ConsentKind } from "../../../src/notifications/choices/choice-contract";
import { type Api, read } from "../../api";
import { useActions } from "../../forms/use-actions";
import { createSerialQueue } from "../../files/serial-queue";
import { Card } from "../../ui/card";
import { Checkbox } from "../../ui/checkbox";
import { FieldError } from "../../ui/field";
import { Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { RichSentence, useWords } from "../../words/use-words";
import { phrase, type Phrase } from "../../words/words";

const names: Record<ConsentKind, Phrase> = { calls: phrase("Calls"), sms: phrase("Text messages") };

/** The rider's consents. Each is given or withdrawn at once. */
export function Consents({
  api,
  consents: initialConsents,
  timeZone,
}: {
  api: Api;
  consents: readonly Consent[];
  timeZone: string;
}) {
  const t = useWords();
  const [savedConsents, setSavedConsents] = useState(initialConsents);
  const [changes, setChanges] = useState<readonly Pick<Consent, "kind" | "given">[]>([]);
  const removeChange = () => setChanges(([, ...later]) => later);
  const consents = savedConsents.map((consent) => ({
    ...consent,
    ...changes.findLast(({ kind }) => kind === consent.kind),
  }));
  const { act, busy, failure } = useActions({
    fallback: t("This could not be saved. Please try again."),
    onFailed: removeChange,
  });
  const [inTurn] = useState(createSerialQueue);

  const change = (kind: ConsentKind, given: boolean) => {
    setChanges((earlier) => [...earlier, { kind, given }]);
    return inTurn(() =>
      act(
        kind,
        () => read(api.users.consents.$put({ json: { kind, given } })),
        (answer) => {
          setSavedConsents(answer.consents);
          removeChange();
        },
      ),
    );
  };

  return (
    <Section
      detail={t("You can change your mind at any time. We always send codes that you ask for.")}
      title={t("Calls and text messages")}
    >
      <Card flush>
        <ul className="divide-y divide-line">
          {consents.map(({ kind, given, at, text }) => (
            <li className="px-4 py-2 sm:px-6" key={kind}>
              <Checkbox
                aria-busy={busy}
                checked={given}
                hint={
                  <>
                    {t.known(text)}
                    {at && (
                      <span className="mt-1 block">
                        <RichSentence
                          text={given ? "Agreed {time}" : "Withdrawn {time}"}
                          time={<Moment at={at} timeZone={timeZone} />}
                        />
                      </span>
                    )}
                  </>
                }
                label={<span className="font-medium">{t.of(names[kind])}</span>}
                onChange={(event) => void change(kind, event.target.checked)}
              />
            </li>
          ))}
        </ul>
      </Card>
      <FieldError id="consents-error">{failure}</FieldError>
    </Section>
  );
}
