// SPDX-License-Identifier: Apache-2.0

/** The replication slot, by which the server remembers how much of the log is stored. */
export const slotName = 'finalring_backup';
