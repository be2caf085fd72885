// SPDX-License-Identifier: Apache-2.0

import { formatAmount, formatUsd, plural, pluralForm } from '../../../contract/amounts.ts';
import { type FactorChange, factorChanges, ifNotYou } from '../../../contract/second-factor.ts';
import { describeSignInChange } from '../../../contract/sign-ins.ts';
import { formatUtc } from '../../../contract/times.ts';
import type { ReceiptCard, ReceiptOrder } from '../../message-ports.ts';
import type { DomainEvents } from '../../platform/jobs/outbox.ts';
import type { MailContent } from '../../platform/mail/render.ts';

/** A payment as a receipt shows it. No field could contain a gift card's code. */
export interface PaymentOfReceipt {
  paymentId: string;
  packageTitle: string;
  coins: number;
  /** US cents. */
  amountCents: number;
  /** ISO 8601. */
  at: string;
}

export interface ReversalOfReceipt {
  paymentId: string;
  packageTitle: string;
  /** Coins taken back; negative if they are returned to the player. */
  coins: number;
  /** The description in the transaction history. */
  reason: string;
  /** ISO 8601. */
  at: string;
}

const noCodes = 'For your safety we never send a code by mail.';

const gc = (coins: number) => `${formatAmount(coins)} GC`;

/** Cards of one kind share a line. */
function getLines(purchases: readonly ReceiptCard[]): MailContent['rows'] {
  const lines = new Map<string, { title: string; count: number; total: number }>();
  for (const { title, gcCoin } of purchases) {
    const key = `${gcCoin} ${title}`;
    const line = lines.get(key) ?? { title, count: 0, total: 0 };
    lines.set(key, { title, count: line.count + 1, total: line.total + gcCoin });
  }
  return [...lines.values()].map(({ title, count, total }) => ({
    label: count > 1 ? `${count} × ${title}` : title,
    value: gc(total),
  }));
}

/** The undelivered cards, and their promised time. */
function describePromise(waiting: readonly ReceiptCard[], isAll: boolean): string {
  const latest = waiting
    .map(({ promisedBy }) => promisedBy ?? '')
    .sort()
    .at(-1);
  const when = latest ? `, at the latest by ${formatUtc(latest)}` : '';
  if (isAll) return `Your order is on its way${when}. We’ll mail you when it’s ready.`;
  return pluralForm(
    waiting.length,
    `One of your cards is still on its way${when}. We’ll mail you when it’s ready.`,
    `${formatAmount(waiting.length)} of your cards are still on their way${when}. We’ll mail you when they’re ready.`,
  );
}

/** After a purchase. Only the profile shows codes. */
export function orderReceipt(order: ReceiptOrder, appUrl: string): MailContent {
  const { purchases, totalGcCoin, createdAt } = order;
  const waiting = purchases.filter(({ status }) => status === 'on_its_way');
  const isAllWaiting = waiting.length === purchases.length;
  const ready = 'Thank you for your purchase. Your codes are on your profile, under your gift cards.';
  return {
    subject: 'Your gift cards',
    preview: `${gc(totalGcCoin)} for ${plural(purchases.length, 'gift card')}`,
    title: isAllWaiting ? 'Your order is on its way' : 'Your gift cards are ready',
    paragraphs: [
      ...(isAllWaiting ? [] : [ready]),
      ...(waiting.length > 0 ? [describePromise(waiting, isAllWaiting)] : []),
    ],
    rows: [...getLines(purchases), { label: 'Total', value: gc(totalGcCoin), isTotal: true }],
    action: { label: 'Open my profile', url: `${appUrl}/profile` },
    notes: [`Bought on ${formatUtc(createdAt)}.`, noCodes],
  };
}

/** After the delivery of a card that was sold without a code. */
export function deliveryNotice(card: ReceiptCard, appUrl: string): MailContent {
  return {
    subject: 'Your gift card is ready',
    preview: card.title,
    title: 'Your gift card is ready',
    paragraphs: [`${card.title} has been delivered. The code is on your profile, under your gift cards.`],
    rows: [{ label: card.title, value: gc(card.gcCoin) }],
    action: { label: 'Open my profile', url: `${appUrl}/profile` },
    notes: [noCodes],
  };
}

/** After an administrator sent a card another way. */
export function elsewhereNotice(card: ReceiptCard, appUrl: string): MailContent {
  return {
    subject: 'Your gift card was sent',
    preview: card.title,
    title: 'Your gift card was sent',
    paragraphs: [
      `We sent you ${card.title} another way, so its code isn’t on your profile. Contact support if it’s missing.`,
    ],
    rows: [{ label: card.title, value: gc(card.gcCoin) }],
    action: { label: 'Open my profile', url: `${appUrl}/profile` },
    notes: [noCodes],
  };
}

/** After the refund of an undelivered card. */
export function purchaseRefundNotice(card: ReceiptCard, appUrl: string): MailContent {
  return {
    subject: 'Your gift card was refunded',
    preview: `Back in your balance: ${gc(card.gcCoin)}`,
    title: 'Your coins are back',
    paragraphs: [`We couldn’t deliver ${card.title} in time. You got back everything you paid for it.`],
    rows: [{ label: card.title, value: gc(card.gcCoin), isTotal: true }],
    action: { label: 'See my transactions', url: `${appUrl}/transactions` },
    notes: [],
  };
}

