// SPDX-License-Identifier: Apache-2.0

/**
 * Dollars as typed, with a point or a comma before the cents.
 * @returns cents; undefined if that isn't an amount below a billion dollars
 */
export function toCents(typed: string): number | undefined {
  const text = typed.trim();
  return /^\d{1,9}([.,]\d{1,2})?$/.test(text) ? Math.round(Number(text.replace(',', '.')) * 100) : undefined;
}
