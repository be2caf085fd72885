import type { DomainEventName, DomainEvents } from './domain-events.ts';
import type { Tasks } from './outbox.ts';

/** Who hears which domain event. Every event is named, so that none is told to nobody by oversight. */
export type Subscribers = {
  [Name in DomainEventName]: readonly ((payload: DomainEvents[Name]) => Promise<void>)[];
};

/**
 * One task per domain event that calls all its subscribers. When one fails the job is repeated for all of them, so
 * each must bear a repetition; the others still get through.
 */
export function subscriberTasks(subscribers: Subscribers): Tasks {
  return Object.fromEntries(
    Object.entries(subscribers).map(([name, listeners]) => [
      name,
      async (payload: never) => {
        const results = await Promise.allSettled(listeners.map((listener) => listener(payload)));
        const failures = results
          .filter((result) => result.status === 'rejected')
          .map((result) => result.reason);
        if (failures.length === 1) throw failures[0];
        if (failures.length > 1)
          throw new AggregateError(failures, `${failures.length} subscribers of ${name} failed`);
      },
    ]),
  );
}
