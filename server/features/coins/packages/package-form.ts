// SPDX-License-Identifier: Apache-2.0

/** Converts between the form of a package, in dollars, and its stored terms, in cents. */
import type { PackageInput } from '../../../../contract/coins-admin.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';

/** The form's values in stored units; the charged price is never taken from the form. */
export function toTerms({ title, coins, originalPrice, discountPercentage }: PackageInput) {
  return { title, coins, originalPriceCents: Math.round(originalPrice * 100), discountPercentage };
}

/** The values that the form displayed, in stored units. */
export function loadedTerms({ originalPrice, ...shown }: Record<string, unknown>) {
  return typeof originalPrice === 'number'
    ? { ...shown, originalPriceCents: Math.round(originalPrice * 100) }
    : shown;
}

/** Converts other administrators' changes to the form's units; saving again sends them back as the displayed values. */
export function toFormUnits(refusal: Refusal): Refusal {
  if (refusal.refused !== 'changed_meanwhile') return refusal;
  const current = Object.entries(refusal.data?.current as Record<string, unknown>).map(([field, value]) =>
    field === 'originalPriceCents' ? ['originalPrice', Number(value) / 100] : [field, value],
  );
  const fields = current.map(([field]) => field).join(', ');
  return refuse('changed_meanwhile', { fields, current: Object.fromEntries(current) });
}
