// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { ReceiptPorts } from '../../message-ports.ts';
import type { Database } from '../../platform/db/database.ts';
import { type DomainEvents, enqueue, type Tasks } from '../../platform/jobs/outbox.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { type MailContent, type MailLook, renderMail } from '../../platform/mail/render.ts';
import {
  approvalNotice,
  approvalRequest,
  deletionNotice,
  deliveryNotice,
  elsewhereNotice,
  exportNotice,
  factorNotice,
  orderReceipt,
  paymentReceipt,
  purchaseRefundNotice,
  reversalNotice,
  signInNotice,
} from './compose-receipt.ts';

export interface ReceiptsDeps extends ReceiptPorts {
  db: Database;
  /** Undefined if mail is off. */
  mailer: Mailer | undefined;
  look: MailLook;
  /** Address of the web app, without a slash at its end. */
  publicUrl: string;
}

/** Domain events that send a mail. */
type Told =
  | 'purchase.completed'
  | 'purchase.delivered'
  | 'purchase.sent-elsewhere'
  | 'purchase.refunded'
  | 'payment.credited'
  | 'payment.reversed'
  | 'player.deleted'
  | 'data-export.ended'
  | 'player.sign-in-changed'
  | 'player.second-factor-changed'
  | 'approval.asked'
  | 'approval.decided';

/** One such event as a job: without address, name or text, so that the queue contains no personal data. */
type Receipt = { [Name in Told]: { fact: Name; payload: DomainEvents[Name] } }[Told] & {
  /** A fingerprint of the recipient's address, for accounts with several. */
  to?: string;
};

const receiptTask = 'send-receipt';
/** During an upgrade, a worker of the previous release runs beside this one and ignores unknown tasks. */
const furtherTask = 'send-further-receipt';
export const sendingTasks = [receiptTask, furtherTask];
/** About a day and a half, with increasing delays. */
const maxTries = 14;

/** The previous release would send no mail for these. */
const furtherFacts: readonly Told[] = ['player.sign-in-changed', 'purchase.sent-elsewhere'];
const getTask = ({ fact }: Receipt): string => (furtherFacts.includes(fact) ? furtherTask : receiptTask);

/** Identifies the fact; the same for every try. */
function getReference({ fact, payload }: Receipt): string {
  switch (fact) {
    case 'purchase.completed':
      return `order-${payload.orderId}`;
    case 'purchase.delivered':
      return `delivery-${payload.purchaseId}`;
    case 'purchase.sent-elsewhere':
      return `delivery-elsewhere-${payload.purchaseId}`;
    case 'purchase.refunded':
      return `refund-${payload.purchaseId}`;
    case 'payment.credited':
      return `payment-${payload.paymentId}`;
    case 'payment.reversed':
      return `reversal-${payload.paymentId}-${payload.number}`;
    case 'player.deleted':
      return `deletion-${payload.playerId}-${Date.parse(payload.eraseAt)}`;
    case 'data-export.ended':
      return `export-${payload.exportId}`;
    case 'player.sign-in-changed':
      return `sign-in-${payload.changeId ?? `${payload.provider}-${payload.playerId}`}`;
    case 'player.second-factor-changed':
      return `second-factor-${payload.changeId}`;
    case 'approval.asked':
      return `approval-${payload.approvalId}-${payload.playerId}`;
    case 'approval.decided':
      return `approval-decided-${payload.approvalId}`;
  }
}

async function getContent({ fact, payload }: Receipt, deps: ReceiptsDeps): Promise<MailContent | undefined> {
  const { publicUrl, getOrder, findPurchase } = deps;
  switch (fact) {
    case 'purchase.completed': {
      const order = await getOrder(payload.orderId);
      return order && orderReceipt(order, publicUrl);
    }
    case 'purchase.delivered': {
      const card = await findPurchase(payload);
      return card && deliveryNotice(card, publicUrl);
    }
    case 'purchase.sent-elsewhere': {
      const card = await findPurchase(payload);
      return card && elsewhereNotice(card, publicUrl);
    }
    case 'purchase.refunded': {
      const card = await findPurchase(payload);
      return card && purchaseRefundNotice(card, publicUrl);
    }
    case 'payment.credited':
      return paymentReceipt(payload, publicUrl);
    case 'payment.reversed':
      return reversalNotice(payload, publicUrl);
    case 'player.deleted': {
      // The player has restored the account since, or deleted it again, which has another mail.
      const leaving = await deps.findEraseAt(payload.playerId);
      if (leaving?.saidAt.getTime() !== Date.parse(payload.eraseAt)) return undefined;
      return deletionNotice(leaving.eraseAt.toISOString(), publicUrl);
    }
    case 'data-export.ended': {
      const { expiresAt } = payload;
      return expiresAt && (await deps.hasArchive(payload)) ? exportNotice(expiresAt, publicUrl) : undefined;
    }
    case 'player.sign-in-changed':
      return signInNotice(payload, publicUrl);
    case 'player.second-factor-changed':
      return factorNotice(payload.what, publicUrl);
    case 'approval.asked':
      return approvalRequest(payload, publicUrl);
    case 'approval.decided':
      return approvalNotice(payload, publicUrl);
  }
}

