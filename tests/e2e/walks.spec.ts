// SPDX-License-Identifier: Apache-2.0

import type { RunningApp } from '../support/e2e/app.ts';
import { cards } from '../support/e2e/pay.ts';
import { playMatch, uniqueName } from '../support/e2e/play.ts';
import { putOnSale } from '../support/e2e/shop.ts';
import { test } from '../support/engines/test.ts';
import type { Walker } from '../support/engines/walker.ts';

async function signIn(walker: Walker, app: RunningApp, email = `${uniqueName()}@player.test`): Promise<void> {
  await walker.open(`${app.url}/`);
  await walker.press({ role: 'link', name: 'Continue With Gmail' });
  await walker.fill('Email', email);
  await walker.fill('Name', uniqueName());
  await walker.press({ role: 'button', name: 'Continue' });
  await walker.expectPath('/home');
}

async function expectBalance(walker: Walker, coins: string): Promise<void> {
  await walker.expectPart({ role: 'link', name: `Balance: ${coins} Gamer Coins` });
}

async function enterChallenge(walker: Walker, epicId: string): Promise<void> {
  const card = { role: 'listitem', text: 'Survive the ring' } as const;
  const dialog = { role: 'dialog', text: 'I accept the terms' } as const;
  await walker.press({ role: 'button', name: 'Enter Challenge', within: card });
  await walker.press({ role: 'radio', name: /Finish Top 10 AND Kill 3 opponents/ });
  await walker.press({ role: 'button', name: /^Enter Challenge \(/ });
  await walker.press({ role: 'checkbox', name: 'I accept the terms and conditions' });
  await walker.fill('Epic ID', epicId);
  await walker.press({ role: 'button', name: 'Enter Challenge', within: dialog });
  await walker.expectText('Challenge started! Please enter a match and play the game.');
  await walker.press({ role: 'button', name: 'Close' });
}

test('sign-in: a visitor signs in from the landing page and gets the welcome coins', {
  tag: '@long',
}, async ({ walker, app }) => {
  await signIn(walker, app);
  await expectBalance(walker, '500');
});

test('entry: a player chooses a condition, accepts the terms and pays', { tag: '@long' }, async ({
  walker,
  app,
}) => {
  await signIn(walker, app);
  await enterChallenge(walker, uniqueName());
  await expectBalance(walker, '400');
});

test('result: an open page shows the won match', { tag: '@long' }, async ({ walker, app }) => {
  await signIn(walker, app);
  const epicId = uniqueName();
  await enterChallenge(walker, epicId);
  await playMatch(app, epicId, { placement: 4, kills: 5 });
  await walker.expectText(
    /Congratulations! You won your last challenge "Survive the ring.*" and earned 180 GC!/,
  );
  await walker.press({ role: 'button', name: 'Close' });
  await expectBalance(walker, '580');
});

test('payment: a player buys coins by card', { tag: '@long' }, async ({ walker, app }) => {
  await signIn(walker, app);
  await walker.open(`${app.url}/trade-coins`);
  await walker.choose('Package', '500 – $ 5.00 (-5% = 4.75$)');
  await walker.inFrame('Secure card payment input frame', async (frame) => {
    await frame.fill(/Card number/, cards.good);
    await frame.fill(/Expiry/, '12 / 34');
    await frame.fill(/CVC/, '123');
  });
  await walker.press({ role: 'button', name: 'Pay $4.75' });
  await walker.expectText('You got your coins');
  await expectBalance(walker, '1,000');
});

test('purchase: a player buys a gift card and sees its code', { tag: '@long' }, async ({ walker, app }) => {
  const { title, codes } = await putOnSale(app, { gcCoin: 90, codes: 1 });
  await signIn(walker, app);
  await walker.open(`${app.url}/products?q=${encodeURIComponent(title)}`);
  await walker.press({ role: 'button', name: /^ADD TO CART/, within: { role: 'listitem', text: title } });
  await walker.expectText('1 in cart');
  await walker.press({ role: 'link', name: /^Cart\s*1 in the cart$/ });
  await walker.press({ role: 'button', name: /^Purchase Now/ });
  await walker.expectText('Purchase complete');
  await walker.press({ role: 'button', name: /^Show code/ });
  await walker.expectText(codes[0] as string);
  await expectBalance(walker, '410');
});

test('dashboard: an administrator changes the price of a gift card', { tag: '@long' }, async ({
  walker,
  app,
}) => {
  const { title } = await putOnSale(app, { gcCoin: 90 });
  await signIn(walker, app, 'admin@finalring.test');
  await walker.open(`${app.url}/dashboard?search=${encodeURIComponent(title)}`);
  await walker.press({ role: 'button', name: `Edit ${title}` });
  await walker.fill('GC Coins', '470');
  await walker.press({ role: 'button', name: 'Save' });
  await walker.expectText('Updated successfully');
  await walker.expectText(new RegExp(`${title}\\D+470`));
});

test(
  'push: the settings say that the push service is out of reach (Firefox) or missing (WebKit)',
  {
    tag: '@long',
  },
  async ({ walker, app }, { project }) => {
    await signIn(walker, app);
    await walker.open(`${app.url}/profile?tab=messages`);
    if (project.name === 'webkit') {
      await walker.expectText(
        'This browser doesn’t support notifications. Use the bell and the daily mail instead.',
      );
    } else {
      await walker.press({ role: 'button', name: 'Turn on here' });
      await walker.expectText('Notifications couldn’t be turned on');
    }
  },
);
