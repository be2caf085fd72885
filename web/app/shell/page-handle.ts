// SPDX-License-Identifier: Apache-2.0

/** What a route exports as `handle`. */
export interface PageHandle {
  /** What stands below it is behind the sign-in. */
  isClosed?: true;
  /** Visitors may open it, though it stands below what is closed. */
  isOpen?: true;
  /** It ends with its content: the players' footer has no place below it. */
  isWithoutFooter?: true;
  /** Players wait for results here: messages are offered, which elsewhere would lie on top of what the page is for. */
  isForWaiting?: true;
}