/** After a card payment. */
export function paymentReceipt(payment: PaymentOfReceipt, appUrl: string): MailContent {
  const { packageTitle, coins, amountCents, paymentId } = payment;
  return {
    subject: `Receipt: ${packageTitle}`,
    preview: `${gc(coins)} for ${formatUsd(amountCents)}`,
    title: 'Thank you for your payment',
    paragraphs: [`Added to your balance: ${gc(coins)}.`],
    rows: [
      { label: packageTitle, value: gc(coins) },
      { label: 'Date', value: formatUtc(payment.at) },
      { label: 'Paid by card', value: formatUsd(amountCents), isTotal: true },
    ],
    action: { label: 'See my transactions', url: `${appUrl}/transactions` },
    notes: [`Reference: ${paymentId}`],
  };
}

/** After a payment was refunded, partly or entirely, or the money came in again. */
export function reversalNotice(reversal: ReversalOfReceipt, appUrl: string): MailContent {
  const { packageTitle, coins, reason, paymentId } = reversal;
  const isGivenBack = coins < 0;
  const amount = gc(Math.abs(coins));
  return {
    subject: `${reason}: ${packageTitle}`,
    preview: isGivenBack ? `Back in your balance: ${amount}` : `Taken back: ${amount}`,
    title: reason,
    paragraphs: [
      isGivenBack
        ? `Back in your balance: ${amount}.`
        : `All or part of this payment went back to your card. We took ${amount} from your balance.`,
    ],
    rows: [
      { label: packageTitle, value: `${isGivenBack ? '+' : '−'}${amount}`, isTotal: true },
      { label: 'Date', value: formatUtc(reversal.at) },
    ],
    action: { label: 'See my transactions', url: `${appUrl}/transactions` },
    notes: [`Reference: ${paymentId}`],
  };
}

/** After the deletion of an account that can still be restored. */
export function deletionNotice(eraseAt: string, appUrl: string): MailContent {
  const day = formatUtc(eraseAt);
  return {
    subject: 'Your account is deleted',
    preview: `We erase everything about you on ${day}.`,
    title: 'Your account is deleted',
    paragraphs: [
      `Nobody sees it anymore. We erase everything about you on ${day}. Until then you can sign in and keep it.`,
      'If that wasn’t you, sign in now and keep it.',
    ],
    rows: [],
    action: { label: 'Sign in', url: `${appUrl}/` },
    notes: [],
  };
}

/** When an export of a player's data is ready. The address alone is not enough: the download requires a sign-in. */
export function exportNotice(expiresAt: string, appUrl: string): MailContent {
  const until = formatUtc(expiresAt);
  return {
    subject: 'Your data is ready',
    preview: `You can download it until ${until}.`,
    title: 'Your data is ready',
    paragraphs: [
      `Your archive has everything we hold about you. Sign in and download it on your profile until ${until}.`,
      'If you didn’t ask for it, end your other sessions on your profile.',
    ],
    rows: [],
    action: { label: 'Open my profile', url: `${appUrl}/profile#your-data` },
    notes: [],
  };
}

/** After a change of an administrator's second factor. */
export function factorNotice(what: FactorChange, appUrl: string): MailContent {
  const { title, body } = factorChanges[what];
  return {
    subject: title,
    preview: body,
    title,
    paragraphs: [body, ifNotYou],
    rows: [],
    action: { label: 'Open my profile', url: `${appUrl}/profile#sessions` },
    notes: [],
  };
}

/** After a change of an account's sign-in methods or address. */
export function signInNotice(
  { what, provider, at }: DomainEvents['player.sign-in-changed'],
  appUrl: string,
): MailContent {
  const { title, body } = describeSignInChange(what, { provider, at });
  return {
    subject: title,
    preview: body,
    title,
    paragraphs: [body],
    rows: [],
    action: { label: 'Open my profile', url: `${appUrl}/profile#ways-to-sign-in` },
    notes: [],
  };
}

/** When a change waits for an administrator, or waits out a delay. */
export function approvalRequest(
  { title, why, isDelayed, until }: DomainEvents['approval.asked'],
  appUrl: string,
): MailContent {
  return {
    subject: isDelayed ? `A large change is scheduled: ${title}` : `A change waits for you: ${title}`,
    preview: why,
    title,
    paragraphs: isDelayed
      ? [
          `${why}. Nobody else could approve it, so we carry it out at the time below.`,
          'To stop it, refuse it before then.',
        ]
      : [`${why}, so it waits for a second administrator.`],
    rows: [{ label: isDelayed ? 'Carried out' : 'Expires', value: formatUtc(until) }],
    action: { label: 'Review it', url: `${appUrl}/dashboard/approvals` },
    notes: [],
  };
}

const outcomes: Record<DomainEvents['approval.decided']['status'], string> = {
  carried_out: 'was carried out',
  refused: 'was refused',
  withdrawn: 'was withdrawn',
  expired: 'expired because nobody approved it in time',
  unfit: 'wasn’t carried out because it no longer fits',
};

/** The outcome of a change, for the administrator who requested it. */
export function approvalNotice(
  { title, status }: DomainEvents['approval.decided'],
  appUrl: string,
): MailContent {
  const said = `Your change ${outcomes[status]}.`;
  return {
    subject: `${title}: ${outcomes[status]}`,
    preview: said,
    title,
    paragraphs: [said, 'See who decided it, and why, on the dashboard.'],
    rows: [],
    action: { label: 'Review it', url: `${appUrl}/dashboard/approvals?show=decided` },
    notes: [],
  };
}
