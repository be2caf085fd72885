// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { WebhookEndpoint } from '../../../contract/outgoing-webhooks-admin.ts';
import { plural } from '../../lib/format.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { asWhole, toWaitingKind, type WaitingKind } from '../../ui/waiting-work.ts';
import { failingWebhooksQuery } from './api.ts';
import { endpointAddress } from './webhook-words.tsx';

function toDetail(offReason: WebhookEndpoint['offReason'], waiting: number): string {
  if (offReason === 'gone') return 'It answered that it’s gone and was turned off.';
  if (offReason) return 'It failed for days and was turned off.';
  return `Nothing gets through. ${plural(waiting, 'message')} waiting.`;
}

/** Webhooks whose deliveries fail, without those that an administrator turned off. */
export function useWaitingWebhooks(): WaitingKind {
  const isShown = usePermissions()('outgoing-webhooks:read');
  const query = useQuery({ ...failingWebhooksQuery, select: asWhole, enabled: isShown });
  return toWaitingKind(
    isShown ? query : undefined,
    ({ _id, address, offReason, offSince, failingSince, createdAt, waiting }) => ({
      id: _id,
      title: address,
      detail: toDetail(offReason, waiting),
      since: failingSince ?? offSince ?? createdAt,
      to: endpointAddress(_id),
      deeds: [],
    }),
  );
}
