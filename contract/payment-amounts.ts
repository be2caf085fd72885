// SPDX-License-Identifier: Apache-2.0

/** The card provider accepts no smaller payment. */
export const minPaymentCents = 50;
