import type { ReactNode } from "react";
import type { ShownPage } from "../../src/content/contract";
import { Illustration, type IllustrationName } from "./illustration";
import { Picture } from "./picture";

/** The top of a page: its heading, with the operator's picture or one of Livery's drawings beside it. */
export function PageHero({
  page: { heading, lead, picture },
  drawing,
  aboveContent,
  children,
}: {
  page: Pick<ShownPage, "heading" | "lead" | "picture">;
  drawing: IllustrationName;
  /** The content before the heading, such as a back link. */
  aboveContent?: ReactNode;
  /** The page's main actions. */
  children?: ReactNode;
}) {
  return (
    <div className="border-line border-b bg-surface-raised">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-10 sm:px-6 md:grid-cols-[1.1fr_1fr] md:items-center md:gap-12 md:py-16 lg:gap-20">
        <div className="min-w-0">
          {aboveContent}
          <h1 className="break-words text-xl md:text-2xl">{heading}</h1>
          {lead && <p className="mt-4 max-w-xl break-words text-ink-muted text-lg">{lead}</p>}
          {children}
        </div>
        <PagePicture drawing={drawing} isEager picture={picture} />
      </div>
    </div>
  );
}

/** The operator's picture for a page, or one of Livery's drawings. */
export function PagePicture({
  picture,
  drawing,
  isEager,
}: {
  picture: ShownPage["picture"];
  drawing: IllustrationName;
  isEager?: boolean;
}) {
  return picture ? (
    <Picture
      className="aspect-8/5 w-full rounded-lg"
      isEager={isEager}
      picture={picture}
      displayedWidth="(min-width: 48rem) 34rem, 100vw"
    />
  ) : (
    <Illustration name={drawing} />
  );
}
