// SPDX-License-Identifier: Apache-2.0

import { toVariant } from '../../../contract/attempt-conditions.ts';
import type { Receipt } from '../../../contract/challenges.ts';
import { gameOf } from '../../../contract/games/games.ts';
import type { Recheck } from '../../../contract/recheck.ts';
import type { Counter } from '../../../contract/verdict-match.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount, formatSigned, formatTime } from '../../lib/format.ts';
import { MatchTable } from './match-table.tsx';
import { type ReadingRow, readingRows } from './reading-rows.ts';

/** The readings of an attempt, with the counters that its variant depends on and what changed. */
export function ReadingTable({ receipt, again }: { receipt: Receipt; again: Recheck | null }) {
  const required = toVariant(receipt.attempt)?.requiredPlacement;
  const game = gameOf(receipt.attempt);
  const { initial } = receipt;
  if (initial.kind === 'matches' || game.proof === 'matches with an id') {
    return <MatchTable receipt={receipt} again={again} />;
  }
  const { places } = game;
  const { counter, label } = places.find(({ place }) => place === required) ?? places[0];
  const shown: [Counter, string][] = [
    ['matches', 'Matches'],
    [counter, label],
    ['kills', 'Kills'],
    ['minutesPlayed', 'Minutes'],
  ];
  const workings = again && 'deltas' in again.verdict.workings ? again.verdict.workings : undefined;
  const readings = receipt.readings.filter((reading) => reading.kind !== 'matches');
  const rows = readingRows(initial, readings, {
    decidedBy: workings?.decidedBy ?? null,
    corrections: workings?.corrections ?? [],
  });
  return (
    <table className="w-full border-collapse text-sm" aria-label="Readings of the game stats">
      <thead>
        <tr className="border-line border-b text-muted text-xs">
          <th scope="col" className={cx(cell, 'text-left font-medium')}>
            Reading
          </th>
          {shown.map(([, heading]) => (
            <th
              key={heading}
              scope="col"
              className={cx(cell, 'text-right font-medium min-[23rem]:whitespace-nowrap')}
            >
              {heading}
            </th>
          ))}
          <th scope="col" className={cx(cell, 'text-right font-medium max-sm:hidden')}>
            At
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={`${row.reading.takenAt} ${row.label}`} row={row} shown={shown} />
        ))}
        {workings?.deltas && (
          <tr className="font-semibold">
            <th scope="row" className={cx(cell, 'text-left')}>
              Difference
            </th>
            {shown.map(([key]) => {
              const delta = workings.deltas?.[key] ?? 0;
              return (
                <td
                  key={key}
                  className={cx(cell, 'num text-right', delta > 0 && 'text-win', delta < 0 && 'text-loss')}
                >
                  {formatSigned(delta)}
                </td>
              );
            })}
            <td className="max-sm:hidden" />
          </tr>
        )}
      </tbody>
    </table>
  );
}

const cell = 'px-2 py-2.5 first:pl-0 last:pr-0 max-[23rem]:px-1';

function Row({ row, shown }: { row: ReadingRow; shown: readonly [Counter, string][] }) {
  const { reading, label, repeats, until, isDecider } = row;
  const time =
    repeats > 1 ? `${formatTime(reading.takenAt)} – ${formatTime(until)}` : formatTime(reading.takenAt);
  return (
    <tr className="border-line-soft border-b align-top">
      <th scope="row" className={cx(cell, 'text-left font-normal')}>
        {label}
        {repeats > 1 && <span className="text-muted"> ×{formatAmount(repeats)}</span>}
        {isDecider && <span className="block text-storm-soft text-xs">This one decided</span>}
        <time className="num block text-muted text-xs sm:hidden">{time}</time>
      </th>
      {reading.kind === 'stats' ? (
        shown.map(([counter]) => (
          <td key={counter} className={cx(cell, 'num text-right')}>
            {formatAmount(reading[counter])}
          </td>
        ))
      ) : (
        <td colSpan={shown.length} className={cx(cell, 'text-right text-muted')}>
          {reading.kind === 'private' ? 'not public' : 'no numbers'}
        </td>
      )}
      <td className={cx(cell, 'num text-right text-muted max-sm:hidden')}>
        <time>{time}</time>
      </td>
    </tr>
  );
}
