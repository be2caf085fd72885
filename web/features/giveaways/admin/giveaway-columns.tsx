// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { AdminGiveaway } from '../../../../contract/giveaways-admin.ts';
import { formatAmount } from '../../../lib/format.ts';
import { IconLink } from '../../../ui/button.tsx';
import { Amount } from '../../../ui/coins.tsx';
import { dataColumns } from '../../../ui/data-columns.ts';
import { InsteadOfHeading } from '../../../ui/data-row.tsx';
import { ShieldCheck } from '../../../ui/icons/shield-check.ts';
import { When } from '../../../ui/narrow-time.tsx';
import { DeleteButton, EditButton } from '../../../ui/row-buttons.tsx';
import type { Asked } from '../../../ui/row-dialogs.tsx';
import { Badge } from '../../../ui/status.tsx';
import { Switch } from '../../../ui/switch.tsx';

interface Does {
  onOpen: (giveaway: AdminGiveaway) => void;
  /** Missing if the administrator lacks the permission. */
  onToggle?: ((giveaway: AdminGiveaway) => Promise<unknown>) | undefined;
  onAsk?: ((asked: Asked<AdminGiveaway>) => void) | undefined;
}

const link =
  'min-h-6 max-w-full text-left underline max-xl:shut:truncate decoration-edge underline-offset-4 hover:decoration-current focus-visible:outline-offset-2';

/** Product specification, section 2.15, Giveaways. Read-only administrators get no switch and no buttons. */
export function giveawayColumns({ onOpen, onToggle, onAsk }: Does) {
  const { column, field, actions } = dataColumns<AdminGiveaway>();
  const figure = { isFigure: true };
  return [
    field('title', 'Title', (row) => <Opener onPress={() => onOpen(row)}>{row.title}</Opener>, {
      isTitle: true,
    }),
    field('prizeType', 'Prize Type'),
    field(
      'prizeAmount',
      'Prize Amount',
      ({ prizeType, prizeAmount }) => <Amount currency={prizeType} amount={prizeAmount} size={16} />,
      { ...figure, narrow: 'figure' },
    ),
    field('startDate', 'Start Date', ({ startDate }) => <When time={startDate} />),
    field('endDate', 'End Date', (row) => <EndDate {...row} />, { narrow: 'note' }),
    field('winnerCount', 'Winner Count', undefined, figure),
    column(
      'participants',
      'Participants',
      ({ participantCount }) => participantCount,
      (row) => (
        <Opener
          label={`${formatAmount(row.participantCount)} participants of ${row.title}`}
          onPress={() => onOpen(row)}
        >
          {formatAmount(row.participantCount)}
        </Opener>
      ),
      figure,
    ),
    column(
      'isCompleted',
      'isCompleted',
      ({ isCompleted }) => (isCompleted ? 'Yes' : 'No'),
      ({ isCompleted }) => <Badge tone={isCompleted ? 'win' : 'muted'}>{isCompleted ? 'Yes' : 'No'}</Badge>,
    ),
    actions((row) => <Buttons row={row} onAsk={onAsk} />),
    column(
      'isActive',
      'Status',
      ({ isActive }) => (isActive ? 'Active' : 'Inactive'),
      (row) => (
        <Switch
          label={`${row.title} is active`}
          checked={row.isActive}
          disabled={!onToggle}
          onChange={() => onToggle?.(row)}
        />
      ),
      { narrow: 'state' },
    ),
  ];
}

function Opener({ label, onPress, children }: { label?: string; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={link} aria-label={label} onClick={onPress}>
      {children}
    </button>
  );
}

function EndDate({ endDate }: AdminGiveaway) {
  return (
    <>
      <InsteadOfHeading>Ends </InsteadOfHeading>
      <When time={endDate} />
    </>
  );
}

function Buttons({ row, onAsk }: { row: AdminGiveaway; onAsk: Does['onAsk'] }) {
  return (
    <span className="inline-flex gap-1">
      {row.isCompleted && <CheckLink giveaway={row} />}
      {onAsk && !row.isCompleted && (
        <EditButton name={row.title} onClick={() => onAsk({ what: 'edit', row })} />
      )}
      {onAsk && row.participantCount === 0 && (
        <DeleteButton name={row.title} onClick={() => onAsk({ what: 'delete', row })} />
      )}
    </span>
  );
}

/** Links to the page where anyone can verify the draw. */
function CheckLink({ giveaway: { _id, title } }: { giveaway: AdminGiveaway }) {
  return (
    <IconLink to={`/giveaways/${_id}`} label={`Check the draw of ${title}`}>
      <ShieldCheck size={18} aria-hidden="true" />
    </IconLink>
  );
}
