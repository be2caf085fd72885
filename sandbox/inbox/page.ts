// SPDX-License-Identifier: Apache-2.0

import { markup, type Page, page } from '../pages.ts';
import { inboxScript } from './page-script.ts';

/** Every mail that the application sent. @param to filters by recipient at first */
export function inboxPage(to?: string): Page {
  const body = markup`<h1>Inbox</h1>
<p>All mail that the application sends arrives here. Nothing leaves this machine.</p>
<div class="columns">
<div class="stack results"><section class="card cut"><article class="stack" id="message" hidden>
<h2 id="subject"></h2><p class="hint" id="addresses"></p>
<div class="check"><input id="as-text" type="checkbox"><label for="as-text">As plain text</label></div>
<iframe id="html" class="mail" title="Message" sandbox="allow-popups"></iframe>
<pre id="text" class="said" hidden></pre></article></section>
<p class="hint" id="none">No messages yet.</p></div>
<section class="card cut side lead"><div class="stack"><h2 id="list-title">Messages</h2>
<div><label for="to">Sent to</label>
<input id="to" type="search" autocomplete="off" placeholder="Any address" value="${to}"></div>
<ul class="messages" id="list" aria-labelledby="list-title"></ul>
<div><label for="fault">Mail server</label>
<select id="fault"><option value="none">Accepts everything</option><option value="busy">421 Too busy</option>
<option value="later">451 Try again later</option><option value="reject">550 No such mailbox</option>
<option value="lost">Accepts, but the answer is lost</option></select></div></div></section>
</div>
<p class="status" id="status" role="status"></p>`;
  return page({ title: 'Inbox', body, script: inboxScript, layout: 'wide', showsFrames: true });
}
