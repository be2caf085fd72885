// SPDX-License-Identifier: Apache-2.0

import type { WebhookEndpoint, WebhookSend } from '../../../contract/outgoing-webhooks-admin.ts';
import type { ChosenEventType } from '../../../contract/webhook-events.ts';
import { Badge } from '../../ui/status.tsx';

/** What each event means, for the form. */
export const eventWords: Record<ChosenEventType, string> = {
  'challenge.decided': 'A challenge was won, lost or cancelled',
  'challenge.overturned': 'A dispute was decided as won',
  'challenge.voided': 'A result was voided',
  'purchase.completed': 'Gift cards were bought',
  'delivery.due': 'A gift card needs delivery by hand',
  'purchase.delivered': 'A gift card was delivered',
  'purchase.refunded': 'A gift card was refunded',
  'payment.credited': 'Coins were bought by card',
  'payment.reversed': 'A card payment was refunded, disputed or restored',
  'giveaway.drawn': 'A giveaway was drawn',
};

export const endpointAddress = (id: string) => `/dashboard/outgoing-webhooks/${id}`;

const offWords = {
  by_hand: 'Off',
  failing: 'Off: failed for days',
  gone: 'Off: answered that it’s gone',
} as const;

/** Whether an endpoint is on, and how delivery is going. */
export function EndpointState({ endpoint: { offReason, failingSince } }: { endpoint: WebhookEndpoint }) {
  if (offReason)
    return <Badge tone={offReason === 'by_hand' ? 'muted' : 'loss'}>{offWords[offReason]}</Badge>;
  return failingSince ? <Badge tone="loss">Failing</Badge> : <Badge tone="win">On</Badge>;
}

const sendLooks = {
  waiting: { label: 'Waiting', tone: 'storm' },
  delivered: { label: 'Delivered', tone: 'win' },
  failed: { label: 'Failed', tone: 'loss' },
} as const;

export function SendState({ status }: { status: WebhookSend['status'] }) {
  const { label, tone } = sendLooks[status];
  return <Badge tone={tone}>{label}</Badge>;
}

/** The result of the last try, in a few words. */
export function lastResult({ lastStatus, lastError, tries }: WebhookSend): string {
  if (lastError) return lastError;
  if (lastStatus !== null) return `HTTP ${lastStatus}`;
  return tries === 0 ? 'Not tried yet' : 'No answer';
}
