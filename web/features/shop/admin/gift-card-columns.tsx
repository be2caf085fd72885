// SPDX-License-Identifier: Apache-2.0

import { type AdminGiftCard, maxStock } from '../../../../contract/shop-admin.ts';
import { formatAmount } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Coins } from '../../../ui/coins.tsx';
import { dataColumns } from '../../../ui/data-columns.ts';
import { InsteadOfHeading } from '../../../ui/data-row.tsx';
import { Eye } from '../../../ui/icons/eye.ts';
import { FileUp } from '../../../ui/icons/file-up.ts';
import { When } from '../../../ui/narrow-time.tsx';
import { DeleteButton, EditButton } from '../../../ui/row-buttons.tsx';
import type { Asked } from '../../../ui/row-dialogs.tsx';
import { Badge } from '../../../ui/status.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { CardPicture } from '../card-picture.tsx';

export type AskedOfCards = Asked<AdminGiftCard, 'import' | 'reveal' | 'quarantine'>;

interface CardActions {
  mayWrite: boolean;
  mayReveal: boolean;
  onToggle: (row: AdminGiftCard, isActive: boolean) => Promise<unknown>;
  onAsk: (asked: AskedOfCards) => void;
}

/** Product specification, section 2.15, Gift Cards. */
export function giftCardColumns({ mayWrite, mayReveal, onToggle, onAsk }: CardActions) {
  const { column, field, actions } = dataColumns<AdminGiftCard>();
  const getReveal = (row: AdminGiftCard) => (mayReveal ? () => onAsk({ what: 'reveal', row }) : undefined);
  return [
    field('image', 'Image', (card) => <CardPicture {...getPicture(card)} sizes="80px" className="w-16" />),
    field('title', 'Title', (card) => <Title {...card} />, { isTitle: true }),
    field('gcCoin', 'GC Coins', ({ gcCoin }) => <Coins amount={gcCoin} />, {
      isFigure: true,
      narrow: 'figure',
    }),
    field('hashCode', 'Hash Code', (row) => <HashCode row={row} onReveal={getReveal(row)} />),
    field('description', 'Description', (card) => <Description {...card} />, { isLong: true }),
    column(
      'isActive',
      'Status',
      ({ isActive }) => (isActive ? 'Active' : 'Inactive'),
      (row) => (
        <Switch
          label={`${row.title} is on sale`}
          checked={row.isActive}
          disabled={!mayWrite}
          onChange={(isActive) => onToggle(row, isActive)}
        />
      ),
      { narrow: 'state' },
    ),
    field(
      'stock',
      'Stock',
      (row) => <Stock {...row} onQuarantine={() => onAsk({ what: 'quarantine', row })} />,
      { isFigure: true, narrow: 'note' },
    ),
    field('createdAt', 'Created At', ({ createdAt }) => <When time={createdAt} />),
    ...(mayWrite ? [actions((row) => <Buttons row={row} onAsk={onAsk} />)] : []),
  ];
}

const getPicture = ({ image, type, kind }: AdminGiftCard) => ({ image, type, kind });

function Title({ title, type }: AdminGiftCard) {
  return (
    <>
      <span className="wrap-anywhere min-[90rem]:block min-[90rem]:min-w-43">{title}</span>
      <span className="font-normal text-muted text-xs max-xl:ml-2 max-sm:shut:hidden xl:block">{type}</span>
    </>
  );
}

function Description({ description }: AdminGiftCard) {
  return (
    <span className="wrap-anywhere line-clamp-2 text-muted xl:text-xs" title={description}>
      {description}
    </span>
  );
}

function Buttons({ row, onAsk }: { row: AdminGiftCard; onAsk: CardActions['onAsk'] }) {
  return (
    <span className="inline-flex gap-1 xl:gap-0">
      <EditButton name={row.title} onClick={() => onAsk({ what: 'edit', row })} />
      <IconButton label={`Import codes of ${row.title}`} onClick={() => onAsk({ what: 'import', row })}>
        <FileUp size={18} aria-hidden="true" />
      </IconButton>
      <DeleteButton name={row.title} onClick={() => onAsk({ what: 'delete', row })} />
    </span>
  );
}

function HashCode({ row, onReveal }: { row: AdminGiftCard; onReveal: (() => void) | undefined }) {
  if (!row.hashCode) return <span className="text-muted">No code yet</span>;
  return (
    <span className="num inline-flex items-center gap-1 whitespace-nowrap">
      {row.hashCode}
      {onReveal && row.newestCodeId && (
        <IconButton label={`Reveal the newest code of ${row.title}`} onClick={onReveal}>
          <Eye size={18} aria-hidden="true" />
        </IconButton>
      )}
    </span>
  );
}

function Stock({
  title,
  stock,
  sold,
  isLowStock,
  isFulfilledByHand,
  quarantine,
  onQuarantine,
}: AdminGiftCard & { onQuarantine: () => void }) {
  const quarantined = quarantine.sold + quarantine.unproven;
  return (
    <span className="inline-flex items-center gap-2 xl:grid xl:justify-items-end xl:gap-0.5">
      <span className="inline-flex items-center gap-2">
        {isLowStock && (
          <Badge tone="loss" className="max-xl:order-last">
            {stock === 0 ? 'Out of stock' : 'Low stock'}
          </Badge>
        )}
        <span>
          {stock > maxStock ? `${formatAmount(maxStock)}+` : formatAmount(stock)}
          <InsteadOfHeading> in stock</InsteadOfHeading>
        </span>
      </span>
      <span className="whitespace-nowrap text-muted text-xs max-xl:shut:hidden">
        {formatAmount(sold)} sold{isFulfilledByHand && ' · also by hand'}
      </span>
      {quarantined > 0 && (
        <button
          type="button"
          className="whitespace-nowrap text-text text-xs underline underline-offset-2 max-xl:shut:hidden"
          aria-label={`${formatAmount(quarantined)} in quarantine: why? ${title}`}
          onClick={onQuarantine}
        >
          {formatAmount(quarantined)} in quarantine
        </button>
      )}
    </span>
  );
}
