// SPDX-License-Identifier: Apache-2.0

/** How Discord lists a linked account of the first game. */
export const linkedAccount = { type: 'epicgames', id: /^[0-9a-f]{32}$/ };
