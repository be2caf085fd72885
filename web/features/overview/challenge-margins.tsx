// SPDX-License-Identifier: Apache-2.0

import type { Growth } from '../../../contract/growth-admin.ts';
import { formatAmount, formatShare, formatSigned, plural } from '../../lib/format.ts';
import { Coins } from '../../ui/coins.tsx';
import { CsvButton } from '../../ui/csv-button.tsx';
import { PairBars } from '../../ui/pair-bars.tsx';
import { PlotCard } from '../../ui/plot-card.tsx';

const shownRows = 8;
const getId = ({ _id }: { _id: string }) => _id;
const noneInDays = 'Nothing in this period.';

/** Each challenge's fees and rewards. Above zero, the house keeps more than it pays. */
export function ChallengeMargins({ challenges }: { challenges: Growth['challenges'] }) {
  const title = 'Margin by challenge';
  const kept = challenges.reduce((sum, { coinsIn, coinsOut }) => sum + coinsIn - coinsOut, 0);
  return (
    <PlotCard
      title={title}
      lead={`${formatSigned(kept)} GC kept by the house over ${plural(challenges.length, 'challenge')}`}
      legend={[
        { label: 'Entry fees', look: 'muted' },
        { label: 'Rewards and refunds', look: 'gold' },
      ]}
      rows={challenges}
      rowKey={getId}
      columns={[
        { header: 'Challenge', cell: ({ description }) => description, isTitle: true },
        { header: 'Entries', cell: ({ entries }) => formatAmount(entries), isFigure: true },
        { header: 'Won', cell: ({ entries, won }) => formatShare(won / entries), isFigure: true },
        { header: 'Fees', cell: ({ coinsIn }) => formatAmount(coinsIn), isFigure: true },
        { header: 'Paid', cell: ({ coinsOut }) => formatAmount(coinsOut), isFigure: true },
        {
          header: 'Margin',
          cell: ({ coinsIn, coinsOut }) => formatSigned(coinsIn - coinsOut),
          isFigure: true,
        },
      ]}
      empty={challenges.length === 0 ? noneInDays : undefined}
      actions={
        <CsvButton
          what={title}
          fields={['Challenge', 'Entries', 'Won', 'Fees', 'Paid', 'Margin']}
          rows={challenges.map(({ description, entries, won, coinsIn, coinsOut }) => [
            description,
            entries,
            won,
            coinsIn,
            coinsOut,
            coinsIn - coinsOut,
          ])}
        />
      }
      plot={
        <PairBars
          pairs={challenges
            .slice(0, shownRows)
            .map(({ _id, description, coinsIn, coinsOut, entries, won }) => ({
              key: _id,
              label: description,
              muted: coinsIn,
              gold: coinsOut,
              net: <Coins amount={coinsIn - coinsOut} signed size={15} />,
              text: `${plural(entries, 'entry', 'entries')}, ${formatAmount(won)} won; ${formatAmount(coinsIn)} in, ${formatAmount(coinsOut)} out`,
            }))}
        />
      }
    />
  );
}
