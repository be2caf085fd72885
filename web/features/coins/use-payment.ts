// SPDX-License-Identifier: Apache-2.0

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { newIdempotencyKey } from '../../lib/api.ts';
import { notify } from '../../ui/toast.tsx';
import { createIntent, packagesQuery, paymentQuery, readPayment, withdrawPayment } from './api.ts';
import { type PackLine, sumPacks } from './pack-combination.ts';
import { type OrderedPackages, toOrdered } from './packages.ts';
import { type PaymentFailure, type PaymentParties, pay, resume } from './pay.ts';
import { closePayment, getOpenPayment, keptPayment, type PaymentRecord } from './payment-record.ts';

type Confirm = PaymentParties['confirm'];
type Phase =
  /** `interrupted`: what is known of a payment that a reload interrupted. */
  | { name: 'idle'; interrupted?: 'unpaid' | 'unknown' }
  /** `resuming`: finding out the state of a payment that a reload interrupted. */
  | { name: 'resuming' | 'processing' }
  | { name: 'failed'; failure: PaymentFailure }
  /** `unclear`: the provider's answer was lost, so the card may or may not have been charged. */
  | { name: 'succeeded' | 'unclear'; paymentId: string };

export interface PaymentFlow {
  phase: Phase;
  /** The packages of the undecided payment. */
  ordered: OrderedPackages | null;
  pay: (lines: readonly PackLine[], confirm: Confirm) => void;
  fail: (failure: PaymentFailure) => void;
  /** Clears the message about the last try. */
  clear: () => void;
  /** Returns to the form, after the coins arrived or the payment failed. */
  finish: () => void;
}

const server = {
  createIntent,
  readPayment,
  withdraw: withdrawPayment,
  newKey: newIdempotencyKey,
  now: Date.now,
};

/**
 * The player's payment on this page (product specification, section 4.4).
 * @param retrieve asks the card provider about an intent; undefined while it loads, null if it failed to load
 */
export function usePayment(playerId: string, retrieve: Confirm | null | undefined): PaymentFlow {
  const queries = useQueryClient();
  useSyncExternalStore(keptPayment.subscribe, keptPayment.read, () => null);
  const [phase, setPhase] = useState<Phase>(() => firstPhase(getOpenPayment(playerId, Date.now())));
  const { mutate } = usePayMutation(retrieve, setPhase);
  useResume(playerId, phase, retrieve, setPhase);
  useFollow(playerId, phase, setPhase);

  return {
    phase,
    ordered: getOpenPayment(playerId, Date.now()),
    pay(lines, confirm) {
      setPhase({ name: 'processing' });
      const wish = { playerId, ...toOrdered(lines), price: sumPacks(lines).cents / 100 };
      mutate({ wish, confirm });
    },
    fail: (failure) => setPhase({ name: 'failed', failure }),
    clear: () => setPhase((last) => (last.name === 'failed' ? { name: 'idle' } : last)),
    finish() {
      void queries.invalidateQueries({ queryKey: packagesQuery.queryKey });
      setPhase({ name: 'idle' });
    },
  };
}

function firstPhase(record: PaymentRecord | null): Phase {
  if (!record?.paymentId) return { name: 'idle' };
  return record.isPaid ? { name: 'succeeded', paymentId: record.paymentId } : { name: 'resuming' };
}

/** Used if the card provider hasn't loaded, so it can't be asked. */
const unavailable: Confirm = () => Promise.reject(new Error('The card provider isn’t loaded'));

/** A payment that seemed to fail, or is unclear, may still arrive. The page then shows it. */
function useFollow(playerId: string, phase: Phase, setPhase: (phase: Phase) => void): void {
  const record = getOpenPayment(playerId, Date.now());
  const isWatched = phase.name === 'failed' || phase.name === 'idle';
  const paymentId = (isWatched && record?.paymentId) || null;
  const { data } = useQuery({
    ...paymentQuery(paymentId ?? ''),
    enabled: paymentId !== null,
    // The live stream reports the change.
    refetchInterval: false,
  });
  const hasArrived =
    data !== undefined && data._id === paymentId && !['open', 'failed'].includes(data.status);
  useEffect(() => {
    if (hasArrived && paymentId) setPhase({ name: 'succeeded', paymentId });
  }, [hasArrived, paymentId, setPhase]);
}

function usePayMutation(retrieve: Confirm | null | undefined, setPhase: (phase: Phase) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ wish, confirm }: { wish: Parameters<typeof pay>[1]; confirm: Confirm }) =>
      pay({ ...server, confirm, retrieve: retrieve ?? unavailable }, wish),
    onSuccess: (outcome) => {
      if ('failure' in outcome) {
        notify.paymentFailed(outcome.failure.title, outcome.failure.message);
        // A package or its price may have changed.
        void queries.invalidateQueries({ queryKey: packagesQuery.queryKey });
        setPhase({ name: 'failed', failure: outcome.failure });
        return;
      }
      if (outcome.notice) notify.paymentFailed(outcome.notice.title, outcome.notice.message);
      setPhase({ name: outcome.isUnclear ? 'unclear' : 'succeeded', paymentId: outcome.paymentId });
    },
  });
}

/** Once the card provider has loaded, checks an interrupted payment. */
function useResume(
  playerId: string,
  phase: Phase,
  retrieve: Confirm | null | undefined,
  setPhase: (phase: Phase) => void,
): void {
  const isWanted = phase.name === 'resuming' && retrieve !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const record = getOpenPayment(playerId, Date.now());
    void findInterrupted(record, retrieve).then((found) => isCurrent && setPhase(found));
    return () => {
      isCurrent = false;
    };
  }, [isWanted, playerId, retrieve, setPhase]);
}

async function findInterrupted(
  record: PaymentRecord | null,
  retrieve: Confirm | null | undefined,
): Promise<Phase> {
  if (!record?.paymentId) return { name: 'idle' };
  const { paymentId } = record;
  const found = await resume({ ...server, retrieve: retrieve ?? unavailable }, { ...record, paymentId });
  return found === 'paid' ? { name: 'succeeded', paymentId } : { name: 'idle', interrupted: found };
}

/** Removes a decided payment's record, so that the next press starts a new payment. */
export function closePaymentFor(playerId: string, paymentId: string): void {
  const record = getOpenPayment(playerId, Date.now());
  if (record?.paymentId === paymentId) closePayment(record.key);
}
