// SPDX-License-Identifier: Apache-2.0

import type { ChallengeVariant } from '../../../../contract/challenges.ts';
import type { AdminChallenge } from '../../../../contract/challenges-admin.ts';
import { gameLine } from '../../../../contract/games/game-line.ts';
import { gameOf } from '../../../../contract/games/games.ts';
import { formatAmount, plural } from '../../../lib/format.ts';
import { Coins } from '../../../ui/coins.tsx';
import { dataColumns } from '../../../ui/data-columns.ts';
import { InsteadOfHeading } from '../../../ui/data-row.tsx';
import { DeleteButton, EditButton } from '../../../ui/row-buttons.tsx';
import type { Asked } from '../../../ui/row-dialogs.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { displayType } from '../challenge-type.ts';

/** The table of challenges; without buttons for administrators who may only read. */
export function challengeColumns({
  mayWrite,
  hasGames,
  onToggle,
  onAsk,
}: {
  mayWrite: boolean;
  /** Whether there is more than one game. */
  hasGames: boolean;
  onToggle: (row: AdminChallenge, isActive: boolean) => Promise<unknown>;
  onAsk: (asked: Asked<AdminChallenge>) => void;
}) {
  const { column, field, actions } = dataColumns<AdminChallenge>();
  return [
    field('description', 'Challenge', undefined, { isTitle: true }),
    ...(hasGames ? [column('game', 'Game', gameLine)] : []),
    column(
      'variants',
      'Variants',
      ({ challengeVariants }) => challengeVariants.map(variantText).join('; '),
      ({ challengeVariants }) => <Variants variants={challengeVariants} />,
    ),
    field('attempts', 'Attempts', (row) => <Attempts {...row} />, { isFigure: true, narrow: 'figure' }),
    field('running', 'Running', ({ running }) => formatAmount(running), { isFigure: true }),
    column(
      'isActive',
      'Status',
      ({ isActive }) => (isActive ? 'Open' : 'Closed'),
      (row) => (
        <span className="grid gap-1">
          <Switch
            label={`${row.description} is open`}
            checked={row.isActive}
            words={{ on: 'Open', off: 'Closed' }}
            disabled={!mayWrite}
            onChange={(isActive) => onToggle(row, isActive)}
          />
          {row.closedBecause && (
            <span className="wrap-anywhere text-muted text-xs">
              {gameOf(row).name} is closed
              <span className="max-xl:sr-only"> for entries: {row.closedBecause}</span>
            </span>
          )}
        </span>
      ),
      { narrow: 'state' },
    ),
    ...(mayWrite
      ? [
          actions((row) => (
            <span className="inline-flex gap-1">
              <EditButton name={row.description} onClick={() => onAsk({ what: 'edit', row })} />
              <DeleteButton name={row.description} onClick={() => onAsk({ what: 'delete', row })} />
            </span>
          )),
        ]
      : []),
  ];
}

function Attempts({ attempts }: AdminChallenge) {
  return (
    <>
      {formatAmount(attempts)}
      <InsteadOfHeading> attempts</InsteadOfHeading>
    </>
  );
}

/** `TOP10_2KILL_SOLO (top 10, 2 kills): fee 100, reward 300` */
function variantText(variant: ChallengeVariant): string {
  const { challengeType, requiredPlacement, requiredKills, entryFeeGC, rewardGC } = variant;
  return `${challengeType} (top ${requiredPlacement}, ${plural(requiredKills, 'kill')}): fee ${formatAmount(entryFeeGC)}, reward ${formatAmount(rewardGC)}`;
}

function Variants({ variants }: { variants: readonly ChallengeVariant[] }) {
  return (
    <ul className="min-w-0 sm:inline-grid sm:grid-cols-[auto_auto_auto] sm:gap-x-4">
      {variants.map((variant) => (
        <li
          key={variant._id}
          title={variant.challengeType}
          className="flex flex-wrap items-center gap-x-2.5 py-0.5 sm:col-span-full sm:grid sm:grid-cols-subgrid sm:text-left"
        >
          <span className="whitespace-nowrap">{displayType(variant.challengeType)}</span>
          <span className="text-right">
            <span className="sr-only">, entry fee </span>
            <Coins amount={variant.entryFeeGC} size={15} className="gap-1.5!" />
          </span>
          <span className="whitespace-nowrap text-right">
            <span className="sr-only">, reward </span>
            <span aria-hidden="true" className="pr-2 text-faint">
              →
            </span>
            <Coins amount={variant.rewardGC} size={15} className="gap-1.5!" />
          </span>
        </li>
      ))}
    </ul>
  );
}
