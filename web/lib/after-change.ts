import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * After a change by an administrator: fetches at once what shows it and is on the screen; everything else counts as
 * outdated and is fetched when it is next shown. A refund moves the coins on a user's page, a voided attempt the
 * overview, a card that is taken off sale the shop: no change has to know them all.
 * @param shown first parts of the keys of what shows the change
 */
export async function refreshAfterChange(queries: QueryClient, ...shown: readonly QueryKey[]): Promise<void> {
  await queries.invalidateQueries({ refetchType: 'none' });
  await Promise.all(shown.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
