// SPDX-License-Identifier: Apache-2.0

import { useId } from 'react';
import type { ChallengeVariant } from '../../../contract/challenges.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { countMet } from '../../../contract/performance.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Coins } from '../../ui/coins.tsx';
import { FieldError } from '../../ui/field.tsx';
import { DollarsExplained, InDollars } from '../../ui/in-dollars.tsx';
import { Notice } from '../../ui/panels.tsx';
import { SelectField } from '../../ui/select.tsx';
import { challengeName, conditionText } from './challenge-type.ts';
import { usePlayedMatches } from './performance/api.ts';
import { oddsText } from './performance/odds-text.ts';
import type { Entry } from './use-entry.ts';

/** Step 1: the conditions and their rewards. */
export function VariantStep({ entry }: { entry: Entry }) {
  const { challenge, state, dispatch, fee, missing, isPractice } = entry;
  const group = useId();
  const { hidesStats } = gameOf(challenge);
  const matches = usePlayedMatches(challenge);
  return (
    <div className="grid gap-5">
      {isPractice && <PracticeChoice entry={entry} />}
      <table className="w-full border-collapse text-sm" aria-label="Variants of this challenge">
        <thead>
          <tr className="border-line border-b text-left text-muted text-xs">
            <th scope="col" className="py-2 pr-3 font-medium">
              Condition
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {isPractice ? 'Would win (GC)' : 'Reward (GC)'}
            </th>
          </tr>
        </thead>
        <tbody>
          {challenge.challengeVariants.map((variant) => (
            <VariantRow
              key={variant._id}
              variant={variant}
              group={group}
              odds={matches.length > 0 ? oddsText(countMet(matches, variant), matches.length) : undefined}
              isSelected={variant.challengeType === state.challengeType}
              onSelect={() => dispatch({ type: 'select-variant', challengeType: variant.challengeType })}
            />
          ))}
        </tbody>
      </table>
      <DollarsExplained className="-mt-2" />
      {state.errors.variant && <FieldError>{state.errors.variant}</FieldError>}
      {missing > 0 && <MissingCoins entry={entry} />}
      {hidesStats && (
        <Notice tone="gold" title="Important Notice">
          We can’t see your match unless your game stats are public. In the game, open Settings &gt; Account
          and Privacy and turn on Show on career leaderboard before you enter.
        </Notice>
      )}
      {missing === 0 && !isPractice && (
        <p className="flex flex-wrap items-center justify-between gap-2 text-muted text-sm">
          <span>Entry fee</span>
          <span className="grid justify-items-end">
            <Coins amount={fee} className="text-base" />
            <InDollars coins={fee} />
          </span>
        </p>
      )}
    </div>
  );
}

function PracticeChoice({ entry: { choices, challenge, choose } }: { entry: Entry }) {
  return (
    <>
      <p className="text-soft">
        Try one match, decided like a real challenge. It’s free and counts for nothing. You can practise once,
        before your first challenge.
      </p>
      <SelectField
        label="Challenge"
        value={challenge._id}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {choices.map((one) => (
          <option key={one._id} value={one._id}>
            {challengeName(one)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function VariantRow({
  variant,
  group,
  odds,
  isSelected,
  onSelect,
}: {
  variant: ChallengeVariant;
  group: string;
  /** How often the player's latest matches met it; undefined before the first match. */
  odds: string | undefined;
  isSelected: boolean;
  onSelect: () => void;
}) {
  const id = `${group}-${variant._id}`;
  return (
    <tr
      className={cx(
        'border-line-soft border-b transition-colors duration-100',
        isSelected ? 'bg-storm-deep/55' : 'hover:bg-ink-2',
      )}
    >
      <td>
        <label htmlFor={id} className="flex min-h-13 cursor-pointer items-center gap-3 px-3 py-2.5">
          <input
            id={id}
            type="radio"
            name={group}
            value={variant.challengeType}
            checked={isSelected}
            onChange={onSelect}
            aria-describedby={odds && `${id}-odds`}
            className="size-5 shrink-0 cursor-pointer appearance-none rounded-full border-2 border-edge bg-ink transition-[border-width] duration-100 checked:border-[6px] checked:border-storm checked:bg-text hover:border-muted checked:hover:border-storm"
          />
          <span className={isSelected ? 'font-medium' : 'text-soft'}>{conditionText(variant)}</span>
        </label>
        {odds && (
          <p id={`${id}-odds`} className="-mt-2 pr-3 pb-2.5 pl-11 text-muted text-xs">
            {odds}
          </p>
        )}
      </td>
      <td className="p-0 text-right">
        <label htmlFor={id} className="grid cursor-pointer justify-items-end px-3 py-2.5">
          <Coins amount={variant.rewardGC} className="text-base" />
          <InDollars coins={variant.rewardGC} />
        </label>
      </td>
    </tr>
  );
}

function MissingCoins({ entry: { fee, balance = 0, missing } }: { entry: Entry }) {
  return (
    <Notice title="Not enough coins">
      <p>
        You need {formatAmount(fee)} GC and have {formatAmount(balance)}. No coins were taken.
      </p>
      <ButtonLink kind="main" size="sm" to={`/trade-coins?need=${missing}&for=challenge`} className="mt-3">
        Buy Coins Now
      </ButtonLink>
    </Notice>
  );
}
