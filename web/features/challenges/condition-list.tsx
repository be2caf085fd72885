// SPDX-License-Identifier: Apache-2.0

import { type AttemptCondition, toConditions } from '../../../contract/attempt-conditions.ts';
import type { Attempt } from '../../../contract/challenges.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount, plural } from '../../lib/format.ts';
import { Check } from '../../ui/icons/check.ts';
import { X } from '../../ui/icons/x.ts';

/** How close an attempt came to a condition, in words. */
function toWords({ what, needed, reached, isMet }: AttemptCondition): string {
  if (what === 'kills') {
    if (reached === null) return plural(needed, 'kill');
    return `Kills ${formatAmount(reached)} of ${formatAmount(needed)}`;
  }
  const asked = needed === 1 ? 'First place' : `Top ${needed}`;
  if (isMet || reached === null) return asked;
  return `${asked}, you reached the top ${reached}`;
}

const delays = ['motion-safe:[animation-delay:700ms]', 'motion-safe:[animation-delay:1100ms]'];

/** The conditions of a played attempt, each met or missed. */
export function ConditionList({ attempt }: { attempt: Attempt }) {
  const conditions = toConditions(attempt);
  if (conditions.length === 0) return null;
  return (
    <ul aria-label="Conditions" className="grid gap-2 text-left">
      {conditions.map((condition, place) => (
        <li
          key={condition.what}
          className={cx('flex animate-rise items-center gap-3 font-medium', delays[place])}
        >
          {condition.isMet ? (
            <Check size={20} strokeWidth={3} className="shrink-0 text-win" aria-hidden="true" />
          ) : (
            <X size={20} strokeWidth={3} className="shrink-0 text-loss" aria-hidden="true" />
          )}
          <span>
            {toWords(condition)}
            <span className={condition.isMet ? 'text-win' : 'text-loss'}>
              {condition.isMet ? ': met' : ': missed'}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
