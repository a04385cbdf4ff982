import type { ShownPost } from "../../src/content/contract";
import { Illustration } from "./illustration";
import { Picture } from "./picture";
import { PostFacts } from "./post-facts";

/** Posts to choose from, in the order they are given. */
export function PostCards({ posts, timeZone }: { posts: readonly ShownPost[]; timeZone: string }) {
  return (
    <ul className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
      {posts.map((post) => (
        <li className="relative min-w-0" key={post.slug}>
          {post.cover ? (
            <Picture
              className="aspect-8/5 w-full rounded-lg"
              picture={post.cover}
              room="(min-width: 64rem) 22rem, (min-width: 40rem) 50vw, 100vw"
            />
          ) : (
            <Illustration name="blog" />
          )}
          <div className="mt-4">
            <PostFacts post={post} timeZone={timeZone} />
          </div>
          <h2 className="mt-1 break-words text-lg">
            <a className="after:absolute after:inset-0" href={`/blog/${post.slug}`}>
              {post.title}
            </a>
          </h2>
          <p className="mt-2 break-words text-ink-muted">{post.summary}</p>
        </li>
      ))}
    </ul>
  );
}
