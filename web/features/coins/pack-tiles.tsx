// SPDX-License-Identifier: Apache-2.0

import { useId } from 'react';
import type { CoinPackage } from '../../../contract/coins.ts';
import { cx } from '../../lib/class-names.ts';
import { formatCents, formatPrice } from '../../lib/format.ts';
import { Coins } from '../../ui/coins.tsx';
import { Badge } from '../../ui/status.tsx';
import { packageWorth } from './packages.ts';

/** The packages side by side, with the price per coin: the same choice as the list of labels below. */
export function PackTiles({
  packages,
  chosenId,
  onChoose,
  isDisabled,
}: {
  packages: readonly CoinPackage[];
  chosenId: string | undefined;
  onChoose: (packageId: string) => void;
  isDisabled: boolean;
}) {
  const group = useId();
  return (
    <fieldset disabled={isDisabled} className="min-w-0">
      <legend className="mb-2 font-medium text-sm">Packages</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.25rem,100%),1fr))] gap-3">
        {packages.map((pack) => (
          <Tile
            key={pack._id}
            pack={pack}
            packages={packages}
            group={group}
            isChosen={pack._id === chosenId}
            onChoose={() => onChoose(pack._id)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Tile({
  pack,
  packages,
  group,
  isChosen,
  onChoose,
}: {
  pack: CoinPackage;
  packages: readonly CoinPackage[];
  group: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { centsPerCoin, bonusPercent } = packageWorth(pack, packages);
  return (
    <label
      className={cx(
        'cut cut-md relative grid cursor-pointer p-px transition-colors duration-100',
        'has-focus-visible:bg-storm-soft has-disabled:cursor-default',
        isChosen ? 'bg-gold' : 'bg-line hover:bg-edge',
      )}
    >
      <input
        type="radio"
        name={group}
        value={pack._id}
        checked={isChosen}
        onChange={onChoose}
        className="peer sr-only"
      />
      <span
        className={cx(
          'cut-inner flex flex-col gap-0.5 px-3.5 py-3 outline-storm-soft peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-4',
          isChosen ? 'bg-gold-panel' : 'bg-ink-1',
        )}
      >
        <span className="flex min-h-6 items-start justify-between gap-2">
          <Mark isChosen={isChosen} />
          {bonusPercent !== undefined && bonusPercent > 0 && (
            <Badge tone="gold">+{bonusPercent}% coins</Badge>
          )}
        </span>
        <Coins amount={pack.coins} size={18} className="mt-1 text-xl" />
        <span className="num text-text">{formatPrice(pack.discountedPrice)}</span>
        <span className="text-muted text-xs">
          {centsPerCoin === undefined ? 'free' : `${formatCents(centsPerCoin)} per coin`}
        </span>
      </span>
    </label>
  );
}

/** Marks the chosen one, so that it is not shown by colour alone. */
function Mark({ isChosen }: { isChosen: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'mt-0.5 size-4.5 rounded-full border-2 bg-ink',
        isChosen ? 'border-[5px] border-gold' : 'border-edge',
      )}
    />
  );
}
