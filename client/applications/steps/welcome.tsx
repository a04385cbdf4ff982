import { Link } from "@tanstack/react-router";
import { FileText, IdCard, Car, Camera } from "lucide-react";
import type { ReactNode } from "react";
import { RichSentence, useWords } from "../../words/use-words";
import { type Phrase, phrase } from "../../words/words";
import { Card } from "../../ui/card";

const requirements: readonly { icon: ReactNode; title: Phrase; detail: Phrase }[] = [
  {
    icon: <IdCard aria-hidden="true" size={22} />,
    title: phrase("Your identity and license"),
    detail: phrase(
      "National ID or passport, driving certificate, license number and license expiry date.",
    ),
  },
  {
    icon: <FileText aria-hidden="true" size={22} />,
    title: phrase("Proof of address"),
    detail: phrase(
      "A utility bill or a lease. If you have them: police clearance, work permit, drug test, references, bank statement.",
    ),
  },
  {
    icon: <Car aria-hidden="true" size={22} />,
    title: phrase("Your vehicle’s documents"),
    detail: phrase("The VIN, registration and insurance."),
  },
  {
    icon: <Camera aria-hidden="true" size={22} />,
    title: phrase("Eight photos of your vehicle"),
    detail: phrase(
      "Four of the outside and four of the inside. You can take them with your phone.",
    ),
  },
];

/** The introduction, with the documents to have ready. */
export function Welcome({ brand }: { brand: string }) {
  const t = useWords();
  return (
    <>
      <p className="text-ink-muted">
        {t(
          "Seven short steps to drive with {brand}. It takes about fifteen minutes, and you can stop at any time: your answers are saved on this device until you send them.",
          { brand },
        )}
      </p>
      <Card className="mt-6">
        <h2 className="text-lg">{t("Have your documents ready")}</h2>
        <ul className="mt-4 grid gap-5 sm:grid-cols-2">
          {requirements.map(({ icon, title, detail }) => (
            <li className="flex gap-4" key={t.of(title)}>
              <span className="grid size-11 shrink-0 place-content-center rounded-md bg-accent-surface text-accent-text">
                {icon}
              </span>
              <span>
                <span className="block font-medium">{t.of(title)}</span>
                <span className="mt-0.5 block text-ink-muted text-sm">{t.of(detail)}</span>
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-6 border-line border-t pt-4 text-ink-muted text-sm">
          {t(
            "If something is missing, send the application now and add the rest later. On a shared computer, choose “Start over” before you leave.",
          )}
        </p>
      </Card>
      <p className="mt-2 text-ink-muted text-sm">
        <RichSentence
          link={(words) => (
            <Link
              className="inline-flex min-h-11 items-center text-accent-text underline"
              to="/driver-apply/status"
            >
              {words}
            </Link>
          )}
          text="Applied already? <link>Check your application</link>"
        />
      </p>
    </>
  );
}
