// SPDX-License-Identifier: Apache-2.0

import { pageScript } from '../page-script.ts';

/** The script of the card payments page, as text for the browser. */
export const paymentsScript = `${pageScript}
const run = async (work, done) => {
  try {
    await work();
    if (done) say(done);
    await refresh();
  } catch (error) {
    complain(error);
  }
};
const clock = (seconds) => new Date(seconds * 1000).toLocaleTimeString('en-GB');
const dollars = (cents) => '$' + (cents / 100).toFixed(2);
const button = (where, text, label, work) => {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'ghost small';
  made.textContent = text;
  made.setAttribute('aria-label', text + ' ' + label);
  made.addEventListener('click', work);
  where.append(made);
};
const askRefund = (payment) => {
  const left = (payment.amount - payment.amountRefunded) / 100;
  const answer = prompt('Amount to refund, in dollars', left.toFixed(2));
  if (answer === null) return;
  const amount = Math.round(Number(answer) * 100);
  run(() => call('POST', '/stripe/payments/' + payment.id + '/refund', { amount }), 'Refunded ' + dollars(amount) + '.');
};
const close = (dispute, outcome) =>
  run(() => call('POST', '/stripe/disputes/' + dispute.id + '/close', { outcome }), 'Dispute ' + outcome + '.');
const describeStatus = ({ status, amount, amountRefunded, dispute, error }) => {
  const parts = [status.replaceAll('_', ' ')];
  if (amountRefunded > 0) parts.push(amountRefunded === amount ? 'refunded' : dollars(amountRefunded) + ' refunded');
  if (dispute) parts.push(dispute.status === 'needs_response' ? 'disputed' : 'dispute ' + dispute.status);
  if (error && status === 'requires_payment_method') parts.push(error);
  return parts.join(' · ');
};
const showPayments = (payments) => {
  const rows = document.querySelector('#payments tbody');
  rows.replaceChildren();
  for (const payment of payments) {
    const row = rows.insertRow();
    cell(row, clock(payment.created), 'hide-s');
    cell(row, dollars(payment.amount), 'n');
    cell(row, payment.card ? payment.card.brand + ' ' + payment.card.last4 : '–', 'hide-s');
    cell(row, describeStatus(payment), payment.status === 'succeeded' ? 'tag wrap' : 'tag wait wrap').title = payment.id;
    const actions = cell(row, '');
    const isPaid = payment.status === 'succeeded';
    const { dispute } = payment;
    if (isPaid && payment.amountRefunded < payment.amount && (!dispute || dispute.status === 'won')) {
      button(actions, 'Refund', payment.id, () => askRefund(payment));
    }
    if (isPaid && !dispute) {
      button(actions, 'Dispute', payment.id, () => run(() => call('POST', '/stripe/payments/' + payment.id + '/dispute', {}), 'Disputed.'));
    }
    if (dispute?.status === 'needs_response') {
      button(actions, 'Close dispute won', payment.id, () => close(dispute, 'won'));
      button(actions, 'Close dispute lost', payment.id, () => close(dispute, 'lost'));
    }
  }
  at('payments').hidden = payments.length === 0;
  at('no-payments').hidden = payments.length > 0;
};
const showEvents = (events) => {
  const rows = document.querySelector('#events tbody');
  rows.replaceChildren();
  for (const event of events) {
    const row = rows.insertRow();
    cell(row, clock(event.created), 'hide-s');
    cell(row, event.type, 'wrap');
    const { sending } = event;
    const word = !sending ? 'sending' : sending.delivered > 0 ? sending.delivered + ' delivered' : sending.last;
    cell(row, word, sending?.delivered > 0 ? 'tag' : 'tag wait');
    button(cell(row, ''), 'Send again', event.type, () => run(() => call('POST', '/stripe/events/' + event.id + '/resend', {}), 'Sent again.'));
  }
  at('events').hidden = events.length === 0;
  at('no-events').hidden = events.length > 0;
};
// Nothing is redrawn that did not change: a button must not vanish under the finger.
const drawn = new Map();
const draw = (show, value) => {
  const text = JSON.stringify(value);
  if (drawn.get(show) === text) return;
  drawn.set(show, text);
  show(value);
};
const refresh = async () => {
  const [payments, events] = await Promise.all([call('GET', '/stripe/payments'), call('GET', '/stripe/events')]);
  draw(showPayments, payments);
  draw(showEvents, events);
};

at('webhooks').addEventListener('submit', (event) => {
  event.preventDefault();
  const settings = { copies: at('copies').valueAsNumber, delaySeconds: at('delay').valueAsNumber, shuffle: at('shuffle').checked, drop: at('drop').checked };
  run(() => call('PUT', '/stripe/webhooks', settings), 'Webhooks changed.');
});
call('GET', '/stripe/webhooks').then((settings) => {
  at('copies').value = settings.copies;
  at('delay').value = settings.delaySeconds;
  at('shuffle').checked = settings.shuffle;
  at('drop').checked = settings.drop > 0;
}, () => {});
chooseFault('/stripe/faults', 'status', ['The provider answers normally.', 'The provider now fails.']);
refresh().catch(complain);
setInterval(() => { if (!document.hidden) refresh().catch(() => {}); }, 3000);
`;
