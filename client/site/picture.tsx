import type { ShownPicture } from "../../src/content/contract";

/** The steps that app.css knows: inline styles are not let in. */
const tenth = (percent: number) => 10 * Math.round(percent / 10);

/** A picture of the operator's in the size that its place asks for; its room is kept before it comes. */
export function Picture({
  picture: { alt, width, height, sizes, focus },
  room,
  eager,
  first,
  className = "",
}: {
  picture: ShownPicture;
  /** How wide it is shown: the attribute `sizes`. */
  room: string;
  /** Seen at once: it does not wait until it is scrolled to. */
  eager?: boolean;
  /** What the page is seen by: it is fetched before other pictures. */
  first?: boolean;
  className?: string;
}) {
  const set = (kind: "webp" | "jpeg") => sizes.map((at) => `${at[kind]} ${at.width}w`).join(", ");
  return (
    <picture className="contents">
      <source sizes={room} srcSet={set("webp")} type="image/webp" />
      <img
        alt={alt}
        className={`bg-surface-sunken object-cover ${className}`}
        data-focus-x={focus && tenth(focus.x)}
        data-focus-y={focus && tenth(focus.y)}
        decoding="async"
        fetchPriority={first ? "high" : undefined}
        height={height}
        loading={eager ? "eager" : "lazy"}
        sizes={room}
        src={sizes.at(-1)?.jpeg}
        srcSet={set("jpeg")}
        width={width}
      />
    </picture>
  );
}
