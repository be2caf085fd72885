// SPDX-License-Identifier: Apache-2.0

/** What a route exports as `handle`. */
export interface PageHandle {
  /** The pages below it are behind the sign-in. */
  isClosed?: true;
  /** Visitors may open it, although it is below a closed route. */
  isOpen?: true;
  /** The page ends with its content and has no place for the players' footer below. */
  isWithoutFooter?: true;
  /** Players wait for results here, so this device's messages are looked after. */
  isForWaiting?: true;
}
