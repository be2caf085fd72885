// SPDX-License-Identifier: Apache-2.0

/**
 * Limits repeated practice. Cancelled practice may be repeated and uses readings each time, so without a limit free
 * attempts would crowd out paid ones.
 */
export const maxPractice = 5;
