// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { Site } from '../../options.ts';
import { Markup, markup, type Page, toPolicy } from '../../pages.ts';
import { sendPage } from '../../site.ts';
import { cardScript } from './card-script.ts';
import { challengeScript, controllerScript } from './frame-script.ts';
import { cardStyles, challengeStyles } from './frame-styles.ts';
import { v3Script } from './v3-script.ts';

const cardField = markup`<svg id="icon" viewBox="0 0 24 16" aria-hidden="true"><rect x=".75" y=".75" width="22.5" height="14.5" rx="2" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M0 4h24v3H0z" fill="currentColor"/></svg>
<input id="number" aria-label="Card number" placeholder="Card number" inputmode="numeric" autocomplete="cc-number" spellcheck="false">
<input id="expiry" aria-label="Expiry" placeholder="MM / YY" inputmode="numeric" autocomplete="cc-exp" spellcheck="false">
<input id="cvc" aria-label="CVC" placeholder="CVC" inputmode="numeric" autocomplete="cc-csc" spellcheck="false">`;

const challenge = markup`<main><p class="bank">Sandbox bank · 3-D Secure</p><h1>Confirm your payment</h1>
<p>A real bank would ask here for a code or its app. Amount: <strong id="amount">…</strong></p>
<div class="actions"><button id="complete" type="button" value="complete">Complete authentication</button>
<button type="button" value="fail">Fail authentication</button></div><p id="problem" role="alert"></p></main>`;

interface FrameParts {
  title: string;
  body: Markup;
  style: string;
  script: string;
}

/** The script at `/stripe/v3.js` and its frames. Only the application may embed the frames. */
export function browserPart(app: FastifyInstance, site: Site): void {
  const appOrigin = () => new URL(site.appUrl()).origin;
  const frames: Record<string, FrameParts> = {
    card: { title: 'Card', body: cardField, style: cardStyles, script: cardScript },
    challenge: { title: '3-D Secure', body: challenge, style: challengeStyles, script: challengeScript },
    controller: { title: 'Card payments', body: markup``, style: '', script: controllerScript },
  };
  app.get('/stripe/v3.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(v3Script(new URL(site.publicUrl()).origin)),
  );
  for (const [name, parts] of Object.entries(frames)) {
    app.get(`/stripe/frames/${name}`, async (_request, reply) =>
      sendPage(reply, framePage(parts, appOrigin())),
    );
  }
}

function framePage({ title, body, style, script }: FrameParts, appOrigin: string): Page {
  const html = markup`<!doctype html>
<html lang="en" data-app="${appOrigin}"><head><meta charset="utf-8"><meta name="color-scheme" content="light">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${new Markup(style)}</style></head><body>${body}<script type="module">${new Markup(script)}</script></body></html>`;
  return { html: html.text, policy: toPolicy({ style, script, framedBy: appOrigin }) };
}