/** Distinguishes addresses in jobs, which must not contain an address. */
function markOf(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 16);
}

/** The recipient of a receipt; undefined if nobody is left to receive it. */
async function getRecipient(
  { fact, payload, to }: Receipt,
  { getContact, findAddresses }: ReceiptsDeps,
): Promise<{ name: string; address: string } | undefined> {
  const contact = await getContact(payload.playerId);
  if (fact !== 'player.sign-in-changed') return contact && { name: contact.name, address: contact.email };
  const address = (await findAddresses(payload)).find((one) => markOf(one) === to);
  return address === undefined ? undefined : { name: contact?.name ?? '', address };
}

/**
 * Composes a receipt from the current data and sends it. Sends nothing to a deleted account.
 * @throws MailError so that the job is retried
 */
async function sendReceipt(receipt: Receipt, deps: ReceiptsDeps): Promise<void> {
  const { mailer, look, publicUrl } = deps;
  if (!mailer) return;
  const to = await getRecipient(receipt, deps);
  const content = to && (await getContent(receipt, deps));
  if (!to || !content) return;
  const messageId = `${getReference(receipt)}${receipt.to ? `-${receipt.to}` : ''}@${new URL(publicUrl).hostname}`;
  const isTaken = await mailer.send({ ...renderMail(content, look), to, messageId });
  await deps.noteMail({ playerId: receipt.payload.playerId, address: to.address, isTaken });
}

/** Turns domain events into separate jobs, so that mail problems delay nothing else. */
export function receiptListeners({
  db,
  mailer,
  findAddresses,
}: Pick<ReceiptsDeps, 'db' | 'mailer' | 'findAddresses'>): {
  [Name in Told]: (payload: DomainEvents[Name]) => Promise<void>;
} {
  const later = async (receipt: Receipt): Promise<void> => {
    if (!mailer) return;
    const task = getTask(receipt);
    const key = [task, getReference(receipt), receipt.to].filter(Boolean).join(':');
    await db.transaction((tx) => enqueue(tx, task, receipt, { key, maxAttempts: maxTries, priority: 10 }));
  };
  return {
    'purchase.completed': (payload) => later({ fact: 'purchase.completed', payload }),
    'purchase.delivered': (payload) => later({ fact: 'purchase.delivered', payload }),
    'purchase.sent-elsewhere': (payload) => later({ fact: 'purchase.sent-elsewhere', payload }),
    'purchase.refunded': (payload) => later({ fact: 'purchase.refunded', payload }),
    'payment.credited': (payload) => later({ fact: 'payment.credited', payload }),
    'player.deleted': (payload) => later({ fact: 'player.deleted', payload }),
    // The page reports a failed export and offers a retry, so no mail is needed.
    'data-export.ended': async (payload) => {
      if (payload.expiresAt) await later({ fact: 'data-export.ended', payload });
    },
    'player.sign-in-changed': async (payload) => {
      for (const address of await findAddresses(payload)) {
        await later({ fact: 'player.sign-in-changed', payload, to: markOf(address) });
      }
    },
    'player.second-factor-changed': (payload) => later({ fact: 'player.second-factor-changed', payload }),
    'approval.asked': (payload) => later({ fact: 'approval.asked', payload }),
    'approval.decided': (payload) => later({ fact: 'approval.decided', payload }),
    // If no coins moved, the mail would be empty.
    'payment.reversed': async (payload) => {
      if (payload.coins !== 0) await later({ fact: 'payment.reversed', payload });
    },
  };
}

export function receiptTasks(deps: ReceiptsDeps): Tasks {
  const send = (receipt: Receipt) => sendReceipt(receipt, deps);
  return Object.fromEntries(sendingTasks.map((task) => [task, send]));
}
