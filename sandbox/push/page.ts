// SPDX-License-Identifier: Apache-2.0

import { markup, type Page, page } from '../pages.ts';
import { pushScript } from './page-script.ts';

/** Every push message that the application sent, as the device reads it. */
export function pushPage(): Page {
  const body = markup`<h1>Push</h1>
<p>Every message that the application sent to a subscription of this sandbox, decrypted. Browsers that use their own push
service receive theirs from it, so those are not listed.</p>
<div class="columns">
<div class="stack results"><section class="card cut"><article class="stack" id="message" hidden>
<h2 id="title"></h2><p class="hint" id="facts"></p><pre id="text" class="said"></pre></article></section>
<p class="hint" id="none">No messages yet.</p></div>
<section class="card cut side lead"><div class="stack"><h2 id="list-title">Messages</h2>
<ul class="messages" id="list" aria-labelledby="list-title"></ul>
<div><label for="fault">Push service</label>
<select id="fault"><option value="none">Accepts everything</option><option value="busy">429 Too many requests</option>
<option value="broken">503 Unavailable</option><option value="gone">410 Subscription gone</option>
<option value="refuse">400 Refused</option><option value="lost">Accepts, but the answer is lost</option>
<option value="hang">No answer</option></select></div></div></section>
</div>
<p class="status" id="status" role="status"></p>`;
  return page({ title: 'Push', body, script: pushScript, layout: 'wide' });
}
