// SPDX-License-Identifier: Apache-2.0

/** At the server, which remembers by it how far the log is kept. */
export const slotName = 'finalring_backup';
