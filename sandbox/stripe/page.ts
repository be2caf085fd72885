// SPDX-License-Identifier: Apache-2.0

import { markup, type Page, page } from '../pages.ts';
import { paymentsScript } from './page-script.ts';

/** The card provider's dashboard: lets people act as card holders and banks, and disturb webhooks. */
export function paymentsPage(appUrl: string): Page {
  const body = markup`<h1>Card payments</h1>
<p>Payments made in the <a href="${appUrl}">application</a>, as the card provider sees them. Pay there with
<code>4242 4242 4242 4242</code>, any future date and any CVC.</p>
<div class="columns">
<div class="stack results"><section class="card cut"><div><h2 id="payments-title">Payments</h2>
<p class="hint" id="no-payments">No payments yet.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="payments-title" id="payments" hidden>
<table class="flow" aria-labelledby="payments-title"><thead><tr><th scope="col" class="hide-s">Time</th><th scope="col" class="n">Amount</th>
<th scope="col" class="hide-s">Card</th><th scope="col">Status</th><th scope="col">Actions</th></tr></thead><tbody></tbody></table>
</div></div></section>
<section class="card cut"><div><h2 id="events-title">Events</h2><p class="hint" id="no-events">No events yet.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="events-title" id="events" hidden>
<table class="flow" aria-labelledby="events-title"><thead><tr><th scope="col" class="hide-s">Time</th><th scope="col">Type</th>
<th scope="col">Webhook</th><th scope="col">Actions</th></tr></thead><tbody></tbody></table></div></div></section></div>
<div class="stack side"><section class="card cut"><form id="webhooks" class="stack"><h2>Webhooks</h2>
<div class="pair"><div><label for="copies">Copies</label>
<input id="copies" type="number" inputmode="numeric" min="1" max="10" value="1" required></div>
<div><label for="delay">Delay in seconds</label>
<input id="delay" type="number" inputmode="numeric" min="0" max="86400" value="0" required></div></div>
<div class="check"><input id="shuffle" type="checkbox"><label for="shuffle">Out of order</label></div>
<div class="check"><input id="drop" type="checkbox"><label for="drop">Never sent</label></div>
<button class="ghost">Apply</button></form></section>
<section class="card cut"><div><h2>Card provider, for all payments</h2><label for="fault">Fault</label>
<select id="fault"><option value="0">None</option><option value="402">402 Decline every card</option>
<option value="409">409 Locked</option><option value="429">429 Too many requests</option>
<option value="500">500 Server error</option><option value="hang">No answer</option>
<option value="lost">Succeeds, but the answer is lost</option></select></div></section>
<section class="card cut"><div><h2>Test cards</h2><dl class="pairs">
<div><dt><code>4242 4242 4242 4242</code></dt><dd>pays</dd></div>
<div><dt><code>4000 0000 0000 3220</code></dt><dd>asks for 3-D Secure</dd></div>
<div><dt><code>4000 0000 0000 0002</code></dt><dd>declined</dd></div>
<div><dt><code>4000 0000 0000 9995</code></dt><dd>insufficient funds</dd></div>
<div><dt><code>4000 0000 0000 0069</code></dt><dd>expired</dd></div>
<div><dt><code>4000 0000 0000 0127</code></dt><dd>wrong CVC</dd></div>
<div><dt><code>4000 0000 0000 0259</code></dt><dd>pays, then is disputed</dd></div></dl></div></section></div>
</div>
<p class="status" id="status" role="status"></p>`;
  return page({ title: 'Card payments', body, script: paymentsScript, layout: 'wide' });
}
