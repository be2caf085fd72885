// SPDX-License-Identifier: Apache-2.0

/** The address of a player's page. */
export function playerPath(handle: string): string {
  return `/players/${handle}`;
}
