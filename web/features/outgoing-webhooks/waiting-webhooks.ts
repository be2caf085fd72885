// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { plural } from '../../lib/format.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { asWhole, toWaitingKind, type WaitingKind } from '../../ui/waiting-work.ts';
import { failingWebhooksQuery } from './api.ts';
import { endpointAddress } from './webhook-words.tsx';

/** Webhooks whose deliveries fail, without those that an administrator turned off. */
export function useWaitingWebhooks(): WaitingKind {
  const isShown = usePermissions()('outgoing-webhooks:read');
  const query = useQuery({ ...failingWebhooksQuery, select: asWhole, enabled: isShown });
  return toWaitingKind(
    isShown ? query : undefined,
    ({ _id, address, offReason, offSince, failingSince, createdAt, waiting }) => ({
      id: _id,
      title: address,
      detail: offReason
        ? `It ${offReason === 'gone' ? 'answered that it’s gone' : 'failed for days'} and was turned off.`
        : `Nothing gets through. ${plural(waiting, 'message')} waiting.`,
      since: failingSince ?? offSince ?? createdAt,
      to: endpointAddress(_id),
      deeds: [],
    }),
  );
}
