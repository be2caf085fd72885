// SPDX-License-Identifier: Apache-2.0

import type { Overview } from '../../../contract/overview-admin.ts';
import { formatAmount, formatShare, plural } from '../../lib/format.ts';
import { Coins } from '../../ui/coins.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { type Figure, type FigureKind, formatChange, formatFigure } from './change.ts';
import { getEarlier } from './series.ts';

/** How the business stands now, and the two figures of the span. */
export function Figures({ overview }: { overview: Overview }) {
  const { coins, attempts, winRate, activePlayers, replacedCodes } = overview;
  const earlier = getEarlier(overview);
  const decided = attempts.reduce((sum, { won, failed }) => sum + won + failed, 0);
  return (
    <Stats className="max-lg:[&>:last-child]:col-span-2 lg:grid-cols-5">
      <Stat label="Coins outstanding" hint="What all players hold now">
        <Coins amount={coins.outstanding} />
      </Stat>
      <Stat label="Stock value" hint={`${plural(coins.stockCodes, 'code')} in stock now${getCover(coins)}`}>
        <Coins amount={coins.stockValue} />
      </Stat>
      <Stat
        label="Win rate"
        hint={
          <>
            {winRate === null
              ? 'Nothing was decided in these days'
              : `Of ${plural(decided, 'decided attempt')} in these days`}
            {earlier && <Before now={winRate} before={earlier.winRate} kind="share" />}
          </>
        }
      >
        {winRate === null ? '–' : formatShare(winRate)}
      </Stat>
      <Stat
        label="Active players"
        hint={
          <>
            Entered or bought in these days
            {earlier && <Before now={activePlayers.inSpan} before={earlier.activePlayers.inSpan} />}
          </>
        }
      >
        {formatAmount(activePlayers.inSpan)}
      </Stat>
      <Stat
        label="Replaced codes"
        hint={
          <>
            {shownWords(replacedCodes)}
            {earlier && <Before now={replacedCodes.replaced} before={earlier.replacedCodes.replaced} />}
          </>
        }
      >
        {formatAmount(replacedCodes.replaced)}
      </Stat>
    </Stats>
  );
}

function Before({ now, before, kind }: { now: Figure; before: Figure; kind?: FigureKind }) {
  return (
    <span className="block">
      Before {formatFigure(before, kind)}, {formatChange(now, before, kind)}
    </span>
  );
}

/** A code that somebody saw before it was reported as bad may have been used. */
function shownWords({ replaced, shownBefore }: Overview['replacedCodes']): string {
  if (replaced === 0) return 'No bad code in these days';
  return `${formatAmount(shownBefore)} had been shown before: they may have been used`;
}

function getCover({ outstanding, stockValue }: Overview['coins']): string {
  return outstanding > 0 ? `: ${formatShare(stockValue / outstanding)} of these coins` : '';
}
