// SPDX-License-Identifier: Apache-2.0

/** The card provider's smallest and largest payment. */
export const minPaymentCents = 50;
export const maxPaymentCents = 99_999_999;

/** How many packages one payment may contain: in total, and of different kinds. */
export const maxPacksPerPayment = 100;
export const maxKindsPerPayment = 10;
