// SPDX-License-Identifier: Apache-2.0

/**
 * Cancelled practice may be repeated and takes readings each time. Without a limit, free attempts would crowd out paid ones.
 */
export const maxPractice = 5;
