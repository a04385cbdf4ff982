import type { ShownPicture } from "../../src/content/contract";

/** One of the operator's pictures, at the size it needs. Its space is reserved before it loads. */
export function Picture({
  picture: { alt, width, height, sizes, focus },
  displayedWidth,
  isEager,
  className = "",
}: {
  picture: ShownPicture;
  /** The displayed width, as in the attribute `sizes`. */
  displayedWidth: string;
  /** Whether it is visible at once, and so doesn't load lazily. */
  isEager?: boolean;
  className?: string;
}) {
  const srcSetOf = (kind: "webp" | "jpeg") =>
    sizes.map((at) => `${at[kind]} ${at.width}w`).join(", ");
  return (
    <picture className="contents">
      <source sizes={displayedWidth} srcSet={srcSetOf("webp")} type="image/webp" />
      <img
        alt={alt}
        className={`bg-surface-sunken object-cover ${className}`}
        data-focus={focus}
        decoding="async"
        height={height}
        loading={isEager ? "eager" : "lazy"}
        sizes={displayedWidth}
        src={sizes.at(-1)?.jpeg}
        srcSet={srcSetOf("jpeg")}
        width={width}
      />
    </picture>
  );
}
