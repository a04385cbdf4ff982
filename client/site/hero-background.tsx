import type { ReactNode } from "react";
import type { ShownPicture } from "../../src/content/contract";
import { Landscape } from "../ui/landscape";
import { Picture } from "./picture";

/** The opacity of the overlay by tenths. The darkest applies if the photo has not been measured. */
const overlayStyles = [
  "opacity-0",
  "opacity-10",
  "opacity-20",
  "opacity-30",
  "opacity-40",
  "opacity-50",
  "opacity-60",
  "opacity-70",
  "opacity-80",
];

/** The background of a page's heading: the operator's photo under an overlay, or its landscape. */
export function HeroBackground({
  picture,
  children,
}: {
  picture: ShownPicture | null;
  children: ReactNode;
}) {
  if (!picture)
    return (
      <section className="on-sky relative isolate bg-land-top">
        {children}
        {/* Comes last because it is at the bottom: it would move with each part that loads before it. */}
        <div className="absolute inset-x-0 bottom-0 -z-1 h-120 overflow-hidden lg:h-full">
          <Landscape />
        </div>
      </section>
    );
  return (
    <section className="relative isolate bg-scene-top">
      <div className="photo-ground absolute inset-x-0 top-0 -z-1 h-108 overflow-hidden lg:h-full">
        <Picture
          className="size-full bg-scene-mid!"
          isEager
          picture={picture}
          displayedWidth="100vw"
        />
        <div
          className={`picture-overlay absolute inset-0 ${overlayStyles[Math.ceil((picture.overlay ?? 100) / 10)] ?? "opacity-80"}`}
        />
      </div>
      {children}
    </section>
  );
}
