import { Card } from '../../ui/card.tsx';
import { RingDrawing } from '../../ui/ring.tsx';

/** Stands in for the articles until they are here: says so, and names what they will be about. */
export function BlogsPreview() {
  return (
    <section id="blogs" aria-labelledby="blogs-title" className="wrap anchored grid gap-7 pb-14 sm:pb-18">
      <header>
        <h2 id="blogs-title" className="text-3xl sm:text-4xl">
          Blogs
        </h2>
        <p className="mt-2 text-muted">Guides, pro tips and research for people who play to win.</p>
      </header>
      <Card inside="grid items-center justify-items-center gap-6 p-7 text-center sm:grid-cols-[auto_minmax(0,1fr)] sm:justify-items-start sm:p-9 sm:text-left">
        <RingDrawing size={132} />
        <div>
          <h3 className="text-xl">The first articles are on their way</h3>
          <p className="mt-2 max-w-[58ch] text-muted">
            How daily challenges sharpen your game, what to expect of your first week, and how to reach the
            top of the leaderboard. They appear here as soon as they are ready.
          </p>
        </div>
      </Card>
    </section>
  );
}
