// SPDX-License-Identifier: Apache-2.0

import { markup, type Page, page } from '../pages.ts';
import { inboxScript } from './page-script.ts';

/** Every mail that the application sent. @param to filters by recipient at first */
export function inboxPage(to?: string): Page {
  const body = markup`<h1>Inbox</h1>
<p>Mail that the application sends to anybody ends here, and nowhere else.</p>
<div class="columns">
<div class="stack results"><section class="card cut"><article class="stack" id="message" hidden>
<h2 id="subject"></h2><p class="hint" id="addresses"></p>
<div class="check"><input id="as-text" type="checkbox"><label for="as-text">As plain text</label></div>
<iframe id="html" class="mail" title="Message" sandbox="allow-popups"></iframe>
<pre id="text" class="said" hidden></pre></article></section>
<p class="hint" id="none">No message yet.</p></div>
<section class="card cut side lead"><div class="stack"><h2 id="list-title">Messages</h2>
<div><label for="to">Sent to</label>
<input id="to" type="search" autocomplete="off" placeholder="Anybody" value="${to}"></div>
<ul class="messages" id="list" aria-labelledby="list-title"></ul>
<div><label for="fault">Mail server</label>
<select id="fault"><option value="none">Takes everything</option><option value="busy">Sends callers away</option>
<option value="later">Refuses for now</option><option value="reject">Refuses for good</option>
<option value="lost">Takes it, but hangs up</option></select></div></div></section>
</div>
<p class="status" id="status" role="status"></p>`;
  return page({ title: 'Inbox', body, script: inboxScript, layout: 'wide', showsFrames: true });
}
