import type { Growth } from '../../../contract/growth.ts';
import { formatAmount, formatShare, formatSigned, plural } from '../../lib/format.ts';
import { PairBars } from '../../ui/pair-bars.tsx';
import { PlotCard } from '../../ui/plot-card.tsx';
import { CsvButton } from './csv-button.tsx';

const shownRows = 8;
const getId = ({ _id }: { _id: string }) => _id;
const noneInDays = 'Nothing in these days.';

/** What each challenge took in fees and gave in rewards: above zero the house keeps more than it pays. */
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
              coinsIn,
              coinsOut,
              net: coinsIn - coinsOut,
              text: `${plural(entries, 'entry', 'entries')}, ${formatAmount(won)} won; ${formatAmount(coinsIn)} in, ${formatAmount(coinsOut)} out`,
            }))}
        />
      }
    />
  );
}

/** What each gift card brought in coins. What its codes cost is not known here. */
export function CardMargins({ cards }: { cards: Growth['cards'] }) {
  const title = 'Coins by gift card';
  const coins = cards.reduce((sum, card) => sum + card.coins, 0);
  return (
    <PlotCard
      title={title}
      lead={`${formatAmount(coins)} GC for ${plural(
        cards.reduce((sum, card) => sum + card.sold - card.refunded, 0),
        'card',
      )}; what codes cost is not known here`}
      legend={[{ label: 'Coins', look: 'gold' }]}
      rows={cards}
      rowKey={getId}
      columns={[
        { header: 'Gift card', cell: ({ title: name }) => name, isTitle: true },
        { header: 'Sold', cell: ({ sold }) => formatAmount(sold), isFigure: true },
        { header: 'Refunded', cell: ({ refunded }) => formatAmount(refunded), isFigure: true },
        { header: 'Coins', cell: (card) => formatAmount(card.coins), isFigure: true },
        {
          header: 'Share',
          cell: (card) => (coins === 0 ? '–' : formatShare(card.coins / coins)),
          isFigure: true,
        },
      ]}
      empty={cards.length === 0 ? noneInDays : undefined}
      actions={
        <CsvButton
          what={title}
          fields={['Gift card', 'Sold', 'Refunded', 'Coins']}
          rows={cards.map(({ title: name, sold, refunded, coins: taken }) => [name, sold, refunded, taken])}
        />
      }
      plot={
        <PairBars
          pairs={cards.slice(0, shownRows).map((card) => ({
            key: card._id,
            label: card.title,
            coinsIn: 0,
            coinsOut: card.coins,
            net: card.coins,
            text: `${formatAmount(card.sold)} sold, ${formatAmount(card.refunded)} refunded`,
          }))}
        />
      }
    />
  );
}
