// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import { coinsApi } from '../../../contract/coins.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';
import type { OrderedPackages } from './packages.ts';

/** Packages on sale, cheapest first. */
export const packagesQuery = queryOptions({
  queryKey: ['coin-packages'],
  queryFn: ({ signal }) => call(coinsApi.packages, {}, { signal, quiet: true }),
});

/** @param offer includes the price that the player saw; the server refuses any other */
export function createIntent(
  { packages, ...offer }: OrderedPackages & { discountedPrice: number },
  idempotencyKey: string,
) {
  const several = packages && { packages: [...packages] };
  const body = { ...offer, ...several, paymentGateway: 'stripe' as const };
  return call(coinsApi.createIntent, { body }, { idempotencyKey, quiet: true });
}

export function readPayment(id: string, signal?: AbortSignal) {
  return call(coinsApi.payment, { params: { id } }, { quiet: true, ...(signal && { signal }) });
}

/** Cancels a payment unless it is paid; returns its state. */
export function withdrawPayment(id: string) {
  return call(coinsApi.withdrawPayment, { params: { id } }, { quiet: true });
}

const pollMs = 2_000;
const patientPollMs = 15_000;
const impatientReadings = 30;

/**
 * A payment's state. The live stream reports the credit immediately. Polling, ever less frequently, is the fallback.
 */
export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.payments, id],
    queryFn: ({ signal }) => readPayment(id, signal),
    refetchInterval: ({ state }) => {
      if (state.data && state.data.status !== 'open') return false;
      const readings = state.dataUpdateCount + state.errorUpdateCount;
      return readings < impatientReadings ? pollMs : patientPollMs;
    },
  });
}
