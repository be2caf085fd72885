// SPDX-License-Identifier: Apache-2.0

/**
 * A package's price, calculated as on the server: in whole cents, halves rounded up, so that form and charge agree.
 * @param price as typed, in dollars; @param discount as typed, in percent. Anything that isn't a number counts as 0.
 * @returns dollars with two decimals, such as "4.49"
 */
export function discountedPrice(price: unknown, discount: unknown): string {
  const cents = Math.round(toNumber(price) * 100);
  const hundredths = Math.round(Math.min(Math.max(toNumber(discount), 0), 100) * 100);
  return (Math.floor((cents * (10_000 - hundredths)) / 10_000 + 0.5) / 100).toFixed(2);
}

function toNumber(typed: unknown): number {
  const number = Number.parseFloat(String(typed));
  return Number.isFinite(number) ? number : 0;
}
