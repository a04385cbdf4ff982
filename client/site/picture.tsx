import type { ShownPicture } from "../../src/content/contract";

/** A picture of the operator's in the size that its place asks for; its room is kept before it comes. */
export function Picture({
  picture: { alt, width, height, sizes, focus },
  room,
  eager,
  className = "",
}: {
  picture: ShownPicture;
  /** How wide it is shown: the attribute `sizes`. */
  room: string;
  /** Seen at once: it does not wait until it is scrolled to. */
  eager?: boolean;
  className?: string;
}) {
  const set = (kind: "webp" | "jpeg") => sizes.map((at) => `${at[kind]} ${at.width}w`).join(", ");
  return (
    <picture className="contents">
      <source sizes={room} srcSet={set("webp")} type="image/webp" />
      <img
        alt={alt}
        className={`bg-surface-sunken object-cover ${className}`}
        data-focus={focus}
        decoding="async"
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
