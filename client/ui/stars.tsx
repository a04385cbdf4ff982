import { Star } from "lucide-react";

/** A rating as stars, announced as a number. */
export function Stars({ stars, size = 16 }: { stars: number; size?: number }) {
  return (
    <span aria-label={`${stars} of 5 stars`} className="inline-flex gap-0.5" role="img">
      {[1, 2, 3, 4, 5].map((n) => (
        <Star
          aria-hidden="true"
          className={n <= stars ? "fill-current text-accent-text" : "text-line-strong"}
          key={n}
          size={size}
        />
      ))}
    </span>
  );
}
