import { classNames } from "./class-names";

/** Returns the first letters of the first and last word of a name, such as "AK"; a question mark without a name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (!first) return "?";
  const lastWord = words.length > 1 ? words.at(-1) : undefined;
  return [first, lastWord]
    .map((word) => (word ? [...word][0] : ""))
    .join("")
    .toLocaleUpperCase("en");
}

const sizeClasses = {
  small: "size-8 text-xs",
  medium: "size-11 text-sm",
  large: "size-20 text-xl",
};

/** A person's picture, or initials. It decorates the written name beside it. */
export function Avatar({
  name,
  picture,
  size = "medium",
}: {
  name: string;
  picture?: string | null;
  size?: "small" | "medium" | "large";
}) {
  const box = classNames("shrink-0 rounded-full", sizeClasses[size]);
  if (picture) return <img alt="" className={classNames(box, "object-cover")} src={picture} />;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        box,
        "grid place-content-center bg-accent-surface font-semibold text-accent-text",
      )}
    >
      {initials(name)}
    </span>
  );
}
