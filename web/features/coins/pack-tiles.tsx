// SPDX-License-Identifier: Apache-2.0

import { useId } from 'react';
import type { CoinPackage } from '../../../contract/coins.ts';
import { cx } from '../../lib/class-names.ts';
import { findBestOffer } from '../../lib/coin-price.ts';
import { formatPrice } from '../../lib/format.ts';
import { Coins } from '../../ui/coins.tsx';
import { Badge } from '../../ui/status.tsx';
import { sumPacks } from './pack-combination.ts';
import { PackPicture } from './pack-picture.tsx';
import { type PackOption, packsInWords } from './packages.ts';

/** The packages side by side: the same choice as the order's list of labels. */
export function PackTiles({
  options,
  packages,
  chosen,
  onChoose,
  isDisabled,
}: {
  options: readonly PackOption[];
  packages: readonly CoinPackage[];
  chosen: PackOption | undefined;
  onChoose: (key: string) => void;
  isDisabled: boolean;
}) {
  const group = useId();
  const best = findBestOffer(packages);
  const [several, singles] = [true, false].map((isSeveral) =>
    options
      .filter(({ lines }) => sumPacks(lines).packs > 1 === isSeveral)
      .map((option) => (
        <Tile
          key={option.key}
          option={option}
          isBest={best !== undefined && option.key === best._id && packages.length > 1}
          group={group}
          isChosen={option.key === chosen?.key}
          onChoose={() => onChoose(option.key)}
        />
      )),
  );
  return (
    <fieldset disabled={isDisabled} className="grid min-w-0 gap-3">
      <legend className="mb-4 font-display font-semibold text-xl">Choose a package</legend>
      {several}
      <div className={tileColumns}>{singles}</div>
    </fieldset>
  );
}

export const tileColumns = 'grid grid-cols-[repeat(auto-fit,minmax(min(8.25rem,100%),1fr))] gap-3';

/** The saving, only on single packages; the best one says so. */
function Tile({
  option: { key, lines, badge },
  isBest,
  group,
  isChosen,
  onChoose,
}: {
  option: PackOption;
  isBest: boolean;
  group: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { coins, cents, packs } = sumPacks(lines);
  const discount = packs === 1 ? lines[0]?.pack.discountPercentage : 0;
  return (
    <label
      className={cx(
        'cut cut-md relative grid min-w-0 cursor-pointer p-px transition-colors duration-100',
        'has-focus-visible:bg-storm-soft has-disabled:cursor-default',
        isChosen ? 'bg-gold' : 'bg-line hover:bg-edge',
      )}
    >
      <input
        type="radio"
        name={group}
        value={key}
        checked={isChosen}
        onChange={onChoose}
        className="peer sr-only"
      />
      <span
        className={cx(
          'cut-inner flex gap-x-4 px-4 py-3.5 outline-storm-soft peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-4',
          packs > 1 ? 'flex-wrap items-center gap-y-1' : 'flex-col gap-y-2',
          isChosen ? 'bg-gold-panel' : 'bg-ink-1',
        )}
      >
        <span className="z-1 flex min-h-6 items-center justify-between gap-2">
          <Mark isChosen={isChosen} />
          {(badge || isBest) && <Badge tone="gold">{badge ?? 'Best value'}</Badge>}
        </span>
        <PackPicture coins={coins} className={packs > 1 ? 'h-16 w-22' : '-mt-3 h-22 w-full'} />
        <Coins amount={coins} size={22} className="text-2xl" />
        <span className="num text-lg text-text">
          {formatPrice(cents / 100)}{' '}
          {!!discount && <span className="ml-1 text-gold text-sm">-{discount}%</span>}
        </span>
        {packs > 1 && <span className="text-muted text-sm">{packsInWords(lines)}</span>}
      </span>
    </label>
  );
}

/** Marks the chosen one with more than colour. */
function Mark({ isChosen }: { isChosen: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'size-4.5 rounded-full border-2 bg-ink',
        isChosen ? 'border-[5px] border-gold' : 'border-edge',
      )}
    />
  );
}
