import type { ShownPost } from "../../src/content/contract";
import { Picture } from "./picture";
import { PostFacts } from "./post-facts";
import { SiteLink } from "../ui/site-link";

/** Posts to choose from, in the given order. */
export function PostCards({ posts, timeZone }: { posts: readonly ShownPost[]; timeZone: string }) {
  return (
    <ul className="grid gap-x-6 gap-y-12 sm:grid-cols-2 md:grid-cols-3">
      {posts.map((post) => (
        <li className="relative flex min-w-0 flex-col" key={post.slug}>
          {post.cover && (
            <Picture
              className="mb-4 aspect-8/5 w-full rounded-lg"
              picture={post.cover}
              displayedWidth="(min-width: 64rem) 22rem, (min-width: 48rem) 33vw, (min-width: 40rem) 50vw, 100vw"
            />
          )}
          <div className={post.cover ? "" : "border-accent-text border-t-2 pt-4"}>
            <PostFacts post={post} timeZone={timeZone} />
          </div>
          <h2 className="mt-1 break-words text-lg">
            <SiteLink className="after:absolute after:inset-0" href={`/blog/${post.slug}`}>
              {post.title}
            </SiteLink>
          </h2>
          <p className="mt-2 break-words text-ink-muted">{post.summary}</p>
        </li>
      ))}
    </ul>
  );
}
