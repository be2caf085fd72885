// SPDX-License-Identifier: Apache-2.0

import { markup, type Page, page } from '../pages.ts';
import { pushScript } from './page-script.ts';

/** Every push message that the application sent, as the device reads it. */
export function pushPage(): Page {
  const body = markup`<h1>Push</h1>
<p>Messages to browsers that subscribed here, decrypted with their keys. A browser that subscribed at its maker's own push
service gets them from there.</p>
<div class="columns">
<div class="stack results"><section class="card cut"><article class="stack" id="message" hidden>
<h2 id="title"></h2><p class="hint" id="facts"></p><pre id="text" class="said"></pre></article></section>
<p class="hint" id="none">No message yet.</p></div>
<section class="card cut side lead"><div class="stack"><h2 id="list-title">Messages</h2>
<ul class="messages" id="list" aria-labelledby="list-title"></ul>
<div><label for="fault">Push service</label>
<select id="fault"><option value="none">Takes everything</option><option value="busy">Has too much to do</option>
<option value="broken">Is out of order</option><option value="gone">Knows no subscription any more</option>
<option value="refuse">Refuses</option><option value="lost">Takes it, but hangs up</option>
<option value="hang">Never answers</option></select></div></div></section>
</div>
<p class="status" id="status" role="status"></p>`;
  return page({ title: 'Push', body, script: pushScript, layout: 'wide' });
}
