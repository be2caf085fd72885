// SPDX-License-Identifier: Apache-2.0

/** Between the form of a package, in dollars, and how it is kept, in cents. */
import type { PackageInput } from '../../../../contract/coins-admin.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';

/** What the form says, as it is kept; the price that is charged is never taken from it. */
export function toTerms({ title, coins, originalPrice, discountPercentage }: PackageInput) {
  return { title, coins, originalPriceCents: Math.round(originalPrice * 100), discountPercentage };
}

/** What the form showed, in the units in which it is kept. */
export function loadedTerms({ originalPrice, ...shown }: Record<string, unknown>) {
  return typeof originalPrice === 'number'
    ? { ...shown, originalPriceCents: Math.round(originalPrice * 100) }
    : shown;
}

/** What somebody else has changed meanwhile as the form shows it, which sends it back as seen when it is saved again. */
export function toFormUnits(refusal: Refusal): Refusal {
  if (refusal.refused !== 'changed_meanwhile') return refusal;
  const current = Object.entries(refusal.data?.current as Record<string, unknown>).map(([field, value]) =>
    field === 'originalPriceCents' ? ['originalPrice', Number(value) / 100] : [field, value],
  );
  const fields = current.map(([field]) => field).join(', ');
  return refuse('changed_meanwhile', { fields, current: Object.fromEntries(current) });
}
