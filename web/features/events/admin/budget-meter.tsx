import type { AdminEvent } from '../../../../contract/events.ts';
import { plural } from '../../../lib/format.ts';
import { budgetWords } from './event-words.ts';

/** How much of its budget an event has given, in words and as a bar where there is one. */
export function BudgetMeter({ event }: { event: AdminEvent }) {
  const { budget } = event.eventConfig;
  const given = event.rewardsPaid + event.rewardsCollected;
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="num flex flex-wrap justify-between gap-x-4">
        <span>
          <span className="text-muted">Budget spent </span>
          {budgetWords(event)}
        </span>
        <span className="text-muted">{plural(given, 'reward')}</span>
      </p>
      {budget !== null && (
        <meter
          aria-label={`Budget spent of ${event.title}`}
          min={0}
          max={Math.max(budget, 1)}
          value={Math.min(event.budgetSpent, budget)}
          className="block h-1.5 w-full appearance-none border-0 bg-ink-3 [&::-moz-meter-bar]:bg-storm [&::-webkit-meter-bar]:h-1.5 [&::-webkit-meter-bar]:rounded-none [&::-webkit-meter-bar]:border-0 [&::-webkit-meter-bar]:bg-ink-3 [&::-webkit-meter-optimum-value]:bg-storm [&::-webkit-meter-inner-element]:block"
        />
      )}
    </div>
  );
}
