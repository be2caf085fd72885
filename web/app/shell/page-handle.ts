// SPDX-License-Identifier: Apache-2.0

/** What a route exports as `handle`. */
export interface PageHandle {
  /** What stands below it is behind the sign-in. */
  isClosed?: true;
  /** Visitors may open it, though it stands below what is closed. */
  isOpen?: true;
  /** It ends with its content: the players' footer has no place below it. */
  isWithoutFooter?: true;
  /** Somebody pays here: nothing is offered on top of it. */
  isForPaying?: true;
}
