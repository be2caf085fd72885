// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAmount, plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Coins } from '../../ui/coins.tsx';
import { Notice } from '../../ui/panels.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { CardPicture } from './card-picture.tsx';
import { productPath } from './card-words.ts';
import type { CartRow, LineProblem } from './cart-lines.ts';
import { DeliveryLine } from './delivery-line.tsx';
import { QuantityField } from './quantity-field.tsx';
import './cart-table.css';

export interface CartTableActions {
  setQuantity: (row: CartRow, quantity: number) => void;
  remove: (row: CartRow) => void;
  /** Accepts the row's new price. */
  acceptPrice: (row: CartRow) => void;
}

/** The cart's lines (product specification, section 2.9). Each shows its own problem and how to fix it. */
export function CartTable({ rows, actions }: { rows: readonly CartRow[]; actions: CartTableActions }) {
  const columns: Column<CartRow>[] = [
    { header: 'Product', cell: (row) => <Product row={row} actions={actions} />, isTitle: true },
    { header: 'Price', cell: ({ card }) => <Coins amount={card.gcCoin} size={16} />, isFigure: true },
    {
      header: 'Quantity',
      cell: (row) => (
        <QuantityField
          name={getName(row)}
          quantity={row.quantity}
          onChange={(quantity) => actions.setQuantity(row, quantity)}
        />
      ),
    },
    { header: 'Subtotal', cell: ({ subtotal }) => <Coins amount={subtotal} size={16} />, isFigure: true },
    {
      header: 'Actions',
      isAction: true,
      cell: (row) => (
        <Button
          size="sm"
          aria-label={`Remove ${getName(row)}`}
          className="-mx-3.5 bg-transparent! hover:bg-ink-3! max-lg:-my-2.5"
          onClick={() => actions.remove(row)}
        >
          Remove
        </Button>
      ),
    },
  ];
  return (
    <div className="cart-lines">
      <Table caption="Cart" columns={columns} rows={rows} rowKey={({ card }) => card._id} isWide />
    </div>
  );
}

function getName({ card }: CartRow): string {
  return card.title || 'Gift Card';
}

function Product({ row, actions }: { row: CartRow; actions: CartTableActions }) {
  const { card, priceBefore, problem } = row;
  return (
    <div className="grid w-full gap-3">
      <div className="flex items-start gap-4">
        <CardPicture
          image={card.image}
          type={card.type}
          kind={card.kind}
          sizes="6rem"
          isEager
          className="cut cut-sm w-20 shrink-0 sm:w-24"
        />
        <div className="min-w-0">
          <Link
            to={productPath(card._id)}
            className="block w-fit font-display font-semibold text-base hover:underline"
          >
            {getName(row)}
          </Link>
          <p className="line-clamp-2 font-normal font-sans text-muted text-sm">{card.description}</p>
          {!problem && (
            <p className="mt-1 font-normal font-sans">
              <DeliveryLine card={card} />
            </p>
          )}
          {priceBefore !== undefined && !problem && (
            <p role="status" className="mt-1 font-normal font-sans text-gold text-sm">
              The price changed from {formatAmount(priceBefore)} to {plural(card.gcCoin, 'coin')}.
            </p>
          )}
        </div>
      </div>
      {problem && <ProblemNotice row={row} problem={problem} actions={actions} />}
    </div>
  );
}

/** Why this line can't be bought, and the fix. */
function ProblemNotice({
  row,
  problem,
  actions,
}: {
  row: CartRow;
  problem: LineProblem;
  actions: CartTableActions;
}) {
  const name = getName(row);
  switch (problem.kind) {
    case 'unavailable':
      return (
        <Problem title="No longer on sale">
          <Button size="sm" onClick={() => actions.remove(row)} aria-label={`Remove it: ${name}`}>
            Remove it
          </Button>
        </Problem>
      );
    case 'price_changed':
      return (
        <Problem
          title={`The price changed from ${formatAmount(problem.from)} to ${plural(problem.to, 'coin')}`}
        >
          <Button size="sm" onClick={() => actions.acceptPrice(row)}>
            Accept {formatAmount(problem.to)}
          </Button>
        </Problem>
      );
    case 'sold_out':
    case 'too_many':
      return problem.left === 0 ? (
        <Problem title="Sold out">
          <Button size="sm" onClick={() => actions.remove(row)} aria-label={`Remove it: ${name}`}>
            Remove it
          </Button>
        </Problem>
      ) : (
        <Problem
          title={
            problem.kind === 'sold_out'
              ? `Only ${formatAmount(problem.left)} left`
              : `You can buy at most ${plural(problem.left, 'card')} of a kind at once`
          }
        >
          <Button size="sm" onClick={() => actions.setQuantity(row, problem.left)}>
            Take {formatAmount(problem.left)}
          </Button>
        </Problem>
      );
  }
}

function Problem({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div data-problem tabIndex={-1} className="scroll-mt-24 max-xl:scroll-mb-36">
      <Notice title={title} className="font-normal font-sans">
        <div className="mt-2">{children}</div>
      </Notice>
    </div>
  );
}
