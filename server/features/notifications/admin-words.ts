// SPDX-License-Identifier: Apache-2.0

import type { DomainEvents } from '../../platform/jobs/outbox.ts';
import type { Words } from './words.ts';

/** For administrators; also sent by mail. */
export function approvalAskedWords(fact: DomainEvents['approval.asked']): Words {
  const { approvalId, title, why, isDelayed, until } = fact;
  return {
    kind: 'security',
    cause: `approval-${isDelayed ? 'delayed' : 'asked'}:${approvalId}`,
    title: isDelayed ? 'A large change is scheduled' : 'A change waits for you',
    body: `${title}. ${why}. ${isDelayed ? 'Until it’s carried out, you can stop it on the dashboard.' : 'Approve or refuse it.'}`,
    link: '/dashboard/approvals',
    until: new Date(until),
  };
}

const approvalOutcomes: Record<DomainEvents['approval.decided']['status'], string> = {
  carried_out: 'Carried out',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  expired: 'Expired: nobody approved it in time',
  unfit: 'Not carried out',
};

export function approvalDecidedWords(fact: DomainEvents['approval.decided']): Words {
  const { approvalId, title, status } = fact;
  return {
    kind: 'security',
    cause: `approval-decided:${approvalId}`,
    title: approvalOutcomes[status],
    body: `${title}. See who decided it, and why, on the dashboard.`,
    link: '/dashboard/approvals?show=decided',
  };
}

/** For administrators who manage webhooks; also sent by mail. */
export function webhookOffWords(fact: DomainEvents['webhook.turned-off']): Words {
  const { endpointId, host, reason, at } = fact;
  const why = reason === 'gone' ? 'It answered that it’s gone for good' : 'Nothing got through for five days';
  return {
    kind: 'security',
    cause: `webhook-off:${endpointId}:${at}`,
    title: `The webhook to ${host} is off`,
    body: `${why}. We no longer send there. Turn it on again, then send again what it missed.`,
    link: `/dashboard/outgoing-webhooks/${endpointId}`,
  };
}
