import type { ShownPage } from "../../src/content/contract";
import { RichText } from "../ui/rich-text";

/** The sections of a page's text, each with its title beside it if there is space. */
export function Sections({ sections }: { sections: ShownPage["sections"] }) {
  if (sections.length === 0) return null;
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 md:py-12">
      {sections.map(({ key, title, text }) => (
        <section
          className="grid gap-3 border-line border-b py-8 last:border-0 md:grid-cols-[17rem_1fr] md:gap-12 md:py-10"
          key={key}
        >
          {title && <h2 className="min-w-0 break-words text-lg">{title}</h2>}
          <RichText className="max-w-2xl text-ink-muted md:col-start-2" text={text} />
        </section>
      ))}
    </div>
  );
}
