// SPDX-License-Identifier: Apache-2.0

/** A user's page in the dashboard. */
export function userAddress(id: string): string {
  return `/dashboard/users/${id}`;
}
