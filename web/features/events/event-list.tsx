import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { PlayerEvent } from '../../../contract/events.ts';
import { getMessage } from '../../lib/api.ts';
import { useNow } from '../../lib/use-now.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { PagePart } from '../../ui/page.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { eventsQuery } from './api.ts';
import { EventBoardDialog } from './event-board.tsx';
import { EventCard } from './event-card.tsx';
import { phaseAt } from './event-rules.ts';
import { EventsSkeleton } from './events-skeleton.tsx';

const sections = [
  { phase: 'active', title: 'Running now' },
  { phase: 'upcoming', title: 'Coming up' },
  { phase: 'finished', title: 'Finished' },
] as const;
const boardParam = 'board';

/** Events by where they stand, with one's own progress; the open board is kept in the address. */
export function EventList() {
  const { data, error, refetch } = useQuery(eventsQuery);
  const failure = error && !data ? getMessage(error) : '';
  useFailureToast(failure ? error : null, 'Failed to fetch events');
  if (failure)
    return (
      <ErrorPanel error={error} message={`Error loading events: ${failure}`} onRetry={() => void refetch()} />
    );
  return data ? <Sections events={data} /> : <EventsSkeleton />;
}

function Sections({ events }: { events: readonly PlayerEvent[] }) {
  const now = useNow(true);
  const [search, setSearch] = useSearchParams();
  const open = events.find(({ _id }) => _id === search.get(boardParam));

  function showBoard(id: string | null): void {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (id) next.set(boardParam, id);
        else next.delete(boardParam);
        return next;
      },
      { preventScrollReset: true, replace: id === null },
    );
  }

  if (events.length === 0) {
    return (
      <EmptyPanel
        title="No events right now"
        text="When one begins it shows up here. Challenges pay all the time."
        action={
          <ButtonLink kind="main" to="/home#challenges">
            View Challenges
          </ButtonLink>
        }
      />
    );
  }
  return (
    <div className="grid gap-10">
      {sections.map(({ phase, title }) => {
        const shown = events.filter((event) => phaseAt(event, now) === phase);
        if (shown.length === 0) return null;
        return (
          <PagePart key={phase} title={title}>
            <ul className="grid gap-4.5 lg:grid-cols-2">
              {shown.map((event) => (
                <EventCard
                  key={event._id}
                  event={event}
                  phase={phase}
                  now={now}
                  onBoard={() => showBoard(event._id)}
                />
              ))}
            </ul>
          </PagePart>
        );
      })}
      <EventBoardDialog event={open ?? null} onClose={() => showBoard(null)} />
    </div>
  );
}
