// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { GameId } from '../../../contract/games/game.ts';
import { gameRules } from '../../../contract/games/rules.ts';
import { cx } from '../../lib/class-names.ts';

/** Our own drawing: where a game or its publisher shows the account's name. */
export function GameAccountSketch({ game }: { game: GameId }) {
  const { place, menu, field, steps } = gameRules[game].finding;
  return (
    <Sketch steps={steps}>
      <Bar>{place}</Bar>
      <div className="grid grid-cols-[2fr_3fr]">
        <div className="grid content-start gap-2.5 border-line border-r p-3">
          <Marked number={2} label={menu} />
          <Line className="w-3/4" />
          <Line className="w-1/2" />
        </div>
        <div className="grid content-start gap-2.5 p-3">
          <Line className="w-1/3" />
          <Marked number={3} label={field} value="Stormrider" />
          <Line className="w-4/5" />
        </div>
      </div>
    </Sketch>
  );
}

/** Our own drawing: where the game shows or hides statistics. */
export function PublicStatsSketch() {
  return (
    <Sketch
      steps={[
        'Open Settings in the game.',
        'Choose "Account and Privacy".',
        'Turn on "Show on career leaderboard".',
        'Apply. It may take a minute to work.',
      ]}
    >
      <Bar>Settings</Bar>
      <div className="flex items-center gap-3 border-line border-b p-3">
        <Line className="w-8" />
        <Line className="w-8" />
        <Marked number={2} label="Account and Privacy" />
      </div>
      <div className="grid gap-2.5 p-3">
        <Line className="w-2/3" />
        <Marked number={3} label="Show on career leaderboard" value="On" />
        <Line className="w-1/2" />
        <Marked number={4} label="Apply" className="justify-self-end" />
      </div>
    </Sketch>
  );
}

/**
 * A screen in outline with numbers on it, and what to do at each. The text alone is enough, so the drawing is not read out.
 */
function Sketch({ steps, children }: { steps: readonly string[]; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <div className="overflow-hidden border border-line bg-ink text-xs" aria-hidden="true">
        {children}
      </div>
      <ol className="grid gap-1.5 text-sm text-soft">
        {steps.map((text, place) => (
          <li key={text} className="flex items-baseline gap-2.5">
            <Badge>{place + 1}</Badge>
            <span className="min-w-0">{text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Bar({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-2 border-line border-b bg-ink-2 px-3 py-2 text-muted">
      <Badge>1</Badge>
      {children}
    </div>
  );
}

function Line({ className }: { className: string }) {
  return <span className={cx('block h-2 bg-ink-3', className)} />;
}

function Marked({
  number,
  label,
  value,
  className,
}: {
  number: number;
  label: string;
  value?: string;
  className?: string;
}) {
  return (
    <span
      className={cx(
        'flex min-w-0 items-center gap-2 border border-storm bg-storm-panel px-2 py-1.5 font-semibold text-text',
        className,
      )}
    >
      <Badge>{number}</Badge>
      <span className="min-w-0 flex-1">{label}</span>
      {value && <span className="bg-ink-3 px-1.5 py-0.5 text-win">{value}</span>}
    </span>
  );
}

function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="num inline-grid size-4.5 shrink-0 place-items-center rounded-full bg-storm-deep text-[0.6875rem] text-storm-soft">
      {children}
    </span>
  );
}
