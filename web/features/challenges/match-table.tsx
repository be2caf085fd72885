// SPDX-License-Identifier: Apache-2.0

import type { Reading, Receipt } from '../../../contract/challenges.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { findMatchId } from '../../../contract/games/kept-copy.ts';
import type { RecordOwner } from '../../../contract/games/public-record.ts';
import { rulesOf } from '../../../contract/games/rules.ts';
import type { Recheck } from '../../../contract/recheck.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount, formatDateTime } from '../../lib/format.ts';
import { PublisherCheck } from './publisher-check.tsx';

type Match = Extract<Reading, { kind: 'matches' }>['matches'][number];

/** The matches that the publisher shows after entry, each with its part in the result. */
export function MatchTable({ receipt, again }: { receipt: Receipt & RecordOwner; again: Recheck | null }) {
  const matches = new Map<string, Match>();
  for (const reading of receipt.readings) {
    if (reading.kind === 'matches') for (const match of reading.matches) matches.set(match.id, match);
  }
  const { disclaimer } = rulesOf(gameOf(receipt.attempt).id);
  const checked = again && findMatchId(again.verdict);
  return (
    <div className="grid gap-2">
      {matches.size === 0 ? (
        <p className="text-muted text-sm">No match seen since entry.</p>
      ) : (
        <table className="w-full border-collapse text-sm" aria-label="Matches since entry">
          <thead>
            <tr className="border-line border-b text-muted text-xs">
              {['Match', 'Mode', 'Place', 'Kills'].map((heading, index) => (
                <th
                  key={heading}
                  scope="col"
                  className={cx(cell, 'font-medium', index < 2 ? 'text-left' : 'text-right')}
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...matches.values()].map((match) => (
              <Row key={match.id} match={match} part={getPart(match, again)} />
            ))}
          </tbody>
        </table>
      )}
      {checked && <PublisherCheck receipt={receipt} matchId={checked} />}
      {disclaimer && <p className="text-muted text-xs">{disclaimer}</p>}
    </div>
  );
}

const cell = 'px-2 py-2.5 first:pl-0 last:pr-0 max-[23rem]:px-1';

function Row({ match, part }: { match: Match; part: string }) {
  return (
    <tr className="border-line-soft border-b align-top">
      <th scope="row" className={cx(cell, 'text-left font-normal')}>
        {formatDateTime(match.startedAt ?? match.createdAt)}
        <span className="block text-storm-soft text-xs">{part}</span>
        <span className="block break-all text-muted text-xs">{match.id}</span>
      </th>
      <td className={cell}>{match.mode}</td>
      <td className={cx(cell, 'num text-right')}>{match.place === null ? '–' : formatAmount(match.place)}</td>
      <td className={cx(cell, 'num text-right')}>{formatAmount(match.kills)}</td>
    </tr>
  );
}

/** Its part in the result, as this browser judges it. */
function getPart({ id }: Match, again: Recheck | null): string {
  const workings = again?.verdict.workings;
  if (!workings || !('match' in workings)) return '';
  if (workings.match === id)
    return again?.verdict.isFinal ? 'This one decided' : 'Counts if none began earlier';
  if (workings.old.includes(id)) return 'Began before entry';
  if (workings.late.includes(id)) return 'Began too late';
  if (workings.unclear.includes(id)) return 'May be the first';
  return 'Doesn’t count';
}
