// SPDX-License-Identifier: Apache-2.0

/** The card provider accepts no smaller payment, and no larger one. */
export const minPaymentCents = 50;
export const maxPaymentCents = 99_999_999;

/** How many packages one payment holds: in all, and of different kinds. */
export const maxPacksPerPayment = 100;
export const maxKindsPerPayment = 10;
