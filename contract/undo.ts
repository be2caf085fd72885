// SPDX-License-Identifier: Apache-2.0

/** How long the dashboard offers to undo a change, in milliseconds. */
export const undoMs = 8_000;
/**
 * How long mails, pushes, codes and webhooks of an undoable change are held. Longer than the offer, so that a late
 * press still reaches the server in time.
 */
export const heldMs = undoMs + 2_000;
