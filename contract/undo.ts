// SPDX-License-Identifier: Apache-2.0

/** How long the dashboard offers to undo a change, in milliseconds. */
export const undoMs = 8_000;
/** How long mails, pushes, codes and webhooks of it are held: a press in the last moment has its way to the server. */
export const heldMs = undoMs + 2_000;
